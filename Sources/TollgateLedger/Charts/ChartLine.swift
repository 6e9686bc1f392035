import Tollgate

/// The transactions of one purchase.
struct ChartLine: Sendable {
  /// The latest version of each transaction, in order of purchase.
  let transactions: [StoreTransaction]
  /// When the subscription ran, in order and without overlap; empty for other products.
  let spans: [ChartSpan]
  private let renewals: [StoreRenewal]
  /// The refunds that were requested, in no order that matters.
  let requests: [RefundRequest]
  /// The placement that led to it.
  let placement: Placement.ID?

  init(
    transactions: [StoreTransaction], renewals: [StoreRenewal], requests: [RefundRequest] = [],
    placement: Placement.ID? = nil
  ) {
    self.placement = placement
    self.transactions = transactions
    self.renewals = renewals
    self.requests = requests
    let periods = Self.periods(of: transactions)
    spans = periods.indices.compactMap { index in
      let payments = periods[index]
      let transaction = payments[0]
      guard transaction.group != nil, var end = transaction.expiresAt else { return nil }
      let next = periods[(index + 1)...].first?[0].purchasedAt ?? .distantFuture
      // A trial's own time is not extended by a first payment that fails.
      for renewal in renewals
      where transaction.offer?.payment != .freeTrial && transaction.purchasedAt <= renewal.signedAt
        && renewal.signedAt < next
      {
        end = max(end, renewal.graceEndsAt ?? end)
      }
      // Seats that were added to a period are paid until they are refunded, whatever else of it is.
      let revoked = payments.map { $0.revokedAt ?? end }.max() ?? end
      end = min(end, next, revoked)
      guard transaction.purchasedAt < end else { return nil }
      return ChartSpan(payments: payments, start: transaction.purchasedAt, end: end)
    }
  }

  /// The transactions of each period, in order: more than one if seats were added to it.
  private static func periods(of transactions: [StoreTransaction]) -> [[StoreTransaction]] {
    var periods: [[StoreTransaction]] = []
    for transaction in transactions {
      if let last = periods.last?[0], last.expiresAt != nil,
        last.expiresAt == transaction.expiresAt, last.product == transaction.product
      {
        periods[periods.count - 1].append(transaction)
      } else {
        periods.append([transaction])
      }
    }
    return periods
  }

  /// Whether the store had last signed, at an instant, that it renews; true if it had signed nothing.
  func willRenew(at instant: Instant) -> Bool {
    renewals.filter { $0.signedAt <= instant }.max { $0.signedAt < $1.signedAt }?.continues ?? true
  }

  /// What an active subscription is about to do.
  enum Status: Hashable, Sendable {
    case renewing, cancelled, billingIssue
  }

  /// What the subscription was about to do at an instant of a span.
  func status(of span: ChartSpan, at instant: Instant) -> Status {
    if let end = span.transaction.expiresAt, end <= instant { return .billingIssue }
    return willRenew(at: instant) ? .renewing : .cancelled
  }

  /// The instants of a span at which its status can change, in order, the start among them.
  func statusChanges(in span: ChartSpan) -> [Instant] {
    let changes = renewals.map(\.signedAt) + (span.transaction.expiresAt.map { [$0] } ?? [])
    return Set(changes.filter { span.start < $0 && $0 < span.end } + [span.start]).sorted()
  }

  /// Whether something was paid after a trial.
  func isConverted(_ trial: ChartSpan) -> Bool {
    spans.contains { $0.isPaid && trial.start < $0.start }
  }

  /// The transaction whose refund was requested.
  func transaction(of request: RefundRequest) -> StoreTransaction? {
    transactions.first { $0.id.rawValue == request.transaction.rawValue }
  }

  /// The paid span that contains an instant.
  func paid(at instant: Instant) -> ChartSpan? {
    spans.first { $0.isPaid && $0.contains(instant) }
  }

  /// The free trial; nil if there was none.
  var trial: ChartSpan? { spans.first(where: \.isTrial) }
  /// The times that were paid for, in order.
  var paidSpans: [ChartSpan] { spans.filter(\.isPaid) }
  /// The first time that was paid for; nil if there was none.
  var firstPaid: ChartSpan? { spans.first(where: \.isPaid) }
}

extension StoreTransaction {
  /// Whether something was paid for it.
  var isPayment: Bool { offer?.payment != .freeTrial && (price?.milliunits ?? 1) > 0 }
  /// What the customer has not got back, in thousandths; 0 without a price.
  var kept: Int64 { (price?.milliunits ?? 0) &- (returned?.milliunits ?? 0) }
}
