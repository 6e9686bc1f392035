import AppStoreSimulator
import TollgateAppStore

/// The state of the store, for the control API and the page.
struct StoreState: Encodable, Sendable {
  struct Offer: Encodable, Sendable {
    /// `introductory`, `promotional`, `code` or `winBack`.
    var type: String

    /// The identifier; empty for an introductory offer without one.
    var offer: String

    /// `free`, `payAsYouGo` or `payUpFront`.
    var paymentMode: String
    var period: String

    /// Who can redeem an offer code: `new`, `existing` and `expired` customers; nil for any other offer.
    var eligibility: [String]?

    /// How many periods the offer lasts, each of the length of `period`, in ISO 8601.
    var numberOfPeriods: Int
    var price: String
  }

  /// A product of the configuration, whether or not it is on sale.
  struct Product: Encodable, Sendable {
    var product: String

    /// The display name in the first language of the configuration; empty if there isn't one.
    var name: String
    var type: String
    var price: String

    /// The length of a billing period in ISO 8601; nil for a product that does not renew, as are group and level.
    var period: String?
    var group: String?

    /// The rank in the group; 1 is the highest level of service.
    var level: Int?
    var offers: [Offer]
  }

  /// A purchase that waits for something outside the app.
  struct Pending: Encodable, Sendable {
    /// The number with which it is approved or declined.
    var purchase: Int
    var account: String
    var product: String

    /// `askToBuy` or `interruption`.
    var reason: String
  }

  /// The store's clock in milliseconds since 1970; `instant` is the same as text, in ISO 8601.
  var now: Instant
  var instant: String

  /// The next renewal, end or post; nil if nothing is scheduled.
  var nextEvent: Instant?
  var environment: Environment
  var bundleId: String
  var appAppleId: Int64?

  /// The URL to which notifications are posted; nil for none.
  var notify: String?

  /// The identifiers of the key that authorizes callers of the Server API; the key itself is never shown.
  var issuerId: String
  var keyId: String
  var products: [Product]
  var accounts: [AccountState]
  var pending: [Pending]

  /// How many notifications the store has created.
  var notifications: Int

  /// The faults injected into the delivery of notifications.
  var faults: FaultInjection

  /// The seed of the chaos that was begun; nil for none.
  var chaos: UInt64?
}

extension StoreState.Product {
  /// Describes a product that does not renew, at the price of the configuration, named in the locale's language.
  init(_ product: StoreKitConfiguration.Product, in locale: String) {
    self.init(
      product: product.productID,
      name: Self.name(product.localizations, product.referenceName, in: locale),
      type: product.type.rawValue, price: product.price.description, offers: [])
  }

  /// Describes a subscription as it does other products, with its offers of every type.
  init(_ product: StoreKitConfiguration.Subscription, in locale: String) {
    let offers =
      [("introductory", product.introductoryOffer.map { [$0] } ?? [])]
      + [
        ("promotional", product.promotionalOffers), ("code", product.codeOffers),
        ("winBack", product.winBackOffers),
      ]
    self.init(
      product: product.productID,
      name: Self.name(product.localizations, product.referenceName, in: locale),
      type: ProductType.autoRenewable.rawValue, price: product.price.description,
      period: product.period.description, group: product.groupID, level: product.level,
      offers: offers.flatMap { type, offers in offers.map { StoreState.Offer(type, $0) } })
  }

  /// The name that customers see, or else the reference name.
  private static func name(
    _ localizations: [StoreKitConfiguration.Localization], _ reference: String, in locale: String
  ) -> String {
    let name = localizations.best(for: locale)?.displayName ?? ""
    return name.isEmpty ? reference : name
  }
}

extension StoreState.Offer {
  fileprivate init(_ type: String, _ offer: StoreKitConfiguration.Offer) {
    let customers = StoreKitConfiguration.OfferEligibility.allCases.filter {
      offer.eligibility.contains($0)
    }
    self.init(
      type: type, offer: offer.id ?? "", paymentMode: offer.paymentMode.rawValue,
      period: offer.period.description,
      eligibility: type == "code" ? customers.map(\.rawValue) : nil,
      numberOfPeriods: offer.numberOfPeriods, price: offer.price.description)
  }
}

extension StoreService {
  func state() -> StoreState {
    let configuration = simulator.configuration
    let locale = configuration.settings.locale
    let products =
      configuration.subscriptions.map { StoreState.Product($0, in: locale) }
      + (configuration.products + configuration.nonRenewingSubscriptions)
      .map { StoreState.Product($0, in: locale) }
    return StoreState(
      now: simulator.now, instant: simulator.now.description, nextEvent: nextEvent,
      environment: simulator.environment, bundleId: simulator.bundleID,
      appAppleId: simulator.appAppleID, notify: address, issuerId: key.issuerID, keyId: key.keyID,
      products: products, accounts: simulator.accounts.map { AccountState($0, simulator) },
      pending: simulator.pendingPurchases.map {
        StoreState.Pending(
          purchase: $0.id, account: $0.account.rawValue, product: $0.productID,
          reason: $0.reason.rawValue)
      }, notifications: sender.lastSequence, faults: faults,
      chaos: chaos?.seed)
  }
}
