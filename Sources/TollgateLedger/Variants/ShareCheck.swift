import Foundation

/// Whether customers are spread over variants as the weights say, by Pearson's chi-squared test.
///
/// Shares that differ more than chance allows mean that one variant lacks customers, as it would if its paywall crashed,
/// and that no comparison is to be trusted: a sample ratio mismatch, as
/// [Fabijan and others](https://doi.org/10.1145/3292500.3330722) call it.
package struct ShareCheck: Hashable, Sendable {
  /// The p-value below which something is wrong: 1 in 1,000, so that daily looks raise few false alarms.
  package static let alarm = 0.001

  /// How many customers there should be of each variant; 0 for a weight of 0.
  package let expected: [Double]
  /// The p-value of the shares that the weights say, 0 to 1; nil for fewer than two variants with a weight, or if 5
  /// customers or fewer are expected of one.
  package let pValue: Double?

  /// Checks how many customers have each variant.
  ///
  /// - Parameters:
  ///   - counts: The customers of each variant; one with a weight of 0 is left out, since it has only earlier customers.
  ///   - weights: The variants' weights, in the same order.
  package init(_ counts: [Int], weights: [Int]) {
    let pairs = zip(counts, weights).filter { $0.1 > 0 }
    let total = pairs.reduce(0) { $0 + $1.0 }
    let weight = pairs.reduce(0) { $0 + $1.1 }
    expected = weights.map { weight == 0 ? 0 : Double(total) * Double($0) / Double(weight) }
    let shares = expected.filter { $0 > 0 }
    guard pairs.count > 1, shares.count == pairs.count, shares.allSatisfy({ $0 > 5 }) else {
      pValue = nil
      return
    }
    let distance = zip(pairs, shares).reduce(0.0) { sum, pair in
      let away = Double(pair.0.0) - pair.1
      return sum + away * away / pair.1
    }
    pValue = Self.tail(of: distance, degrees: pairs.count - 1)
  }

  /// Whether the shares differ more than chance allows.
  package var isAlarming: Bool { pValue.map { $0 < Self.alarm } ?? false }

  /// The probability that chi-squared is greater than a value, by the finite sums for whole degrees of freedom
  /// (Abramowitz and Stegun, 26.4.4 and 26.4.5).
  static func tail(of value: Double, degrees: Int) -> Double {
    let half = value / 2
    var sum = degrees % 2 == 0 ? 0 : erfc(half.squareRoot())
    var term = degrees % 2 == 0 ? exp(-half) : exp(-half) * (half / .pi).squareRoot() * 2
    var order = degrees % 2 == 0 ? 1.0 : 1.5
    for _ in 0..<(degrees / 2) {
      sum += term
      term *= half / order
      order += 1
    }
    return sum
  }
}
