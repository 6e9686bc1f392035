import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// A store account's subscriptions, purchases and payments, without a clock or signatures.
///
/// Its rules are those of the simulated App Store: `SubscriptionLifecycle`, `OneTimePurchase`, `RefundState` and
/// `OfferEligibility` decide, and what is kept here is what the store then signs. A search copies it for every state.
/// Everything it signs is in production.
///
/// Its signatures have only an instant, by which the newest version of a transaction or a renewal info wins.
struct UnsignedStore: Sendable {
  /// What the store reports to the app's server, or gives the device to post.
  struct Notification: Sendable {
    /// The subscription or purchase that changed.
    let line: StoreTransaction.OriginalID
    /// What the store signed about it.
    let facts: [Fact]
  }

  /// Which of a history's accounts it is.
  let account: StoreAccountID
  let products: ProductsOnSale
  /// The subscriptions, one for each group that was ever bought.
  private(set) var subscriptions: [UnsignedSubscription] = []
  /// Everything bought that does not renew.
  private(set) var purchases: [UnsignedPurchase] = []
  /// The groups whose introductory offer the account has used.
  private(set) var introduced: Set<String> = []
  /// Whether payments fail now: nothing can be bought, and renewals fail.
  private(set) var cardFails = false
  /// The app's grace period; nil until a payment fails for the first time, when the search tries both.
  private(set) var grace: GracePeriod?
  private var numbers = StoreIdentifiers(seed: 0)

  /// Creates an account that has bought nothing.
  init(account: StoreAccountID, products: ProductsOnSale) {
    self.account = account
    self.products = products
  }

  /// When something happens next by itself; nil if nothing will.
  var due: Instant? { subscriptions.compactMap(\.due).min() }

  /// Whether the account would get a product's introductory offer now.
  func isEligible(for product: CatalogProduct) -> Bool {
    guard let sold = products.subscriptions[product.id] else { return false }
    return eligibility(in: product).introductoryOffer(of: sold) != nil
  }

  /// Whether the account would get a product's offer now, as far as its own history shows.
  func isEligible(for offer: CatalogProduct.Offer, of product: CatalogProduct) -> Bool {
    let own = eligibility(in: product)
    return switch offer.kind {
    case .promotional: own.accepts(.promotional(offer.id.rawValue))
    case .winBack: own.accepts(.winBack(offer.id.rawValue))
    case .code: own.accepts(.code(offer.id.rawValue))
    }
  }

  private func eligibility(in product: CatalogProduct) -> OfferEligibility {
    OfferEligibility(
      isIntroduced: introduced.contains(product.groupName),
      subscription: subscription(of: product)?.lifecycle)
  }

  /// Whether the store would start a product at once in place of a subscription's, rather than at its next renewal.
  func startsAtOnce(_ product: CatalogProduct, inPlaceOf subscription: UnsignedSubscription) -> Bool
  {
    products.subscriptions[product.id].map(subscription.lifecycle.startsAtOnce) ?? false
  }

  /// The subscription of a product's group.
  func subscription(of product: CatalogProduct) -> UnsignedSubscription? {
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

  /// The identifier of a transaction: each account has its own thousand, so that ids differ between accounts.
  private func identifier(of number: TransactionNumber) -> String {
    "\(1000 * (account.rawValue + 1) + Int(number.value))"
  }
}

extension UnsignedStore {
  /// Buys a product for the account, as the customer does on the device.
  ///
  /// - Parameter leavesOutOffer: Whether the app's signature withholds the introductory offer, which the account stays
  ///   eligible for.
  /// - Returns: What the device posts to the server, which for something owned already is its transaction as last
  ///   signed; nil if the card fails.
  mutating func buy(
    _ product: CatalogProduct, leavingOutOffer leavesOutOffer: Bool = false, at now: Instant
  ) -> Notification? {
    if cardFails { return nil }
    switch product.kind {
    case .autoRenewable:
      return subscribe(to: product, leavingOutOffer: leavesOutOffer, at: now)
    case .nonConsumable: return buy(product, as: OneTimePurchase(.nonConsumable), at: now)
    case .nonRenewing: return buy(product, as: OneTimePurchase(.nonRenewing), at: now)
    case .consumable: return buy(product, as: OneTimePurchase(.consumable), at: now)
    }
  }

