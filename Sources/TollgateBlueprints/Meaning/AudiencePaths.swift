package import Tollgate

/// The values of attributes and devices that lead to each decision of a list of conditions; the first that holds
/// decides.
///
/// Values are combined only as far as the list asks for them: thirteen Booleans in thirteen conditions have 14 paths.
package struct AudiencePaths {
  /// The values of each path; a value that it does not name makes no difference.
  package private(set) var examples: [[(test: AudienceTest, value: AudienceValue)]] = []
  /// Whether there are more paths than the limit.
  package private(set) var isIncomplete = false

  private let conditions: [Condition]
  private let outcomes: [String: AudienceCombinations]
  private let limit: Int

  /// Follows a list of conditions.
  ///
  /// - Parameter conditions: The conditions, in order.
  package init(through conditions: [Condition], attributes: [Attribute], limit: Int) {
    self.conditions = conditions
    self.limit = limit
    let tests = Set(conditions.flatMap(\.parts).flatMap(\.audience.tests))
    outcomes = Dictionary(grouping: tests) { $0.subject }
      .mapValues { AudienceCombinations(of: $0, attributes: attributes) }
    follow(from: 0, [:])
  }

  /// Chooses values until a condition holds or none is left.
  private mutating func follow(from first: Int, _ chosen: [String: Int]) {
    if isIncomplete { return }
    for position in first..<conditions.count {
      switch truth(of: conditions[position], chosen) {
      case .holds:
        add(chosen)
        return
      case .fails, .either: continue
      case .open(let subject):
        for outcome in outcomes[subject]?.combinations.indices ?? 0..<0 {
          follow(from: position, chosen.merging([subject: outcome]) { $1 })
        }
        return
      }
    }
    add(chosen)
  }

  private mutating func add(_ chosen: [String: Int]) {
    guard examples.count < limit else {
      isIncomplete = true
      return
    }
    examples.append(
      chosen.sorted { $0.key < $1.key }.flatMap { outcomes[$0.key]?.examples[$0.value] ?? [] })
  }

  /// Whether a condition holds, as far as it is known.
  private enum Truth: Equatable {
    case holds, fails
    /// It depends on something else than values.
    case either
    /// It depends on a value that is not chosen yet.
    case open(String)

    /// The opposite.
    var negated: Truth {
      switch self {
      case .holds: .fails
      case .fails: .holds
      case .either, .open: self
      }
    }

    /// Returns whether all of several hold.
    static func all(_ truths: [Truth]) -> Truth {
      if truths.contains(.fails) { return .fails }
      return truths.first { if case .open = $0 { true } else { false } }
        ?? truths.first { $0 == .either } ?? .holds
    }
  }

  private func truth(of condition: Condition, _ chosen: [String: Int]) -> Truth {
    var truths = condition.audience.tests.map { test -> Truth in
      guard let outcome = chosen[test.subject] else { return .open(test.subject) }
      return outcomes[test.subject]?.combinations[outcome].contains(test) ?? false
        ? .holds : .fails
    }
    var rest = condition
    rest.audience = .everyone
    rest.any = []
    rest.not = []
    if rest != .always { truths.append(.either) }
    if !condition.any.isEmpty {
      truths.append(Truth.all(condition.any.map { truth(of: $0, chosen).negated }).negated)
    }
    truths += condition.not.map { truth(of: $0, chosen).negated }
    return Truth.all(truths)
  }
}
