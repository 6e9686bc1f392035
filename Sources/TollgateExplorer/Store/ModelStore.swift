import Tollgate

/// A store account at the level of what a store signs: subscriptions, purchases and payments, without clock or signatures.
///
/// It follows the rules of the simulated App Store, which tests hold it against; it signs everything in production.
struct ModelStore: Sendable {
  /// What the store has to tell the app's server.
  struct Notification: Sendable {
    let line: StoreTransaction.OriginalID
    let facts: [Fact]
  }

  let account: StoreAccountID
  let prices: [Product.ID: Product]
  var subscriptions: [ModelSubscription] = []
  var purchases: [ModelPurchase] = []
  /// The groups whose introductory offer the account has had.
  var introduced: Set<String> = []
  var cardFails = false
  var grace: GraceSetting?
  /// How many transactions were numbered.
  var count: Int

  init(account: StoreAccountID, products: [Product]) {
    self.account = account
    prices = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    count = 1000 * (account.rawValue + 1)
  }

  /// When something happens next by itself; nil where nothing does.
  var due: Instant? { subscriptions.compactMap(\.due).min() }

  /// Whether the account would get a product's introductory offer now.
  func isEligible(for product: Product) -> Bool {
    guard product.introductoryOffer != nil, !introduced.contains(product.groupName) else {
      return false
    }
    return subscription(of: product)?.isOver ?? true
  }

  /// The subscription of a product's group.
  func subscription(of product: Product) -> ModelSubscription? {
    subscriptions.first { $0.group == product.groupName }
  }

  /// Everything that the store has signed of a line, in its newest version.
  func everything(of line: StoreTransaction.OriginalID) -> [Fact] {
    if let subscription = subscriptions.first(where: { $0.id == line }) {
      return subscription.periods.map { .transaction($0.signed) } + [.renewal(subscription.renewal)]
    }
    return purchases.filter { $0.signed.originalID == line }.map { .transaction($0.signed) }
  }

  /// The names of all lines, in order of purchase.
  var lines: [StoreTransaction.OriginalID] {
    subscriptions.map(\.id) + purchases.map(\.signed.originalID)
  }

  mutating func number() -> Int {
    count += 1
    return count
  }
}

/// Which of the store accounts of a history.
struct StoreAccountID: RawRepresentable, Hashable, Sendable {
  let rawValue: Int

  /// The account that the first customer's device is signed in to.
  static let first = StoreAccountID(rawValue: 0)
  /// Somebody else's, on the same device.
  static let other = StoreAccountID(rawValue: 1)
}

/// Whether access continues while a payment fails, and for how long.
public enum GraceSetting: String, Hashable, Sendable {
  /// Access ends with the paid period.
  case off
  /// Access continues for 16 days, 6 for weekly subscriptions.
  case sixteenDays
}

/// Something bought once.
struct ModelPurchase: Sendable {
  var signed: StoreTransaction
  let kind: Product.Kind
}

extension Product {
  /// The subscription group, or the product alone where it names none.
  var groupName: String { group?.rawValue ?? "product \(id)" }
}