  /// Sells something that does not renew, unless it is owned; its transaction is a line of its own.
  private mutating func buy(
    _ product: CatalogProduct, as state: OneTimePurchase, at now: Instant
  ) -> Notification {
    if let owned = purchases.first(where: {
      $0.signed.product == product.id && $0.state.isOwned
    }) {
      return Notification(line: owned.signed.originalID, facts: [.transaction(owned.signed)])
    }
    let id = identifier(of: numbers.transaction())
    let signed = StoreTransaction(
      id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id),
      product: product.id, purchasedAt: now, isRenewal: false, price: product.price, signedAt: now)
    purchases.append(UnsignedPurchase(signed: signed, state: state))
    return Notification(line: signed.originalID, facts: [.transaction(signed)])
  }

  /// Sells a subscription: a new one, a new start of one that is over, or a change within its group.
  ///
  /// An account has one subscription in a group, which keeps its original transaction id however often it starts again.
  private mutating func subscribe(
    to product: CatalogProduct, leavingOutOffer leavesOutOffer: Bool, at now: Instant
  ) -> Notification? {
    guard let sold = products.subscriptions[product.id] else { return nil }
    let offer = leavesOutOffer ? nil : eligibility(in: product).introductoryOffer(of: sold)
    if offer != nil { introduced.insert(product.groupName) }
    guard let index = subscriptions.firstIndex(where: { $0.group == product.groupName }) else {
      let number = numbers.transaction()
      let lifecycle = SubscriptionLifecycle(
        product: sold, offer: offer, transactionID: number, at: now, terms: terms,
        appAccountToken: 0)
      subscriptions.append(
        UnsignedSubscription(
          lifecycle, id: StoreTransaction.OriginalID(identifier(of: number)),
          group: product.groupName, at: now))
      perform([.charge(.purchase)], on: subscriptions.count - 1, at: now)
      return notification(of: subscriptions.count - 1)
    }
    let actions = subscriptions[index].lifecycle.purchase(
      sold, offer: offer, at: now, appAccountToken: 0, ids: &numbers)
    perform(actions, on: index, at: now)
    return notification(of: index)
  }

  /// Performs what happens by itself until an instant: renewals, failed payments and ends.
  ///
  /// - Parameter now: The instant, at most the first at which something is ``due``; one step is taken for each
  ///   subscription.
  /// - Returns: The store's notifications.
  mutating func pass(to now: Instant) -> [Notification] {
    let canPay = !cardFails
    return subscriptions.indices.compactMap { index in
      guard let due = subscriptions[index].due, due <= now else { return nil }
      return update(index, at: due) { $0.processDueEvent(canPay: canPay, isSold: true, ids: &$1) }
    }
  }

  /// Turns renewal off or on for every subscription of the account.
  ///
  /// - Returns: The notifications of the subscriptions that it changed.
  mutating func setRenewal(_ isOn: Bool, at now: Instant) -> [Notification] {
    subscriptions.indices.compactMap { index in
      let notification = update(index, at: now) { lifecycle, _ in lifecycle.setRenewal(isOn) }
      if notification != nil { subscriptions[index].noteCancellation() }
      return notification
    }
  }

  /// Makes the card fail from now on.
  mutating func failCard(with grace: GracePeriod) {
    cardFails = true
    self.grace = grace
    for index in subscriptions.indices { subscriptions[index].lifecycle.termsChanged(to: terms) }
  }

  /// Makes the card work again; what is outstanding is paid at once.
  ///
  /// - Returns: The notifications of the subscriptions that were paid.
  mutating func fixCard(at now: Instant) -> [Notification] {
    cardFails = false
    return subscriptions.indices.compactMap { index in
      update(index, at: now) { $0.paymentRecovered(at: now, ids: &$1) }
    }
  }

