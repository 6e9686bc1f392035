import Tollgate

/// The time in which one transaction gave a subscription.
struct ChartSpan: Sendable {
  let transaction: StoreTransaction
  let start: Instant
  /// The earliest of the refund, the next transaction of the subscription and the end of the period or its grace period.
  let end: Instant

  /// Whether it is a free trial.
  var isTrial: Bool { transaction.offer?.payment == .freeTrial }
  /// Whether it was paid; a transaction that was signed without a price counts as paid.
  var isPaid: Bool { !isTrial && (transaction.price?.milliunits ?? 1) > 0 }

  func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  /// The price for a month, rounded half away from zero to a thousandth; nil without a price.
  ///
  /// - Parameter periods: The products' billing periods; the signed length counts for others, and for an offer that is
  ///   paid up front.
  /// - Returns: The price.
  func monthlyPrice(periods: [CatalogProduct.ID: Period]) -> Money? {
    guard let price = transaction.price else { return nil }
    let known = transaction.offer?.payment == .payUpFront ? nil : periods[transaction.product]
    let (numerator, denominator) = known.map(Self.monthly) ?? signedMonthly
    return Money(
      milliunits: price.milliunits.scaled(by: numerator, over: denominator),
      currency: price.currency)
  }

  private static func monthly(_ period: Period) -> (Int64, Int64) {
    let count = Int64(period.count)
    switch period.unit {
    case .minute, .hour: return (30, 1)
    case .day: return (30, count)
    case .week: return (4, count)
    case .month: return (1, count)
    case .year: return (1, 12 * count)
    }
  }

  private var signedMonthly: (Int64, Int64) {
    let length = (transaction.expiresAt ?? start).milliseconds - start.milliseconds
    let days = max(1, length.scaled(by: 1, over: Instant.millisecondsPerDay))
    for (months, range) in Self.months where range.contains(days) { return (1, months) }
    return days % 7 == 0 ? (4, days / 7) : (30, days)
  }

  /// The possible lengths of the periods that the App Store sells, in days.
  private static let months: [(Int64, ClosedRange<Int64>)] = [
    (1, 28...31), (2, 59...62), (3, 89...92), (6, 181...184), (12, 365...366),
  ]
}

/// The transactions of one purchase, and the customer who has it.
struct ChartLine: Sendable {
  let customer: Customer.ID
  /// The latest version of each transaction, in order of purchase.
  let transactions: [StoreTransaction]
  /// When the subscription ran, in order and without overlap; empty for other products.
  let spans: [ChartSpan]
  /// Whether the store last signed that it renews; true if it signed nothing.
  let willRenew: Bool

  init(customer: Customer.ID, transactions: [StoreTransaction], renewals: [StoreRenewal]) {
    self.customer = customer
    self.transactions = transactions
    willRenew = renewals.max { $0.signedAt < $1.signedAt }?.willRenew ?? true
    spans = transactions.indices.compactMap { index in
      let transaction = transactions[index]
      guard transaction.group != nil, var end = transaction.expiresAt else { return nil }
      let next = transactions[(index + 1)...].first?.purchasedAt ?? .distantFuture
      for renewal in renewals
      where transaction.purchasedAt <= renewal.signedAt && renewal.signedAt < next {
        end = max(end, renewal.graceEndsAt ?? end)
      }
      end = min(end, next, transaction.revokedAt ?? end)
      guard transaction.purchasedAt < end else { return nil }
      return ChartSpan(transaction: transaction, start: transaction.purchasedAt, end: end)
    }
  }

  /// The paid span that contains an instant.
  func paid(at instant: Instant) -> ChartSpan? {
    spans.first { $0.isPaid && $0.contains(instant) }
  }

  var trial: ChartSpan? { spans.first(where: \.isTrial) }
  var firstPaid: ChartSpan? { spans.first(where: \.isPaid) }
}
