import Foundation
public import Testing

/// Whether the exhaustive tests run too: every order, fault and seed of a promise that `make test` shows once.
public let isExhaustive = ProcessInfo.processInfo.environment["TEST_ALL"] == "1"

extension Trait where Self == ConditionTrait {
  /// Runs in `make test-all`, and not in `make test`.
  public static var exhaustive: Self {
    .enabled(if: isExhaustive, "Skipped: `make test-all` runs it.")
  }
}

extension Array {
  /// All elements in `make test-all`; in `make test` at most a number of them, from the first on and evenly spread.
  public func sampled(_ count: Int) -> [Element] {
    guard !isExhaustive, count < self.count else { return self }
    return (0..<count).map { self[$0 * self.count / count] }
  }
}
