import Tollgate

/// A store account's subscriptions, purchases and payments, without a clock or signatures.
///
/// It is a value of a few hundred lines where the simulated App Store is a system: a search copies it for every state.
/// It follows the simulator's rules, and tests compare the two. Everything it signs is in production.
///
/// Its signatures have only an instant, by which the newest version of a transaction or a renewal info wins.
struct ModelStore: Sendable {
  /// What the store reports to the app's server, or gives the device to post.
  struct Notification: Sendable {
    /// The subscription or purchase that changed.
    let line: StoreTransaction.OriginalID
    /// What the store signed about it.
    let facts: [Fact]
  }

  /// Which of a history's accounts it is.
  let account: StoreAccountID
  /// The products on sale, by their ids.
  let prices: [CatalogProduct.ID: CatalogProduct]
  /// The subscriptions, one for each group that was ever bought.
  var subscriptions: [ModelSubscription] = []
  /// Everything bought that does not renew.
  var purchases: [ModelPurchase] = []
  /// The groups whose introductory offer the account has used.
  var introduced: Set<String> = []
  /// Whether payments fail now: nothing can be bought, and renewals fail.
  var cardFails = false
  /// The app's grace period; nil until a payment fails for the first time, when the search tries both.
  var grace: GraceSetting?
  /// The last number given to a transaction.
  var count: Int

  /// Creates an account that has bought nothing.
  init(account: StoreAccountID, products: [CatalogProduct]) {
    self.account = account
    prices = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    // Each account has its own thousand, so that ids differ between accounts.
    count = 1000 * (account.rawValue + 1)
  }

  /// When something happens next by itself; nil if nothing will.
  var due: Instant? { subscriptions.compactMap(\.due).min() }

  /// Whether the account would get a product's introductory offer now.
  func isEligible(for product: CatalogProduct) -> Bool {
    guard product.introductoryOffer != nil, !introduced.contains(product.groupName) else {
      return false
    }
    return subscription(of: product)?.isOver ?? true
  }

  /// Whether the account would get a product's offer now, as far as its own history shows.
  ///
  /// While a payment is due, the store takes any purchase in the group as that payment. Otherwise anyone may redeem a code,
  /// a promotional offer is for those who have or had a subscription of the group, and a win-back offer is for those whose
  /// subscription has expired.
  func isEligible(for offer: CatalogProduct.Offer, of product: CatalogProduct) -> Bool {
    guard let own = subscription(of: product) else { return offer.kind == .code }
    switch own.condition {
    case .grace, .retrying: return false
    case .active, .revoked: return offer.kind != .winBack
    case .expired: return true
    }
  }

  /// The subscription of a product's group.
  func subscription(of product: CatalogProduct) -> ModelSubscription? {
    subscriptions.first { $0.group == product.groupName }
  }

  /// Returns everything that the store has signed about a line, each in its newest version.
  func everything(of line: StoreTransaction.OriginalID) -> [Fact] {
    if let subscription = subscriptions.first(where: { $0.id == line }) {
      return subscription.periods.map { .transaction($0.signed) } + [.renewal(subscription.renewal)]
    }
    return purchases.filter { $0.signed.originalID == line }.map { .transaction($0.signed) }
  }

  /// The original transaction ids of everything bought: subscriptions first, each in order of purchase.
  var lines: [StoreTransaction.OriginalID] {
    subscriptions.map(\.id) + purchases.map(\.signed.originalID)
  }

  /// Returns the number of a new transaction.
  mutating func number() -> Int {
    count += 1
    return count
  }
}

/// The position of a store account among those of a history.
struct StoreAccountID: RawRepresentable, Hashable, Sendable {
  /// The position, from 0.
  let rawValue: Int

  /// The account that the first customer's device is signed in to.
  static let first = StoreAccountID(rawValue: 0)
  /// The account of another person on the same device.
  static let other = StoreAccountID(rawValue: 1)
}

/// Whether access continues while a payment fails, and for how long; a setting of the app in App Store Connect.
///
/// Apple also offers 3 and 28 days, which lead to the same decisions at other instants.
public enum GraceSetting: String, Hashable, Sendable {
  /// Access ends with the paid period.
  case off
  /// Access continues for 16 days, 6 for weekly subscriptions.
  case sixteenDays
}

/// A purchase that does not renew.
struct ModelPurchase: Sendable {
  /// Its transaction as last signed.
  var signed: StoreTransaction
  /// The kind of its product: non-consumable, non-renewing or consumable.
  let kind: CatalogProduct.Kind
}

extension CatalogProduct {
  /// The subscription group; for a product without one, a name of its own.
  var groupName: String { group?.rawValue ?? "product \(id)" }
}
