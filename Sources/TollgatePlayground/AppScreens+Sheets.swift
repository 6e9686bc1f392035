import Foundation
import Tollgate
import TollgateClient

/// What lies over the screen.
extension AppScreens {
  var paywall: PaywallSheet? {
    let model = models.paywall
    guard let page = model.page, let id = client.presentation?.paywall else { return nil }
    if case .welcome = model.state { return nil }
    let problem = problem(of: model.state)
    // Bought, and waiting for the server.
    let owned: String? = if case .owned(let line) = model.state { line } else { nil }
    let isAlone = page.offers.count == 1
    return PaywallSheet(
      id: id.rawValue, icon: page.icon.flatMap { Icon(rawValue: $0) } ?? appIcon,
      title: page.title, text: page.subtitle ?? "",
      offer: isAlone ? page.offers.first?.offerLine : nil,
      offerIcon: isFree(model.packages.first) ? .gift : .sparkles,
      benefits: page.benefits.map {
        BenefitLine(icon: Icon(rawValue: $0.icon) ?? .star, title: $0.title, text: $0.detail)
      },
      extras: paywallExtras(of: page),
      packages: page.offers.map { offer in
        PlanChoice(
          product: offer.id.rawValue, title: offer.name, price: offer.price ?? "",
          period: offer.period ?? "", detail: isAlone ? nil : offer.offerLine,
          saving: offer.savingLine, badge: offer.badge, selected: offer.isSelected,
          accessibilityLabel: offer.accessibilityLabel)
      },
      labels: PaywallLabels(
        buy: page.purchaseLabel, restore: page.restoreLabel, benefits: page.benefitsLabel,
        plans: page.offersLabel, tiers: page.extras.tabsLabel, close: page.closeLabel ?? ""),
      canBuy: problem == nil && owned == nil,
      tryAgain: problem?.tryAgainLabel.map { PageButton(label: $0, action: .tryAgain) },
      close: page.closeLabel.map { _ in .closePaywall },
      footnote: problem?.line ?? owned ?? page.footnote, terms: problem == nil ? page.terms : [],
      links: page.links.map { WebLink(label: $0.label, address: $0.url.absoluteString) })
  }

  /// What the paywall shows beside its title, benefits and plans, and the page before the offer that is on screen.
  private func paywallExtras(of page: PaywallPage) -> PaywallExtras {
    var shown = PaywallExtras(page.extras)
    shown.art = page.art.map { PaywallArt($0) }
    shown.progress = models.paywall.progress.map {
      PaywallProgressBar(
        line: $0.line, back: $0.backLabel.map { _ in .goBackInPaywall },
        backLabel: $0.backLabel ?? "")
    }
    shown.step = models.paywall.step.map { step in
      PaywallStepSheet(
        position: "\(models.paywall.progress?.position ?? 0)",
        icon: step.icon.flatMap { Icon(rawValue: $0) } ?? appIcon,
        art: step.art.map { PaywallArt($0) }, title: step.title, text: step.text,
        benefits: step.benefits.map {
          BenefitLine(icon: Icon(rawValue: $0.icon) ?? .star, title: $0.title, text: $0.detail)
        },
        answers: step.answers.enumerated().map { position, answer in
          PageButton(label: answer.text, action: .answerPaywall(position), style: .tinted)
        },
        proceed: step.continueLabel.map {
          PageButton(label: $0, action: .continuePaywall, style: .primary)
        })
    }
    return shown
  }

  /// Whether a plan's offer costs nothing.
  private func isFree(_ package: PaywallContent.Offer?) -> Bool {
    (package?.offer ?? package?.product?.introductoryOffer)?.payment == .freeTrial
  }

  /// The reason why the paywall sells nothing now; nil if it sells something.
  private func problem(of state: PaywallState) -> PaywallState.Message? {
    switch state {
    case .empty(let message), .offline(let message): message
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: nil
    }
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

extension PaywallExtras {
  /// What the client's page has below its benefits.
  fileprivate init(_ extras: PaywallPage.Extras) {
    self.init(
      timelineLabel: extras.timelineLabel,
      timeline: extras.timeline.map { Step(title: $0.title, line: $0.line) },
      promise: extras.promise, proofLabel: extras.proofLabel,
      proof: extras.proof.map {
        Proof(
          starsLabel: $0.starsLabel, stars: $0.stars, quote: $0.text, by: $0.by)
      },
      questionsLabel: extras.questionsLabel,
      questions: extras.questions.map { Question(question: $0.question, reply: $0.answer) },
      closeAfter: extras.closeDelay.map { Int($0 / .milliseconds(1)) },
      countdown: extras.countdown?.calmLine,
      tabs: extras.tabs.map {
        Tab(product: $0.id.rawValue, name: $0.title, isCurrent: $0.isSelected)
      })
  }
}