  /// Refunds a product's first or newest purchase.
  ///
  /// - Returns: The store's notification; nil if there is no such purchase or it was refunded before.
  mutating func refund(_ product: CatalogProduct.ID, isFirst: Bool, at now: Instant)
    -> Notification?
  {
    if let index = purchases.indices.filter({ purchases[$0].signed.product == product })
      .pick(isFirst), purchases[index].state.refunds.refund()
    {
      purchases[index].signed = purchases[index].signed.signedAgain(
        at: now, revokedAt: now, isUpgraded: false)
      return Notification(
        line: purchases[index].signed.originalID, facts: [.transaction(purchases[index].signed)])
    }
    for index in subscriptions.indices {
      let bought = subscriptions[index].periods.indices.filter {
        subscriptions[index].periods[$0].signed.product == product
      }
      guard let period = bought.pick(isFirst), subscriptions[index].refund(period, at: now) else {
        continue
      }
      return Notification(
        line: subscriptions[index].id,
        facts: [
          .transaction(subscriptions[index].periods[period].signed),
          .renewal(subscriptions[index].renewal),
        ])
    }
    return nil
  }

  /// The rules for every subscription; until a payment fails there is a grace period.
  private var terms: SubscriptionLifecycle.Terms {
    SubscriptionLifecycle.Terms(rate: .realTime, gracePeriod: grace ?? .sixteenDays)
  }

  /// Applies an event to a subscription; returns what the store signs then, or nil if nothing happened.
  private mutating func update(
    _ index: Int, at now: Instant,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Notification? {
    let actions = event(&subscriptions[index].lifecycle, &numbers)
    guard !actions.isEmpty else { return nil }
    perform(actions, on: index, at: now)
    return notification(of: index)
  }

  /// Signs what the rules have decided about a subscription; without any action nothing is signed.
  private mutating func perform(
    _ actions: [SubscriptionLifecycle.Action], on index: Int, at now: Instant
  ) {
    guard !actions.isEmpty else { return }
    for action in actions {
      switch action {
      case .charge(let reason):
        let period = period(of: subscriptions[index], isRenewal: reason == .renewal, at: now)
        subscriptions[index].periods.append(period)
      case .replace(_, let share):
        subscriptions[index].replaceCurrent(refundedShare: share, at: now)
      // No period ends early here, and what is reported follows from what was signed.
      case .endPeriod, .notify: break
      }
    }
    subscriptions[index].signRenewal(at: now)
  }

  /// Signs the transaction of a subscription's current period.
  private func period(
    of subscription: UnsignedSubscription, isRenewal: Bool, at now: Instant
  ) -> UnsignedSubscription.Period {
    let period = subscription.lifecycle.period
    let id = CatalogProduct.ID(period.product.productID)
    let product = products.products[id]
    let offer = period.offer == nil ? nil : product?.introductoryOffer
    let free = product?.price.map { Money(milliunits: 0, currency: $0.currency) }
    return UnsignedSubscription.Period(
      signed: StoreTransaction(
        id: StoreTransaction.ID(identifier(of: period.transactionID)),
        originalID: subscription.id, product: id, group: product?.group,
        purchasedAt: period.start, expiresAt: period.end, isRenewal: isRenewal,
        offer: offer.map { StoreOffer(kind: .introductory, payment: $0.payment) },
        price: offer == nil ? product?.price : offer?.price ?? free, signedAt: now))
  }

  /// Returns what the store signs about a subscription: its newest transaction and what happens next.
  private func notification(of index: Int) -> Notification {
    let subscription = subscriptions[index]
    let transaction = subscription.current.map { [Fact.transaction($0.signed)] } ?? []
    return Notification(
      line: subscription.id, facts: transaction + [.renewal(subscription.renewal)])
  }
}

extension [Int] {
  /// The first or the last element; nil if there aren't any.
  fileprivate func pick(_ isFirst: Bool) -> Int? { isFirst ? first : last }
}

/// The products of a blueprint, as the engine and as the store's rules know them.
final class ProductsOnSale: Sendable {
  let products: [CatalogProduct.ID: CatalogProduct]
  /// The subscriptions among them.
  let subscriptions: [CatalogProduct.ID: PricedSubscription]

  init(_ products: [CatalogProduct]) {
    let prices = PriceList(
      Catalog(
        StoreKitConfiguration(products.map { WrittenProduct(product: $0) }, language: "en")))
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    subscriptions = self.products.compactMapValues { prices.subscription($0.id.rawValue) }
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

/// A purchase that does not renew.
struct UnsignedPurchase: Sendable {
  /// Its transaction as last signed.
  var signed: StoreTransaction
  /// What the store's rules say.
  var state: OneTimePurchase
}

extension CatalogProduct {
  /// The subscription group; for a product without one, a name of its own.
  var groupName: String { group?.rawValue ?? "product \(id)" }
}
