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

  /// Whether it includes an instant; its end belongs to what follows.
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
    let length = (transaction.expiresAt ?? start).since(start)
    let days = max(1, length.scaled(by: 1, over: Instant.millisecondsPerDay))
    for (months, range) in Self.months where range.contains(days) { return (1, months) }
    return days % 7 == 0 ? (4, days / 7) : (30, days)
  }

  /// The possible lengths of the periods that the App Store sells, in days.
  private static let months: [(Int64, ClosedRange<Int64>)] = [
    (1, 28...31), (2, 59...62), (3, 89...92), (6, 181...184), (12, 365...366),
  ]
}
