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

  /// Instants that include the first and the last at which it counts.
  var bounds: [Instant] {
    transactions.map(\.purchasedAt) + spans.map(\.end) + requests.map(\.askedAt)
  }

  /// Whether the store had last signed, at an instant, that it renews; true if it had signed nothing.
  func willRenew(at instant: Instant) -> Bool {
    renewals.filter { $0.signedAt <= instant }.max { $0.signedAt < $1.signedAt }?.willRenew ?? true
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
  /// The first time that was paid for; nil if there was none.
  var firstPaid: ChartSpan? { spans.first(where: \.isPaid) }
}

extension StoreTransaction {
  /// Whether something was paid for it.
  var isPayment: Bool { offer?.payment != .freeTrial && (price?.milliunits ?? 1) > 0 }
  /// Whether it was refunded, and not replaced by an upgrade.
  var isRefunded: Bool { revokedAt != nil && !isUpgraded }
}
