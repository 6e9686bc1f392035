import AppStoreSimulator
import Foundation
import Tollgate
import TollgateClient
import TollgateSimulation

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

  /// Whether the app requires a sign-in before anything else.
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
    guard let model = models?.paywall, let page = model.page, let id = client?.presentation?.paywall
    else { return nil }
    if case .welcome = model.state { return nil }
    let problem = problem(of: model.state)
    let isAlone = page.offers.count == 1
    return PaywallSheet(
      id: id.rawValue, icon: page.icon.flatMap { Icon(rawValue: $0) } ?? appIcon,
      title: page.title, text: page.subtitle ?? "",
      offer: isAlone ? page.offers.first?.offerLine : nil,
      benefits: page.benefits.map {
        BenefitLine(icon: Icon(rawValue: $0.icon) ?? .star, title: $0.title, text: $0.detail)
      },
      packages: page.offers.map { offer in
        PlanChoice(
          product: offer.id.rawValue, title: offer.name, price: offer.price ?? "",
          period: offer.period ?? "", detail: isAlone ? nil : offer.offerLine, badge: offer.badge,
          selected: offer.isSelected, accessibilityLabel: offer.accessibilityLabel)
      },
      labels: PaywallLabels(
        buy: page.purchaseLabel, restore: page.restoreLabel, benefits: page.benefitsLabel,
        plans: page.offersLabel, close: page.closeLabel ?? ""),
      canBuy: problem == nil,
      tryAgain: problem?.tryAgainLabel.map { PageButton(label: $0, action: .tryAgain) },
      close: page.closeLabel.map { _ in .closePaywall },
      footnote: problem?.line ?? page.footnote, terms: problem == nil ? page.terms : [],
      links: page.links.map { WebLink(label: $0.label, address: $0.url.absoluteString) })
  }

  /// Why the paywall sells nothing now; nil if it does.
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
    }
  }

  private var sheet: PhoneSheet? {
    if let product = confirmation.product { return .purchase(purchaseSheet(product)) }
    if phone.isManaging, let manageSheet { return .alert(manageSheet) }
    if let alert = phone.alert { return .alert(alert) }
    switch models?.paywall.state {
    case .purchasing(let line): return .progress(ProgressSheet(text: line))
    case .failed(let message), .pending(let message): return .alert(alert(message))
    case .welcome(let welcome):
      return .welcome(
        WelcomeSheet(
          title: welcome.title, text: welcome.line, icon: app == .grobro ? .leaf : .crown,
          button: PageButton(label: welcome.closeLabel, action: .closeSheet, style: .primary),
          closesAfter: Int(welcome.closesAfter / .milliseconds(1))))
    case .closed, .loading, .selling, .empty, .offline, .owned, nil: return nil
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

  private func purchaseSheet(_ product: Product.ID) -> PurchaseSheet {
    let offer = models?.paywall.page?.offers.first { $0.id == product }
    return PurchaseSheet(
      appName: blueprint.app.name, product: offer?.name ?? product.rawValue,
      price: [offer?.price, offer?.period].compactMap { $0 }.joined(separator: " "),
      offer: offer?.offerLine, account: "\(personName)'s Apple Account")
  }
}
