import AppStoreSimulator
import Tollgate
import TollgateClient
import TollgatePages

extension World {
  /// The whole page as it stands.
  var page: PlaygroundPage {
    PlaygroundPage(app: app, phone: phonePage, controls: controls, panels: panels)
  }

  private var phonePage: PhonePage {
    PhonePage(
      app: app, look: phone.look, textSize: phone.textSize,
      statusBar: StatusBar(time: Words.time(phoneTime), offline: transport.isOffline),
      screen: screen, tabs: tabs, paywall: paywall, sheet: sheet,
      notification: phone.notification, toast: phone.toast)
  }

  /// What the phone's own clock says, which nobody trusts.
  private var phoneTime: Instant {
    phone.isClockBack ? clock.now.subtracting(Period(1, .day)) : clock.now
  }

  private var screen: PhoneScreen {
    guard phone.isRunning, let client else {
      return .home(
        HomeScreen(
          clock: Words.time(phoneTime), date: Words.day(phoneTime), name: blueprint.app.name))
    }
    guard client.phase != .unknown || needsSignIn else { return .loading(LoadingScreen()) }
    switch app {
    case .coachPaid, .coachFree: return coachScreen
    case .grobro: return gardenScreen
    case .strikelab: return strikeScreen
    case .techniq: return trainingScreen
    }
  }

  /// Whether the app asks who is there before anything else.
  var needsSignIn: Bool {
    switch app {
    case .coachFree, .strikelab: client?.account == nil
    case .coachPaid, .grobro, .techniq: false
    }
  }

  private var tabs: [TabItem] {
    guard phone.isRunning, let client, client.phase != .unknown, phone.reading == nil,
      phone.screen != "login"
    else { return [] }
    let all: [(String, Icon, String)] =
      switch app {
      case .coachPaid, .coachFree: []
      case .grobro:
        [
          ("Garden", .leaf, "main"), ("Analytics", .chart, "analytics"),
          ("Export", .export, "export"), ("Settings", .gear, "settings"),
        ]
      case .strikelab:
        isInside ? [("Lab", .target, "main"), ("Settings", .gear, "settings")] : []
      case .techniq: [("Train", .dumbbell, "main"), ("Settings", .gear, "settings")]
      }
    return all.map {
      TabItem(label: $0.0, icon: $0.1, action: .navigate($0.2), selected: phone.screen == $0.2)
    }
  }

  // MARK: What lies over the screen

  private var paywall: PaywallSheet? {
    guard let presentation = client?.presentation, presentation.stage != .welcome else {
      return nil
    }
    let content = presentation.content
    let pitch = phone.pitched.flatMap { blueprint.feature($0)?.pitch }
    let pitchTitle = pitch.flatMap { client?.text($0.title) }
    let offers = content.offers.map { $0.isEligibleForIntroductoryOffer ? $0.line : nil }
    return PaywallSheet(
      id: content.id.rawValue, icon: pitch.flatMap { Icon(rawValue: $0.icon) } ?? appIcon,
      title: pitchTitle ?? content.title,
      text: pitch?.detail.flatMap { client?.text($0) } ?? content.subtitle ?? "",
      offer: offers.count == 1 ? offers[0] : nil,
      benefits: content.benefits.filter { $0.title != pitchTitle }.map {
        BenefitLine(icon: Icon(rawValue: $0.icon) ?? .star, title: $0.title, text: $0.detail)
      },
      packages: content.offers.enumerated().map { position, offer in
        PlanChoice(
          product: offer.id.rawValue,
          title: offer.product?.displayName ?? blueprint.product(offer.id)?.name
            ?? offer.id.rawValue,
          price: offer.product?.displayPrice ?? "—",
          period: offer.product?.period.map(Words.per) ?? "",
          detail: offers.count == 1 ? nil : offers[position], badge: offer.badge,
          selected: position == 0)
      },
      close: content.isDismissible ? .closePaywall : nil,
      footnote: content.problem.flatMap { client?.line(for: $0) }
        ?? "Renews by itself until cancelled. Cancel at any time in the App Store.")
  }

  private var appIcon: Icon {
    switch app {
    case .coachPaid, .coachFree: .chat
    case .grobro: .leaf
    case .strikelab: .target
    case .techniq: .dumbbell
    }
  }

  private var sheet: PhoneSheet? {
    if let product = desk.product { return .purchase(purchaseSheet(product)) }
    if phone.isManaging, let manageSheet { return .alert(manageSheet) }
    if let alert = phone.alert { return .alert(alert) }
    guard let client else { return nil }
    if client.isPurchasing {
      return .progress(
        ProgressSheet(text: client.text("purchase.inProgress") ?? "Confirming your purchase…"))
    }
    switch client.presentation?.stage {
    case .failed(let problem): return .alert(alert(problem, titled: "That didn't work"))
    case .pending(let problem): return .alert(alert(problem, titled: "Almost there"))
    case .welcome:
      return .welcome(
        WelcomeSheet(
          title: client.presentation?.content.welcome ?? "Thank you!",
          text: "Everything is unlocked.", icon: app == .grobro ? .leaf : .crown,
          button: PageButton(label: "Continue", action: .closeSheet, style: .primary),
          closesAfter: 2000))
    case .offering, .purchasing, nil: return nil
    }
  }

  private func alert(_ problem: PurchaseProblem, titled title: String) -> AlertSheet {
    AlertSheet(
      title: title, text: client?.line(for: problem) ?? problem.sentence,
      tryAgain: problem.canTryAgain
        ? PageButton(
          label: client?.text("action.tryAgain") ?? "Try Again", action: .tryAgain, style: .primary)
        : nil,
      cancel: PageButton(
        label: problem.canTryAgain ? client?.text("action.cancel") ?? "Cancel" : "OK",
        action: .closeSheet))
  }

  private func purchaseSheet(_ product: Product.ID) -> PurchaseSheet {
    let offer = client?.presentation?.content.offers.first { $0.id == product }
    let period = offer?.product?.period.map { " " + Words.per($0) } ?? ""
    return PurchaseSheet(
      appName: blueprint.app.name,
      product: offer?.product?.displayName ?? product.rawValue,
      price: (offer?.product?.displayPrice ?? "") + period,
      offer: offer?.isEligibleForIntroductoryOffer ?? false ? offer?.line : nil,
      account: "\(personName)'s Apple Account")
  }
}
