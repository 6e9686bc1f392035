import AppStoreSimulator
import TollgateAppStore

/// The state of the store, for the control API and the page.
struct StoreState: Encodable, Sendable {
  struct Offer: Encodable, Sendable {
    var type: String
    var offer: String
    var paymentMode: String
    var period: String
    var numberOfPeriods: Int
    var price: String
  }

  struct Product: Encodable, Sendable {
    var product: String
    var name: String
    var type: String
    var price: String
    var period: String?
    var group: String?
    var level: Int?
    var offers: [Offer]
  }

  struct Pending: Encodable, Sendable {
    var purchase: Int
    var account: String
    var product: String
    var reason: String
  }

  var now: Instant
  var instant: String
  var nextEvent: Instant?
  var environment: Environment
  var bundleId: String
  var appAppleId: Int64?
  var notify: String?
  var issuerId: String
  var keyId: String
  var products: [Product]
  var accounts: [AccountState]
  var pending: [Pending]
  var notifications: Int
  var faults: FaultInjection
}

extension StoreState.Product {
  init(_ product: StoreKitConfiguration.Product) {
    self.init(
      product: product.productID, name: product.localizations.first?.displayName ?? "",
      type: product.type.rawValue, price: product.price.description, offers: [])
  }

  init(_ product: StoreKitConfiguration.Subscription) {
    let offers =
      [("introductory", product.introductoryOffer.map { [$0] } ?? [])]
      + [
        ("promotional", product.promotionalOffers), ("code", product.codeOffers),
        ("winBack", product.winBackOffers),
      ]
    self.init(
      product: product.productID, name: product.localizations.first?.displayName ?? "",
      type: ProductType.autoRenewable.rawValue, price: product.price.description,
      period: product.period.description, group: product.groupID, level: product.level,
      offers: offers.flatMap { type, offers in offers.map { StoreState.Offer(type, $0) } })
  }
}

extension StoreState.Offer {
  fileprivate init(_ type: String, _ offer: StoreKitConfiguration.Offer) {
    self.init(
      type: type, offer: offer.id ?? "", paymentMode: offer.paymentMode.rawValue,
      period: offer.period.description, numberOfPeriods: offer.numberOfPeriods,
      price: offer.price.description)
  }
}

extension StoreService {
  /// The current state of the store.
  func state() -> StoreState {
    let configuration = simulator.configuration
    let products =
      configuration.subscriptions.map(StoreState.Product.init)
      + (configuration.products + configuration.nonRenewingSubscriptions)
      .map(StoreState.Product.init)
    return StoreState(
      now: simulator.now, instant: ClockMove.text(simulator.now), nextEvent: nextEvent,
      environment: simulator.environment, bundleId: simulator.bundleID,
      appAppleId: simulator.appAppleID, notify: address, issuerId: key.issuerID, keyId: key.keyID,
      products: products, accounts: simulator.accounts.map { AccountState($0, simulator) },
      pending: simulator.pendingPurchases.map {
        StoreState.Pending(
          purchase: $0.id, account: $0.account.rawValue, product: $0.productID,
          reason: $0.reason.rawValue)
      }, notifications: sender.lastSequence, faults: faults)
  }
}
