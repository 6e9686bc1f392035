import AppStore

/// One account's subscription in one group: a state machine without clock, signatures or randomness.
///
/// Every event returns the actions that a shell performs, in order.
struct SubscriptionLife: Sendable {
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

    /// Sign an older transaction again, replaced by an upgrade; the share of its price that is paid back
    /// is in thousandths of a percent, nil when nothing is.
    case replace(transactionID: TransactionNumber, refundedShare: Int?)

    /// Sign the current transaction again with the instant at which its period now ends.
    case endPeriod(transactionID: TransactionNumber, at: Milliseconds)

    /// Send a notification with the current transaction and renewal info.
    case notify(NotificationType, Subtype?)
  }

  /// A paid, or free, stretch of time.
  struct Period: Sendable {
    var transactionID: TransactionNumber
    var product: Product
    var start: Milliseconds
    var end: Milliseconds
    var price: Milliunits
    var discount: Discount?
  }

  /// The rules that hold for every subscription of the store.
  struct Terms: Hashable, Sendable {
    var rate: RenewalRate
    var gracePeriod: GracePeriod
  }

  var originalTransactionID: TransactionNumber
  var originalPurchaseDate: Milliseconds
  var terms: Terms
  var state: State
  var period: Period
  var willRenew: Bool
  var nextProduct: Product

  /// The number of the app's UUID in the book.
  var appAccountToken: UInt32

  /// The offer that begins with the next period.
  var nextDiscount: Discount?

  /// The higher price that the customer was told of.
  var priceIncrease: PriceIncrease?

  /// When the renewal date was extended.
  var extensions: [Milliseconds] = []

  /// Whether it is a family member's view of another account's subscription.
  var isShared = false

  /// When the present run of periods began, gaps of up to 60 days included.
  var runStart: Milliseconds

  /// Where the counting of periods began, and the number of the current one.
  var anchor: Milliseconds
  var number: Int

  /// Periods of a pay-as-you-go offer that are still to come.
  private(set) var offerPeriodsLeft: Int

  private var renewals: Int

  /// Begins the first subscription of the group; the shell charges and tells.
  init(
    product: Product, discount: Discount?, transactionID: TransactionNumber,
    at now: Milliseconds, terms: Terms, appAccountToken: UInt32
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
    begin(product, discount: discount, transactionID: transactionID, at: now)
  }

  /// When something happens next by itself; nil when nothing does.
  var due: Milliseconds? {
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

extension SubscriptionLife {
  /// Starts counting periods of a product, with its offer first.
  mutating func begin(
    _ product: Product, discount: Discount?, transactionID: TransactionNumber,
    at now: Milliseconds
  ) {
    anchor = now
    number = 0
    renewals = 0
    nextProduct = product
    nextDiscount = nil
    priceIncrease = nil
    offerPeriodsLeft = discount?.periodsAfterFirst ?? 0
    period = Period(
      transactionID: transactionID, product: product, start: now,
      end: end(of: product, discount), price: discount?.offer.price ?? product.price,
      discount: discount)
  }

  /// Follows the current period with the next at its end.
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
    period = Period(
      transactionID: transactionID, product: nextProduct, start: start,
      end: end(of: nextProduct, discount), price: discount?.offer.price ?? nextProduct.price,
      discount: discount)
  }

  /// Counts the periods that follow from the end of the current one.
  mutating func countPeriodsAnew() {
    (anchor, number) = (period.end, -1)
  }

  /// Whether the next period is one of the same product.
  var continuesProduct: Bool { nextProduct.productID == period.product.productID }

  /// The offer that the next period has; nil for the regular price.
  var comingDiscount: Discount? {
    nextDiscount ?? (offerPeriodsLeft > 0 && continuesProduct ? period.discount : nil)
  }

  /// Whether the next renewal is one more than the sandbox makes.
  var hasRenewedEnough: Bool {
    terms.rate.maximumRenewals.map { renewals >= $0 } ?? false
  }

  /// The price of the next period; nil when there is none.
  var renewalPrice: Milliunits? {
    guard willRenew else { return nil }
    return comingDiscount?.offer.price ?? comingIncrease?.product.price ?? nextProduct.price
  }

  private func end(of product: Product, _ discount: Discount?) -> Milliseconds {
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
