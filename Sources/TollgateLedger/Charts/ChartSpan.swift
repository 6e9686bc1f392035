import Tollgate

/// The time in which one period of a subscription ran.
struct ChartSpan: Sendable {
  /// What was paid for it, in order of purchase: more than one transaction if seats were added.
  private let payments: [StoreTransaction]
  let start: Instant
  /// The earliest of the refund, the next period of the subscription and the end of the period or its grace period.
  let end: Instant

  init(payments: [StoreTransaction], start: Instant, end: Instant) {
    self.payments = payments
    self.start = start
    self.end = end
  }

  /// The transaction that began it.
  var transaction: StoreTransaction { payments[0] }

  var isTrial: Bool { transaction.offer?.payment == .freeTrial }
  /// Whether it was paid; a transaction that was signed without a price counts as paid.
  var isPaid: Bool { !isTrial && (transaction.price?.milliunits ?? 1) > 0 }

  /// Whether a refund ended what began it, and not an upgrade.
  var isRefunded: Bool { transaction.revokedAt != nil && !transaction.isUpgraded }

  /// Whether it includes an instant; its end belongs to what follows.
  func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  /// The instants at which its price can change, in order: its start, and when seats were added or refunded.
  var priceChanges: [Instant] {
    let changes = payments.flatMap {
      [$0.purchasedAt] + [$0.revokedAt, $0.refund?.at].compactMap(\.self)
    }
    return Set(changes.filter { start < $0 && $0 < end } + [start]).sorted()
  }

  /// The price for a month at an instant of it, rounded half away from zero to a thousandth; nil without a price.
  ///
  /// Added seats count from their purchase on, and refunded ones until then.
  ///
  /// - Parameter periods: The products' billing periods; the signed length counts for others, for an offer that is paid
  ///   up front and for a bill of a commitment.
  func monthlyPrice(at instant: Instant, periods: [CatalogProduct.ID: Period]) -> Money? {
    guard let currency = transaction.price?.currency else { return nil }
    let price = payments.reduce(Int64(0)) { $0 + Self.price(of: $1, in: currency, at: instant) }
    // A bill of a commitment pays for a month of a product with a longer period.
    let isSigned = transaction.offer?.payment == .payUpFront || transaction.commitment != nil
    let known = isSigned ? nil : periods[transaction.product]
    let (numerator, denominator) = known.map(Self.monthly) ?? signedMonthly
    return Money(milliunits: price.scaled(by: numerator, over: denominator), currency: currency)
  }

  /// What is paid for a whole period by one of its transactions, at an instant.
  private static func price(
    of payment: StoreTransaction, in currency: String, at instant: Instant
  ) -> Int64 {
    guard let price = payment.price, price.currency == currency, payment.purchasedAt <= instant,
      payment.revokedAt.map({ instant < $0 }) ?? true
    else { return 0 }
    let isReduced = payment.refund.map { $0.at <= instant } ?? false
    return isReduced ? payment.kept : price.milliunits
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
