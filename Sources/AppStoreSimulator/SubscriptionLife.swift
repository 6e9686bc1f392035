import AppStore

/// One account's subscription in one group: a state machine without clock, signatures or randomness.
///
/// Every event returns the actions that a shell performs, in order.
struct SubscriptionLife: Hashable, Sendable {
  typealias Product = StoreKitConfiguration.Subscription

  /// The condition of the subscription.
  enum State: Hashable, Sendable {
    /// Paid until the period ends.
    case active

    /// Unpaid, with access until the instant; the second is when the store gives up.
    case grace(until: Milliseconds, retryUntil: Milliseconds)

    /// Unpaid, without access, until the store gives up.
    case retrying(until: Milliseconds)

    /// Ended.
    case expired(ExpirationIntent)

    /// Taken back.
    case revoked
  }

  /// What the store does beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Make the transaction of the current period.
    case charge(TransactionReason)

    /// Sign an older transaction again, replaced by an upgrade.
    case markUpgraded(transactionID: String)

    /// Sign the current transaction again with the instant at which its period now ends.
    case endPeriod(transactionID: String, at: Milliseconds)

    /// Send a notification with the current transaction and renewal info.
    case notify(NotificationType, Subtype?)
  }

  /// A paid, or free, stretch of time.
  struct Period: Hashable, Sendable {
    var transactionID: String
    var product: Product
    var start: Milliseconds
    var end: Milliseconds
    var price: Milliunits
    var offer: StoreKitConfiguration.Offer?
  }

  /// The rules that hold for every subscription of the store.
  struct Terms: Hashable, Sendable {
    var rate: RenewalRate
    var gracePeriod: GracePeriod
  }

  let originalTransactionID: String
  let originalPurchaseDate: Milliseconds
  let terms: Terms
  var state: State
  var period: Period
  var willRenew: Bool
  var nextProduct: Product
  var appAccountToken: String?

  /// When the present run of periods began, gaps of up to 60 days included.
  var runStart: Milliseconds

  /// Where the counting of periods began, and the number of the current one.
  private var anchor: Milliseconds
  private var number: Int

  /// Periods of a pay-as-you-go offer that are still to come.
  private(set) var offerPeriodsLeft: Int

  private var renewals: Int

  /// Begins the first subscription of the group; the shell charges and tells.
  init(
    product: Product, offer: StoreKitConfiguration.Offer?, transactionID: String,
    at now: Milliseconds, terms: Terms, appAccountToken: String?
  ) {
    originalTransactionID = transactionID
    originalPurchaseDate = now
    self.terms = terms
    self.appAccountToken = appAccountToken
    state = .active
    willRenew = true
    nextProduct = product
    runStart = now
    anchor = now
    number = 0
    offerPeriodsLeft = 0
    renewals = 0
    period = Period(
      transactionID: transactionID, product: product, start: now, end: now, price: .zero)
    begin(product, offer: offer, transactionID: transactionID, at: now)
  }

  /// When something happens next by itself; nil when nothing does.
  var due: Milliseconds? {
    switch state {
    case .active: period.end
    case .grace(let until, _): until
    case .retrying(let until): until
    case .expired, .revoked: nil
    }
  }

  /// Whether the customer has access.
  var isEntitled: Bool {
    switch state {
    case .active, .grace: true
    case .retrying, .expired, .revoked: false
    }
  }
}

extension SubscriptionLife {
  /// Starts counting periods of a product, with its offer first.
  mutating func begin(
    _ product: Product, offer: StoreKitConfiguration.Offer?, transactionID: String,
    at now: Milliseconds
  ) {
    anchor = now
    number = 0
    renewals = 0
    nextProduct = product
    offerPeriodsLeft = offer?.paymentMode == .payAsYouGo ? (offer?.numberOfPeriods ?? 1) - 1 : 0
    period = Period(
      transactionID: transactionID, product: product, start: now,
      end: end(of: product, offer: offer), price: offer?.price ?? product.price, offer: offer)
  }

  /// Follows the current period with the next at its end.
  mutating func continueWithNextPeriod(transactionID: String) {
    let start = period.end
    renewals += 1
    if offerPeriodsLeft > 0, nextProduct == period.product {
      offerPeriodsLeft -= 1
      number += 1
    } else if nextProduct != period.product || period.offer != nil {
      offerPeriodsLeft = 0
      period.offer = nil
      anchor = start
      number = 0
    } else {
      number += 1
    }
    let offer = period.offer
    period = Period(
      transactionID: transactionID, product: nextProduct, start: start,
      end: end(of: nextProduct, offer: offer), price: offer?.price ?? nextProduct.price,
      offer: offer)
  }

  /// Whether the next renewal is one more than the sandbox makes.
  var hasRenewedEnough: Bool {
    terms.rate.maximumRenewals.map { renewals >= $0 } ?? false
  }

  /// The price of the next period; nil when there is none.
  var renewalPrice: Milliunits? {
    guard willRenew else { return nil }
    return offerPeriodsLeft > 0 ? period.price : nextProduct.price
  }

  private func end(of product: Product, offer: StoreKitConfiguration.Offer?) -> Milliseconds {
    guard let offer else { return terms.rate.end(of: number, product.period, from: anchor) }
    switch offer.paymentMode {
    case .payAsYouGo: return terms.rate.end(of: number, offer.period, from: anchor)
    case .free, .payUpFront:
      return terms.rate.end(of: offer.numberOfPeriods - 1, offer.period, from: anchor)
    }
  }
}
