import Tollgate

/// The changes of measures that follow from what a customer has bought, one for each measure, hour, product, offer and
/// currency.
struct ChartSteps {
  /// What two changes have in common if they are one.
  private struct Key: Hashable {
    let measure: ChartMeasure
    let hour: Int64
    let product: String?
    let offer: String?
    let currency: String?

    /// The place among the changes of a customer.
    var order: (String, Int64, String, String, String) {
      (measure.rawValue, hour, product ?? "", offer ?? "", currency ?? "")
    }
  }

  /// The billing periods of products, by which prices become monthly ones.
  private let billing: [CatalogProduct.ID: Period]
  private var amounts: [Key: ChartAmount] = [:]

  /// Creates the changes of a customer of whom nothing is known yet.
  init(billing: [CatalogProduct.ID: Period]) { self.billing = billing }

  /// The changes that are not zero, in a fixed order.
  var sorted: [ChartStep] {
    amounts.filter { $0.value != ChartAmount() }.sorted { $0.key.order < $1.key.order }
      .map { key, amount in
        ChartStep(
          measure: key.measure, hour: key.hour, product: key.product, offer: key.offer,
          currency: key.currency, value: amount.value, base: amount.base)
      }
  }

  /// Counts a customer who was first seen at an instant.
  mutating func count(newCustomerAt firstSeen: Instant, with lines: [ChartLine]) {
    let end = firstSeen.adding(ChartQuery.defaultWindow)
    let bought = lines.flatMap(\.transactions).filter { $0.purchasedAt < end }
    add(.newCustomers, at: firstSeen, 1)
    add(.initialConversion, at: firstSeen, bought.isEmpty ? 0 : 1, of: 1)
    add(.payingConversion, at: firstSeen, bought.contains(where: \.isPayment) ? 1 : 0, of: 1)
  }

  /// Counts a purchase of a customer who was first seen at an instant; nil if nobody has claimed it.
  mutating func count(_ line: ChartLine, of firstSeen: Instant?) {
    for span in line.spans { count(span, of: line) }
    if let first = line.firstPaid {
      add(.newSubscriptions, at: first.start, 1, first.transaction)
      if let price = first.monthlyPrice(at: first.start, periods: billing) {
        add(
          .newMRR, at: first.start, price.milliunits, first.transaction, currency: price.currency)
      }
    }
    if let firstSeen, let trial = line.trial {
      add(
        .trialConversion, at: firstSeen, line.isConverted(trial) ? 1 : 0, of: 1, trial.transaction)
    }
    for request in line.requests {
      let transaction = line.transaction(of: request)
      let isRefunded = transaction?.isRefunded ?? false
      add(.refundRequests, at: request.askedAt, 1, transaction, isPurchase: true)
      add(
        .refundedRequests, at: request.askedAt, isRefunded ? 1 : 0, of: 1, transaction,
        isPurchase: true)
    }
    for transaction in line.transactions where transaction.isPayment {
      let at = transaction.purchasedAt
      add(.refundRate, at: at, transaction.isRefunded ? 1 : 0, of: 1, transaction)
      guard let price = transaction.price, let returned = transaction.returned else { continue }
      add(.grossRevenue, at: at, price.milliunits, transaction, currency: price.currency)
      add(.refunds, at: at, returned.milliunits, transaction, currency: price.currency)
    }
  }

  /// Counts a time in which a subscription or its trial ran: its start, its end, and the changes of its status.
  private mutating func count(_ span: ChartSpan, of line: ChartLine) {
    let transaction = span.transaction
    if span.isTrial {
      add(.trials, at: span.start, 1, transaction)
      add(.trials, at: span.end, -1, transaction)
      add(.newTrials, at: span.start, 1, transaction)
      add(.endedTrials, at: span.end, 1, transaction)
    }
    guard span.isPaid else { return }
    add(.active, at: span.start, 1, transaction)
    add(.active, at: span.end, -1, transaction)
    addPrice(of: span)
    var last: ChartMeasure?
    for instant in line.statusChanges(in: span) {
      let status = ChartMeasure(line.status(of: span, at: instant))
      guard status != last else { continue }
      if let last { add(last, at: instant, -1, transaction) }
      add(status, at: instant, 1, transaction)
      last = status
    }
    if let last { add(last, at: span.end, -1, transaction) }
  }

  /// Adds the monthly price of a span to MRR, and what it changes by while the span lasts; nothing if it is unknown.
  private mutating func addPrice(of span: ChartSpan) {
    var last: Int64 = 0
    for instant in span.priceChanges {
      guard let price = span.monthlyPrice(at: instant, periods: billing) else { return }
      add(
        .mrr, at: instant, price.milliunits - last, span.transaction, currency: price.currency)
      last = price.milliunits
    }
    add(.mrr, at: span.end, -last, span.transaction, currency: span.transaction.price?.currency)
  }

  /// Adds to a measure in the hour of an instant; a measure of purchases has a product and an offer, known or not.
  private mutating func add(
    _ measure: ChartMeasure, at instant: Instant, _ value: Int64, of base: Int64 = 0,
    _ transaction: StoreTransaction? = nil, isPurchase: Bool = false, currency: String? = nil
  ) {
    let isOfPurchase = isPurchase || transaction != nil
    let key = Key(
      measure: measure, hour: instant.hours,
      product: isOfPurchase ? ChartSegment.product(of: transaction) : nil,
      offer: isOfPurchase ? ChartSegment.offer(of: transaction) : nil, currency: currency)
    amounts[key, default: ChartAmount()].value += value
    amounts[key, default: ChartAmount()].base += base
  }
}

extension ChartMeasure {
  /// The measure of the subscriptions that a chart of statuses counts.
  fileprivate init(_ status: ChartLine.Status) {
    switch status {
    case .renewing: self = .renewing
    case .cancelled: self = .cancelled
    case .billingIssue: self = .billingIssues
    }
  }
}
