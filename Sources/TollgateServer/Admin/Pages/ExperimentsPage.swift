import Foundation
import Tollgate
import TollgateLedger

/// The experiments of the blueprint that is served: what customers with each variant bought, and what follows from it.
struct ExperimentsPage: Sendable {
  /// A variant of an experiment.
  struct Row: Sendable {
    let variant: String
    /// Its share among the experiment's variants.
    let share: String
    let customers: Int
    /// How many customers it should have; nil while there are too few to say.
    let expected: String?
    let trials: Int
    let paid: String
    let revenue: String
    let refunds: Int
    /// What was refunded; nil for nothing.
    let refunded: String?
    /// How it differs from the first variant; nil for that one, and while there are too few customers.
    let difference: String?
    let interval: String
  }

  struct Entry: Sendable {
    /// The name of its heading within the page.
    let id: String
    let name: String
    /// What may be concluded: a sentence for each variant that is compared, or that something is wrong.
    let conclusions: [String]
    let isWrong: Bool
    /// The variant with which the others are compared.
    let first: String
    let variants: [Row]
    /// Since when there are customers, which of them take part, and who is left out.
    let details: String
  }

  let app: String
  /// Whether the blueprint has no experiments.
  let isEmpty: Bool
  /// The greatest number of customers that are read, if the app has more; nil otherwise.
  let limit: Int?
  /// The experiments; none if the app has too many customers.
  let experiments: [Entry]
  let isCounted: Bool

  /// Lists the experiments of the blueprint that is served, with what a report says of each.
  ///
  /// - Parameter report: The report; nil if the app has too many customers.
  init(_ report: VariantReport?, for visit: AdminVisit) {
    let all = visit.app.blueprint.definition.experiments
    app = visit.app.id.rawValue
    isEmpty = all.isEmpty
    limit = report == nil ? OperatorService.chartCustomerLimit : nil
    experiments =
      report.map { report in
        all.enumerated().map { Entry($1, in: report, id: "experiment-\($0)") }
      } ?? []
    isCounted = !experiments.isEmpty
  }
}

extension ExperimentsPage.Entry {
  fileprivate init(_ experiment: Experiment, in report: VariantReport, id: String) {
    let (arms, shares) = (report.arms(of: experiment), report.shares(of: experiment))
    let comparisons = report.comparisons(of: experiment)
    let first = experiment.variants.first?.id.rawValue ?? ""
    self.id = id
    name = experiment.id.rawValue
    self.first = first
    isWrong = shares.isAlarming
    if let pValue = shares.pValue, shares.isAlarming {
      conclusions = [
        "No conclusion is possible: the split of customers differs from the expected shares by more than chance explains (\(pValue.asPValue)).",
        "If the weights were changed, compare the customers who came later, with `tollgate variants --since`.",
      ]
    } else if comparisons.isEmpty {
      conclusions = ["There is nothing to compare with a single variant."]
    } else {
      conclusions = comparisons.enumerated().map { index, comparison in
        comparison.sentence(
          experiment.variants[index + 1].id.rawValue, arms[index + 1], against: first, arms[0])
      }
    }
    let weight = experiment.variants.reduce(0) { $0 + $1.weight }
    variants = experiment.variants.enumerated().map { index, variant in
      let comparison = index == 0 || shares.isAlarming ? nil : comparisons[index - 1]
      return ExperimentsPage.Row(
        variant.id.rawValue, arms[index], comparison,
        share: weight == 0 ? 0 : Double(variant.weight) / Double(weight),
        expected: shares.pValue == nil ? nil : shares.expected[index])
    }
    let early = report.earlyBuyers(in: experiment.id)
    let start = arms.compactMap(\.since).min()
    var notes = [start.map { "Since \($0.minute) UTC." } ?? "It has no customers yet."]
    if experiment.traffic < 100 { notes.append("\(experiment.traffic) % of customers take part.") }
    if early > 0 {
      let customers = early == 1 ? "1 customer" : "\(early) customers"
      notes.append("Left out: \(customers) who bought before being shown anything.")
    }
    details = notes.joined(separator: " ")
  }
}

extension ExperimentsPage.Row {
  fileprivate init(
    _ variant: String, _ arm: VariantReport.Arm, _ comparison: RateComparison?, share: Double,
    expected: Double?
  ) {
    self.variant = variant
    self.share = share.asPercentage
    customers = arm.customers
    self.expected = expected.map { String(format: "%.0f", $0) }
    trials = arm.trials
    paid =
      arm.customers == 0
      ? "-" : "\(arm.rate.asPercentage) (\(arm.payers) of \(arm.customers))"
    revenue =
      arm.revenue.isEmpty ? "none" : Self.amounts(arm.revenue, over: Int64(arm.customers))
    refunds = arm.refunds
    refunded = arm.refunded.isEmpty ? nil : Self.amounts(arm.refunded, over: 1)
    if let comparison, comparison.verdict != .tooSmall {
      let range = comparison.interval
      difference = "\(comparison.difference.asPoints) points"
      interval =
        "\(range.lowerBound.asPoints) to \(range.upperBound.asPoints) points, \(comparison.pValue.asPValue)"
    } else {
      difference = nil
      interval = ""
    }
  }

  /// Amounts in thousandths by currency, divided by a number of customers.
  private static func amounts(_ amounts: [String: Int64], over count: Int64) -> String {
    amounts.sorted { $0.key < $1.key }.map { currency, amount in
      let share = Money(milliunits: amount.scaled(by: 1, over: count), currency: currency)
      return share.rounded.text
    }.joined(separator: ", ")
  }
}

extension RateComparison {
  /// What may be concluded about a variant and the first one.
  fileprivate func sentence(
    _ variant: String, _ arm: VariantReport.Arm, against first: String, _ other: VariantReport.Arm
  ) -> String {
    let range = interval
    switch verdict {
    case .tooSmall:
      return "Not enough customers yet: \(first) has \(other.customers), of whom \(other.payers) "
        + "paid, and \(variant) has \(arm.customers), of whom \(arm.payers) paid; each needs at "
        + "least \(Self.leastCustomers), including \(Self.leastPayers) who paid and "
        + "\(Self.leastPayers) who did not."
    case .undecided where arm.customers + other.customers < customersNeeded:
      return "Not enough customers yet to tell \(variant) from \(first): "
        + "\(arm.customers + other.customers) of about \(customersNeeded.roundedUp)."
    case .undecided:
      return "No difference between \(variant) and \(first) is shown: it lies between "
        + "\(range.lowerBound.asPoints) and \(range.upperBound.asPoints) points."
    case .more:
      return "\(variant) converts better than \(first), by "
        + "\(range.lowerBound.inPoints) to \(range.upperBound.inPoints) points."
    case .fewer:
      return "\(variant) converts worse than \(first), by "
        + "\(range.upperBound.inPoints) to \(range.lowerBound.inPoints) points."
    }
  }
}

extension Double {
  fileprivate var asPercentage: String { String(format: "%.1f %%", self * 100) }
  fileprivate var asPValue: String { String(format: "p = %.3f", self) }
  /// A part in percentage points, without its sign.
  fileprivate var inPoints: String { String(format: "%.1f", abs(self) * 100) }
  /// A part in percentage points, with its sign.
  fileprivate var asPoints: String { (self < 0 ? "−" : "+") + inPoints }
}

extension Int {
  /// An estimate, rounded up to two digits.
  fileprivate var roundedUp: Int {
    var unit = 1
    while self / unit >= 100 { unit *= 10 }
    return (self + unit - 1) / unit * unit
  }
}
