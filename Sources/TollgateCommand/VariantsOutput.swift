import Foundation
import Tollgate
import TollgateLedger

/// The report of `tollgate variants` as text and as JSON; documented in `Documentation/Experiments.md`.
struct VariantsOutput {
  let report: VariantReport
  let experiments: [Experiment]
  let file: String
  let ledger: String

  /// The report for a person to read.
  var text: String {
    var lines = [
      "\(file), over \(ledger)",
      "  read      \(counted(report.customers, "customer")), \(counted(report.facts, "fact"))",
    ]
    if experiments.isEmpty { lines.append("  nothing   the blueprint has no experiments") }
    for experiment in experiments { lines += ["", "\(experiment.id):"] + described(experiment) }
    return lines.joined(separator: "\n")
  }

  private func described(_ experiment: Experiment) -> [String] {
    let arms = report.arms(of: experiment)
    var lines = zip(experiment.variants, arms).map { variant, arm in
      "  \(variant.id): " + described(arm)
    }
    let shares = report.shares(of: experiment)
    if let pValue = shares.pValue {
      let expected = shares.expected.map { Self.number($0, decimals: 0) }
      lines.append(
        "  shares: \(listed(arms.map { "\($0.customers)" })), expected \(listed(expected)) "
          + "(p = \(Self.number(pValue, decimals: 3)))"
          + (shares.isAlarming ? ": something is wrong, do not trust the comparison" : ""))
    }
    let early = report.earlyBuyers(in: experiment.id)
    if early > 0 {
      lines.append(
        "  left out: \(counted(early, "customer")) who bought before being shown anything")
    }
    lines += zip(experiment.variants.dropFirst(), report.comparisons(of: experiment)).map {
      "  " + sentence($1, of: $0, experiment)
    }
    return lines
  }

  private func described(_ arm: VariantReport.Arm) -> String {
    var parts = [
      counted(arm.customers, "customer"),
      "\(arm.payers) pay (\(Self.number(arm.rate * 100, decimals: 1))%)",
      "\(counted(arm.trials, "trial"))",
    ]
    if !arm.revenue.isEmpty { parts.append("revenue \(Self.amounts(arm.revenue))") }
    if arm.refunds > 0 {
      let amounts = arm.refunded.isEmpty ? "" : " of \(Self.amounts(arm.refunded))"
      parts.append(counted(arm.refunds, "refund") + amounts)
    }
    return parts.joined(separator: ", ")
  }

  private func sentence(
    _ comparison: RateComparison, of variant: Experiment.Variant, _ experiment: Experiment
  ) -> String {
    let first = experiment.variants[0].id
    let range = comparison.interval
    let between = "\(Self.points(range.lowerBound)) to \(Self.points(range.upperBound)) points"
    switch comparison.verdict {
    case .tooSmall:
      return "\(variant.id) and \(first): not enough yet; each needs "
        + "\(RateComparison.leastCustomers) customers, of whom \(RateComparison.leastPayers) pay "
        + "and \(RateComparison.leastPayers) do not"
    case .undecided:
      return "\(variant.id) and \(first): not enough yet to tell them apart; "
        + "the difference is \(between)"
    case .more, .fewer:
      return "\(variant.id): \(comparison.verdict.rawValue) pay than with \(first), by "
        + "\(Self.points(comparison.difference)) points (\(between), "
        + "p = \(Self.number(comparison.pValue, decimals: 3)))"
    }
  }

  private func listed(_ parts: [String]) -> String { parts.joined(separator: " and ") }

  private static func points(_ part: Double) -> String {
    (part < 0 ? "-" : "+") + number(abs(part) * 100, decimals: 1)
  }

  private static func number(_ value: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }

  private static func amounts(_ amounts: [String: Int64]) -> String {
    amounts.sorted { $0.key < $1.key }
      .map { Money(milliunits: $0.value, currency: $0.key).text }
      .joined(separator: " + ")
  }
}

extension VariantsOutput {
  private struct Contents: Encodable {
    let blueprint: String
    let customers: Int
    let facts: Int
    let experiments: [Compared]
  }

  private struct Compared: Encodable {
    let id: String
    let variants: [Variant]
    let earlyBuyers: Int
    let shares: Shares?
  }

  private struct Variant: Encodable {
    let id: String
    let weight: Int
    let customers: Int
    let payers: Int
    let rate: Double
    let trials: Int
    let refunds: Int
    let revenue: [String: Int64]
    let refunded: [String: Int64]
    let comparison: Comparison?
  }

  private struct Comparison: Encodable {
    let verdict: String
    let difference: Double
    let low: Double
    let high: Double
    let pValue: Double
  }

  private struct Shares: Encodable {
    let expected: [Double]
    let pValue: Double
    let isAlarming: Bool
  }

  /// The report as one JSON object with sorted keys; amounts are in thousandths, fractions have six digits.
  func json() throws -> String {
    let contents = Contents(
      blueprint: file, customers: report.customers, facts: report.facts,
      experiments: experiments.map(compared))
    return try Output.json(contents)
  }

  private func compared(_ experiment: Experiment) -> Compared {
    let comparisons: [RateComparison?] =
      [nil] + report.comparisons(of: experiment).map(Optional.some)
    let shares = report.shares(of: experiment)
    return Compared(
      id: experiment.id.rawValue,
      variants: zip(experiment.variants, comparisons).map { variant, comparison in
        let arm = report.arm(variant.id, of: experiment.id)
        return Variant(
          id: variant.id.rawValue, weight: variant.weight, customers: arm.customers,
          payers: arm.payers, rate: Self.rounded(arm.rate), trials: arm.trials,
          refunds: arm.refunds, revenue: arm.revenue, refunded: arm.refunded,
          comparison: comparison.map {
            Comparison(
              verdict: $0.verdict.rawValue, difference: Self.rounded($0.difference),
              low: Self.rounded($0.interval.lowerBound),
              high: Self.rounded($0.interval.upperBound), pValue: Self.rounded($0.pValue))
          })
      }, earlyBuyers: report.earlyBuyers(in: experiment.id),
      shares: shares.pValue.map {
        Shares(
          expected: shares.expected.map(Self.rounded), pValue: Self.rounded($0),
          isAlarming: shares.isAlarming)
      })
  }

  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
