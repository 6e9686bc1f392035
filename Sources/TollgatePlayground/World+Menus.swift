import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// The end of the customer's trial, if it lies ahead.
  var trialEnd: Instant? { membership?.trial?.endsAt.flatMap { $0 > clock.now ? $0 : nil } }

  /// The end of what the customer has paid for, if it lies ahead.
  var renewal: Instant? {
    membership?.subscription.flatMap { $0.expiresAt > clock.now ? $0.expiresAt : nil }
  }

  private var membership: Membership? {
    known.map { Membership(of: $0, in: blueprint, at: clock.now) } ?? phone.client?.membership
  }

  /// The subscription that the store would change.
  var subscription: SubscriptionCondition? {
    simulator.conditions(of: phone.account).first {
      $0.status != .expired && $0.status != .revoked
    }
  }

  /// Whether a price increase waits for the subscriber's consent.
  private var isPriceRising: Bool {
    subscription?.renewalInfo.payload.priceIncreaseStatus == .pending
  }

  /// Whether the app sells anything that a family may share.
  private var sellsShareable: Bool {
    let store = simulator.configuration
    return store.products.contains(where: \.isFamilyShareable)
      || store.subscriptions.contains(where: \.isFamilyShareable)
  }

  /// How the store account got the app, if a condition tests that.
  private var copies: [ControlChoice] {
    guard blueprint.testsDownload else { return [] }
    let purchase = simulator.appPurchase(of: phone.account)
    let copy: AppCopy =
      if purchase?.environment != .production { .tested } else {
        purchase?.version == "0" ? .bought : .free
      }
    return [
      ControlChoice(
        "app", "The app",
        [
          (AppCopy.tested.rawValue, "TestFlight", "comes from TestFlight"),
          (AppCopy.bought.rawValue, "Bought", "was bought before it became free"),
          (AppCopy.free.rawValue, "Free", "was downloaded for free"),
        ], holds: copy.rawValue)
    ]
  }

  /// What a parent does at the store, if a condition tests that.
  private var consentCommands: [ControlCommand] {
    guard blueprint.definition.audienceTests.contains(where: \.isOfConsent) else { return [] }
    return [
      ControlCommand(
        verb: "rescind-consent", label: "Withdraw a parent's consent",
        disabled: known?.consent == .withdrawn)
    ]
  }

  var storeMenu: ControlMenu {
    let current = subscription?.transaction.payload.productId
    let group = current.flatMap { blueprint.product(CatalogProduct.ID($0))?.group }
    let plans = blueprint.definition.products.filter {
      group != nil && $0.group == group && $0.id.rawValue != current
    }
    return ControlMenu(
      name: "store", title: "Plan, price, family, notifications",
      choices: [
        ControlChoice(
          "notifications", "Notifications",
          [
            ("now", "Now", "arrive at once"), ("held", "Late", "are held back"),
            ("lost", "Lost", "are lost"), ("twice", "2×", "arrive twice"),
          ], holds: log.delivery.rawValue),
        ControlChoice(
          "country", "Country",
          [
            ("USA", "US", "United States"), ("DEU", "DE", "Germany"), ("JPN", "JP", "Japan"),
          ], holds: simulator.storefront(of: phone.account).country),
        ControlChoice(
          "family", "Family",
          [("off", "Alone", "alone"), ("on", "Shared", "shared with the next person")],
          holds: simulator.family(of: phone.account).isEmpty ? "off" : "on",
          impossible: sellsShareable ? nil : "Nothing this app sells can be shared."),
      ] + copies,
      commands: plans.map {
        ControlCommand(
          verb: "change-plan", value: $0.id.rawValue, label: "Change the plan to \($0.name)")
      } + [
        ControlCommand(
          verb: "raise-price", label: "Raise the price by a quarter", disabled: current == nil),
        ControlCommand(verb: "accept-price", label: "Agree to the price", disabled: !isPriceRising),
      ] + consentCommands)
  }

  /// The controls of what decides about the customer on the phone.
  private var customerMenus: CustomerMenus {
    CustomerMenus(
      blueprint: blueprint, customer: known, settings: phone.settings, now: clock.now)
  }

  var phoneMenus: [ControlMenu] { [phoneMenu, customerMenus.customerMenu].compactMap { $0 } }

  var networkMenus: [ControlMenu] { [networkMenu, customerMenus.operatorMenu].compactMap { $0 } }

  private var phoneMenu: ControlMenu {
    let menus = customerMenus
    var languages = ControlChoice(
      "language", "Language",
      spokenLanguages.map { ($0.rawValue, $0.label, $0.name) },
      holds: phone.settings.language.rawValue)
    languages.note = languageNote
    return ControlMenu(
      name: "phone", title: "Device, language, people",
      choices: [
        ControlChoice(
          "device", "Device",
          [("first", "First", "the first"), ("second", "Second", "the second")],
          holds: phone.device.rawValue),
        languages,
      ] + menus.device, fields: menus.version,
      commands: [
        ControlCommand(
          verb: "first-person", label: "Back to the first person", disabled: phone.isFirstPerson)
      ])
  }

  /// The languages that the app speaks, and the pseudolanguage; an app without texts of its own has the standard lines
  /// in all of them.
  private var spokenLanguages: [PhoneLanguage] {
    let texts = blueprint.definition.texts
    return PhoneLanguage.allCases.filter { language in
      language == .rightToLeft || language == PhoneLanguage(of: blueprint.app.language)
        || texts.isEmpty || texts.contains { $0.isLocalized(in: language.rawValue) }
    }
  }

  /// What the app speaks in the pseudolanguage.
  private var languageNote: String? {
    guard phone.settings.language == .rightToLeft,
      let spoken = (phone.client?.language).flatMap(PhoneLanguage.init(of:))
    else { return nil }
    return "The layout is mirrored, and the app speaks \(spoken.name)."
  }

  private var networkMenu: ControlMenu {
    ControlMenu(
      name: "network", title: "Server, session",
      choices: [
        ControlChoice(
          "server", "Server",
          [("up", "Up", "works"), ("slow", "Slow", "is slow"), ("down", "Down", "is down")],
          holds: phone.network.server.rawValue)
      ],
      commands: [ControlCommand(verb: "end-sessions", label: "End the session elsewhere")])
  }
}
