import Foundation
import Tollgate
import TollgateClient

/// What lies over the screen.
extension AppScreens {
  var paywall: PaywallSheet? {
    let model = models.paywall
    guard let page = model.page, let id = client.presentation?.paywall else { return nil }
    if case .welcome = model.state { return nil }
    let problem = model.state.note
    // Bought, and waiting for the server.
    let owned: String? = if case .owned(let line) = model.state { line } else { nil }
    return PaywallSheet(
      id: id.rawValue, page: page, icon: icon(page.icon), art: page.art.map { PaywallArt($0) },
      benefits: page.benefits.map(\.drawn),
      offer: page.offers.count == 1 ? page.offers.first?.offerLine : nil,
      offerIcon: isFree(model.packages.first) ? .gift : .sparkles,
      notice: problem?.line ?? owned, showsTerms: problem == nil,
      tryAgain: problem?.tryAgainLabel.map { PageButton(label: $0, action: .tryAgain) },
      close: page.closeLabel.map { _ in .closePaywall },
      closeAfter: page.extras.closeDelay.map { Int($0 / .milliseconds(1)) }, step: paywallStep,
      progress: model.progress.map {
        PaywallProgressBar(
          line: $0.line, back: $0.backLabel.map { _ in .goBackInPaywall },
          backLabel: $0.backLabel ?? "")
      })
  }

  /// The page before the offer that is on screen.
  private var paywallStep: PaywallStepSheet? {
    models.paywall.step.map { step in
      PaywallStepSheet(
        position: "\(models.paywall.progress?.position ?? 0)", page: step, icon: icon(step.icon),
        art: step.art.map { PaywallArt($0) }, benefits: step.benefits.map(\.drawn),
        answers: step.answers.enumerated().map { position, answer in
          PageButton(label: answer.text, action: .answerPaywall(position), style: .tinted)
        },
        proceed: step.continueLabel.map {
          PageButton(label: $0, action: .continuePaywall, style: .primary)
        })
    }
  }

  /// The icon of a page; the app's for one that the phone cannot draw.
  private func icon(_ name: String?) -> Icon { name.flatMap { Icon(rawValue: $0) } ?? appIcon }

  /// Whether a plan's offer costs nothing.
  private func isFree(_ package: PaywallContent.Offer?) -> Bool {
    let introductory =
      package?.purchaseOffer == .fullPrice ? nil : package?.product?.introductoryOffer
    return (package?.offer ?? introductory)?.payment == .freeTrial
  }

  private var appIcon: Icon {
    switch app {
    case .coachPaid, .coachFree: .chat
    case .grobro: .leaf
    case .strikelab: .target
    case .techniq: .dumbbell
    case .own: .sparkles
    }
  }

  /// The app's own sheet or alert, or the state of the purchase.
  var sheet: PhoneSheet? {
    if session.isManaging, let manageSheet { return .alert(manageSheet) }
    if let redemption = session.redemption { return .alert(redemption.sheet) }
    if let plantSheet { return .alert(plantSheet) }
    if models.deletion.isConfirming { return .alert(deletionSheet) }
    switch models.paywall.state {
    case .purchasing(let line): return .progress(ProgressSheet(text: line))
    case .failed(let message), .pending(let message): return .alert(alert(message))
    case .welcome(let welcome):
      return .welcome(
        WelcomeSheet(
          title: welcome.title, text: welcome.line, icon: app == .grobro ? .leaf : .crown,
          button: PageButton(label: welcome.closeLabel, action: .closeSheet, style: .primary),
          closesAfter: Int(welcome.closesAfter / .milliseconds(1))))
    case .closed, .loading, .selling, .empty, .offline, .owned: return nil
    }
  }

  private func alert(_ message: PaywallState.Message) -> AlertSheet {
    AlertSheet(
      title: message.title, text: message.line,
      tryAgain: message.tryAgainLabel.map {
        PageButton(label: $0, action: .tryAgain, style: .primary)
      },
      cancel: PageButton(label: message.closeLabel, action: .closeSheet))
  }
}

extension PaywallPage.Benefit {
  /// The same with an icon that the phone can draw.
  fileprivate var drawn: Self {
    var benefit = self
    if Icon(rawValue: icon) == nil { benefit.icon = Icon.star.rawValue }
    return benefit
  }
}
