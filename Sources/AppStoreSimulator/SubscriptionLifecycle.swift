import TollgateAppStore

/// One account's subscription in one group: a state machine without clock, signatures or randomness.
///
/// Every event returns the actions that a shell performs, in order.
struct SubscriptionLifecycle: Sendable {
  /// The condition of the subscription.
  enum State: Hashable, Sendable {
    /// Paid until the period ends.
    case active

    /// Unpaid, with access until the instant; the second is when the store gives up.
    case grace(until: Instant, retryUntil: Instant)

    /// Unpaid, without access, until the store gives up.
    case retrying(until: Instant)

    /// Ended.
    case expired(ExpirationIntent)

    /// Revoked.
    case revoked
  }

  /// An action of the store beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Create the transaction of the current period.
    case charge(TransactionReason)

    /// Sign an older transaction again as replaced by an upgrade; the refunded share of its price is in thousandths of
    /// a percent, nil if nothing is refunded.
    case replace(transactionID: TransactionNumber, refundedShare: Int?)

    /// Sign the current transaction again with the new end of its period.
    case endPeriod(transactionID: TransactionNumber, at: Instant)

    /// Send a notification with the current transaction and renewal info.
    case notify(NotificationType, Subtype?)
  }

  /// A paid or free span of time.
  struct BillingPeriod: Sendable {
    var transactionID: TransactionNumber
    var product: Product
    var start: Instant
    var end: Instant
    var price: Milliunits
    var discount: Discount?
  }

  /// The rules for every subscription of the store.
  struct Terms: Hashable, Sendable {
    var rate: RenewalRate
    var gracePeriod: GracePeriod
  }

  var originalTransactionID: TransactionNumber
  var originalPurchaseDate: Instant
  var terms: Terms
  var state: State
  var period: BillingPeriod
  var willRenew: Bool
  var nextProduct: Product

  /// The number of the app's UUID in the book.
  var appAccountToken: UInt32

  /// The offer that starts with the next period.
  var nextDiscount: Discount?

  /// The price increase that the customer was notified of.
  var priceIncrease: PriceIncrease?

  /// When the renewal date was extended.
  var extensions: [Instant] = []

  /// Whether it is a family member's view of another account's subscription.
  var isShared = false

  /// When the current run of periods began; gaps of up to 60 days do not end a run.
  var runStart: Instant

  /// The start from which periods are counted, and the number of the current one.
  var anchor: Instant
  var number: Int

  /// The remaining periods of a pay-as-you-go offer.
  private(set) var offerPeriodsLeft: Int

  private var renewals: Int

  /// Starts the first subscription of the group; the shell charges and notifies.
  init(
    product: Product, discount: Discount?, transactionID: TransactionNumber,
    at now: Instant, terms: Terms, appAccountToken: UInt32
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
    period = BillingPeriod(
      transactionID: transactionID, product: product, start: now, end: now, price: .zero)
    begin(product, discount: discount, transactionID: transactionID, at: now)
  }

  /// The instant of the next scheduled event, or nil if there isn't one.
  var due: Instant? {
    guard !isShared else { return nil }
    switch state {
    case .active: return period.end
    case .grace(let until, _): return until
    case .retrying(let until): return until
    case .expired, .revoked: return nil
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

extension SubscriptionLifecycle {
  /// Starts counting periods of a product, with its offer first.
  mutating func begin(
    _ product: Product, discount: Discount?, transactionID: TransactionNumber,
    at now: Instant
  ) {
    anchor = now
    number = 0
    renewals = 0
    nextProduct = product
    nextDiscount = nil
    priceIncrease = nil
    offerPeriodsLeft = discount?.periodsAfterFirst ?? 0
    period = BillingPeriod(
      transactionID: transactionID, product: product, start: now,
      end: end(of: product, discount), price: discount?.offer.price ?? product.price,
      discount: discount)
  }

  /// Continues with the next period at the current one's end.
  mutating func continueWithNextPeriod(transactionID: TransactionNumber) {
    let start = period.end
    var discount = period.discount
    renewals += 1
    if let nextDiscount {
      discount = nextDiscount
      self.nextDiscount = nil
      offerPeriodsLeft = nextDiscount.periodsAfterFirst
      (anchor, number) = (start, 0)
    } else if offerPeriodsLeft > 0, continuesProduct {
      offerPeriodsLeft -= 1
      number += 1
    } else if !continuesProduct || discount != nil {
      offerPeriodsLeft = 0
      discount = nil
      (anchor, number) = (start, 0)
    } else {
      number += 1
    }
    if discount == nil { priceIncrease = nil }
    period = BillingPeriod(
      transactionID: transactionID, product: nextProduct, start: start,
      end: end(of: nextProduct, discount), price: discount?.offer.price ?? nextProduct.price,
      discount: discount)
  }

  /// Counts later periods from the end of the current one.
  mutating func countPeriodsAnew() {
    (anchor, number) = (period.end, -1)
  }

  /// Whether the next period is one of the same product.
  var continuesProduct: Bool { nextProduct.productID == period.product.productID }

  /// The offer of the next period; nil for the regular price.
  var comingDiscount: Discount? {
    nextDiscount ?? (offerPeriodsLeft > 0 && continuesProduct ? period.discount : nil)
  }

  /// Whether the subscription has reached the sandbox's limit of renewals.
  var hasRenewedEnough: Bool {
    terms.rate.maximumRenewals.map { renewals >= $0 } ?? false
  }

  /// The price of the next period, or nil if there isn't one.
  var renewalPrice: Milliunits? {
    guard willRenew else { return nil }
    return comingDiscount?.offer.price ?? comingIncrease?.product.price ?? nextProduct.price
  }

  private func end(of product: Product, _ discount: Discount?) -> Instant {
    guard let offer = discount?.offer else {
      return terms.rate.end(of: number, product.period, from: anchor)
    }
    switch offer.paymentMode {
    case .payAsYouGo: return terms.rate.end(of: number, offer.period, from: anchor)
    case .free, .payUpFront:
      return terms.rate.end(of: offer.numberOfPeriods - 1, offer.period, from: anchor)
    }
  }
}
