import Tollgate

/// A change of a measure.
struct ChartStep: Sendable {
  /// What changes it, by which charts are divided.
  enum Origin: Sendable {
    case customer
    /// A transaction, if it is known, of a purchase to which a placement led.
    case purchase(StoreTransaction?, Placement.ID?)
    case view(PaywallEvent)
  }

  let at: Instant
  /// The change, and that of what the measure is a share of.
  let amount: ChartAmount
  let currency: String?
  /// How many periods after its own a cohort has changed; nil if the chart has none.
  let age: Int?
  let origin: Origin

  init(
    at instant: Instant, _ value: Int64, of base: Int64 = 0, currency: String? = nil,
    age: Int? = nil, by origin: Origin = .customer
  ) {
    at = instant
    amount = ChartAmount(value: value, base: base)
    self.currency = currency
    self.age = age
    self.origin = origin
  }

  /// The transaction that changes it.
  var transaction: StoreTransaction? {
    if case .purchase(let transaction, _) = origin { transaction } else { nil }
  }
}

extension ChartLine {
  /// A change by a transaction of the purchase.
  func step(
    at instant: Instant, _ value: Int64, of base: Int64 = 0, _ transaction: StoreTransaction?,
    currency: String? = nil, age: Int? = nil
  ) -> ChartStep {
    ChartStep(
      at: instant, value, of: base, currency: currency, age: age,
      by: .purchase(transaction, placement))
  }

  /// The changes of a measure that counts the purchase while a span lasts.
  func steps(during span: ChartSpan) -> [ChartStep] {
    [step(at: span.start, 1, span.transaction), step(at: span.end, -1, span.transaction)]
  }
}

/// What charts of one customer or unclaimed purchase are counted from.
struct ChartBasis: Sendable {
  let person: ChartPerson
  /// The purchases that the person has.
  let lines: [ChartLine]
  /// The instant from which on nothing is known; in the distant future for what the tables keep.
  let known: Instant
  /// The billing periods of products, by which prices become monthly ones.
  let billing: [CatalogProduct.ID: Period]
  /// How soon after a new customer was first seen a conversion counts.
  let window: Period

  init(
    _ person: ChartPerson, knownAt known: Instant = .distantFuture,
    billing: [CatalogProduct.ID: Period], window: Period = ChartQuery.defaultWindow
  ) {
    self.person = person
    lines = person.lines
    self.known = known
    self.billing = billing
    self.window = window
  }

  /// Whether an instant is in the part of a period that is known.
  func knows(_ instant: Instant, in period: ChartPeriod) -> Bool {
    period.contains(instant) && instant < known
  }

  /// The value of a segment to which a change belongs.
  func name(of segment: ChartSegment, for step: ChartStep) -> String {
    switch (segment, step.origin) {
    case (.product, _): step.transaction?.product.rawValue ?? ChartSegment.unknown
    case (.country, _): person.country ?? ChartSegment.unknown
    case (.offer, _): step.transaction?.offer?.kind.rawValue ?? ChartSegment.missing
    case (.placement, .purchase(_, let placement)): placement?.rawValue ?? ChartSegment.missing
    case (.placement, .view(let view)): view.placement?.rawValue ?? ChartSegment.missing
    case (.paywall, .view(let view)): view.paywall.rawValue
    case (.feature, .view(let view)): view.feature?.rawValue ?? ChartSegment.missing
    case (.placement, _), (.paywall, _), (.feature, _): ChartSegment.missing
    case (.variant(let experiment), _):
      person.variant(in: experiment)?.rawValue ?? ChartSegment.missing
    }
  }
}
