import Foundation

/// The rates of two groups of customers, compared so that one may look at any time.
///
/// A test whose result is looked at again and again, until it is significant, is significant too often. This one is the
/// mixture sequential probability ratio test of
/// [Johari, Koomen, Pekelis and Walsh](https://arxiv.org/abs/1512.04922), with the normal approximation of the
/// difference: its p-value and its interval hold at every look together.
package struct RateComparison: Hashable, Sendable {
  /// The customers of a group, and how many of them pay.
  package struct Group: Hashable, Sendable {
    /// How many customers there are.
    package let customers: Int
    package let payers: Int

    package init(customers: Int, payers: Int) {
      self.customers = customers
      self.payers = payers
    }

    /// Whether the normal approximation holds: ``RateComparison/leastCustomers``, and ``RateComparison/leastPayers`` who
    /// pay and as many who do not.
    var isLarge: Bool {
      customers >= RateComparison.leastCustomers
        && min(payers, customers - payers) >= RateComparison.leastPayers
    }

    /// The rate, kept away from 0 and 1, where its variance would vanish.
    fileprivate var rate: Double { (Double(payers) + 0.5) / (Double(customers) + 1) }
    fileprivate var variance: Double { rate * (1 - rate) / Double(max(1, customers)) }
  }

  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A group is too small to compare anything.
    case tooSmall
    /// The difference may be none.
    case undecided
    /// More customers of the second group pay.
    case more
    /// Fewer customers of the second group pay.
    case fewer
  }

  /// The fewest customers in each group: 100.
  package static let leastCustomers = 100
  /// The fewest payers, and the fewest others, in each group: 10.
  package static let leastPayers = 10
  /// How often a difference may be shown where there is none, over all comparisons of an experiment: 5 of 100.
  package static let errorRate = 0.05
  /// The standard deviation of the differences that are expected beforehand: three percentage points.
  ///
  /// The test holds for any value; it is quickest for differences of about this size.
  static let expectedDifference = 0.03

  /// The second rate less the first, -1 to 1.
  package let difference: Double
  /// The differences that the customers seen so far do not rule out; wider for several comparisons.
  package let interval: ClosedRange<Double>
  /// The p-value of no difference, which holds at every look, 0 to 1.
  package let pValue: Double
  package let verdict: Verdict
  /// About how many customers both groups have together, at their rates and shares so far, when the interval reaches no
  /// farther than ``expectedDifference`` to each side.
  package let customersNeeded: Int

  /// Compares two groups.
  ///
  /// - Parameters:
  ///   - first: The group that the other is compared with.
  ///   - comparisons: How many groups are compared with the first, at least 1; each is held to a part of the error rate.
  package init(of first: Group, and second: Group, among comparisons: Int = 1) {
    let level = Self.errorRate / Double(max(1, comparisons))
    let variance = first.variance + second.variance
    let ratio = Self.ratio(of: variance)
    difference = second.rate - first.rate
    // The likelihood ratio of differences that are spread normally around 0 and of none.
    let evidence =
      0.5 * log(ratio) + difference * difference * (1 - ratio) / (2 * variance)
    pValue = min(1, exp(-evidence))
    let reach = Self.reach(of: variance, at: level)
    interval = (difference - reach)...(difference + reach)
    customersNeeded = Int(
      (Double(first.customers + second.customers) * variance / Self.smallVariance(at: level))
        .rounded(.up))
    if !first.isLarge || !second.isLarge {
      verdict = .tooSmall
    } else if pValue > level {
      verdict = .undecided
    } else {
      verdict = difference > 0 ? .more : .fewer
    }
  }

  /// The part of a variance in the sum with that of the expected differences.
  private static func ratio(of variance: Double) -> Double {
    variance / (variance + expectedDifference * expectedDifference)
  }

  /// How far the interval reaches to each side; farther for a greater variance.
  private static func reach(of variance: Double, at level: Double) -> Double {
    let ratio = Self.ratio(of: variance)
    return (2 * variance / (1 - ratio) * (-0.5 * log(ratio) - log(level))).squareRoot()
  }

  /// The variance at which the interval reaches ``expectedDifference`` to each side, found by halving.
  private static func smallVariance(at level: Double) -> Double {
    var (low, high) = (0.0, expectedDifference * expectedDifference)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if reach(of: middle, at: level) < expectedDifference { low = middle } else { high = middle }
    }
    return high
  }
}
