import ArgumentParser
import Tollgate
import TollgateLedger

/// Which periods a chart is counted for, and when it is known.
struct ChartPeriodOptions: ParsableArguments {
  @Option(help: "The length of a period, in UTC; weeks begin on Monday.")
  var period = ChartPeriod.Length.month

  @Option(
    help: ArgumentHelp(
      "Count from the period of this day on. (default: the last 12)", valueName: "day"))
  var from: String?

  @Option(
    help: ArgumentHelp("Count to the period of this day. (default: --as-of)", valueName: "day"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Leave out what was recorded from this instant on. (default: now)", valueName: "instant"))
  var asOf: String?

  var known: Instant? { asOf.flatMap { Instant($0) } }

  func validate() throws {
    try Instant.validate(["from": from, "to": to, "as-of": asOf])
    if let from = from.flatMap({ Instant($0) }), let to = to.flatMap({ Instant($0) }), to < from {
      throw ValidationError("--to must not be earlier than --from.")
    }
  }

  /// The periods, if the chart is known at an instant.
  ///
  /// - Throws: ``ChartError`` if there are too many, or none.
  func periods(knownAt known: Instant) throws(ChartError) -> [ChartPeriod] {
    try ChartPeriod.range(
      period, from: from.flatMap { Instant($0) }, to: to.flatMap { Instant($0) }, knownAt: known)
  }
}

/// What a chart is divided and filtered by.
struct ChartSegmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Divide by product, country, offer, placement, paywall, feature or variant:EXPERIMENT.",
      valueName: "segment"))
  var by: ChartSegment?

  @Option(help: ArgumentHelp("Count this product; repeat for several.", valueName: "id"))
  var product: [String] = []

  @Option(help: ArgumentHelp("Count customers in this country.", valueName: "code"))
  var country: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count what was bought with this offer: none, introductory, promotional, code or winBack.",
      valueName: "kind"))
  var offer: [String] = []

  @Option(help: ArgumentHelp("Count what this placement led to.", valueName: "id"))
  var placement: [String] = []

  @Option(help: ArgumentHelp("Count views of this paywall.", valueName: "id"))
  var paywall: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count views of paywalls that this feature's denial showed.", valueName: "id")
  )
  var feature: [String] = []

  @Option(
    help: ArgumentHelp("Count customers with this variant.", valueName: "experiment=variant"))
  var variant: [ChartVariant] = []

  func apply(to query: inout ChartQuery) {
    query.segment = by
    for (segment, values) in [
      (ChartSegment.product, product), (.country, country), (.offer, offer),
      (.placement, placement), (.paywall, paywall), (.feature, feature),
    ] where !values.isEmpty { query.filters[segment] = Set(values) }
    for variant in variant {
      query.filters[.variant(variant.experiment), default: []].insert(variant.variant)
    }
  }
}

/// A variant of an experiment on the command line.
struct ChartVariant: ExpressibleByArgument {
  let experiment: Experiment.ID
  let variant: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    experiment = Experiment.ID(String(parts[0]))
    variant = String(parts[1])
  }
}

/// How a chart's amounts and shares are computed.
struct ChartAmountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Convert amounts to this currency, with --rate.", valueName: "currency"))
  var currency: String?

  @Option(
    help: ArgumentHelp(
      "What one unit of another currency is worth; repeat for several.", valueName: "currency=rate")
  )
  var rate: [ChartRate] = []

  @Option(
    help: ArgumentHelp(
      "The commission and taxes that `proceeds` leaves out.", valueName: "percent"))
  var deductions = 0

  @Option(
    help: ArgumentHelp(
      "How many days after the first a conversion of a new customer counts.", valueName: "days"))
  var window = 7

  func validate() throws {
    if !rate.isEmpty, currency == nil { throw ValidationError("--rate needs --currency.") }
    guard (0...100).contains(deductions) else {
      throw ValidationError("--deductions must be from 0 to 100.")
    }
    guard (1...365).contains(window) else {
      throw ValidationError("--window must be from 1 to 365.")
    }
  }

  func apply(to query: inout ChartQuery) throws {
    if let currency {
      query.rates = ExchangeRates(
        to: currency, Dictionary(rate.map { ($0.currency, $0.rate) }) { $1 })
    }
    query.deductions = Int64(deductions) * 10
    query.window = Period(window, .day)
  }
}

/// An exchange rate on the command line.
struct ChartRate: ExpressibleByArgument {
  let currency: String
  let rate: ExchangeRates.Rate

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let rate = ExchangeRates.Rate(String(parts[1]))
    else { return nil }
    currency = String(parts[0])
    self.rate = rate
  }
}

extension ChartSegment: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
