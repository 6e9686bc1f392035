import AllocationCounter
import Foundation

/// How long one round of something took, the best of several runs.
struct Measurement {
  let nanosecondsPerRound: Double
  let allocationsPerRound: Double

  var perSecond: Double { 1e9 / nanosecondsPerRound }

  /// Measures a body that does `rounds` rounds; the first run only warms up.
  init(rounds: Int, runs: Int = 5, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    var best = Double.infinity
    var allocations: UInt64 = .max
    try body()
    for _ in 0..<runs {
      let before = allocation_count()
      let time = try clock.measure { try body() }
      allocations = min(allocations, allocation_count() - before)
      best = min(
        best, Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9)
    }
    nanosecondsPerRound = best / Double(rounds)
    allocationsPerRound = Double(allocations) / Double(rounds)
  }
}

/// Keeps a value from being optimized away.
@inline(never)
func use<Value>(_ value: Value) {
  _ = value
}

/// A number with thousands separated, for people.
func grouped(_ number: Double) -> String {
  var digits = String(Int(number.rounded()))
  var at = digits.count - 3
  while at > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: at))
    at -= 3
  }
  return digits
}

/// A number with two decimals.
func decimal(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}

/// One line of the report.
func report(_ what: String, _ result: String, goal: String) {
  print(what.padding(to: 46) + result.padding(to: 62) + "goal: " + goal)
  // A pipe or a file would show nothing until the end.
  fflush(nil)
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(2, width - count))
  }
}
