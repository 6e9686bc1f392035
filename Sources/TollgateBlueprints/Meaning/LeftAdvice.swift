import Tollgate

/// The checks for numbers left that no limit reaches.
///
/// ```yaml
/// features: { scan: [{ allow: { upTo: 5, per: month } }] }
/// when: { left: { of: scan, lessThan: 10 } }   # never more than 5 are left
/// ```
extension ConditionAdvice {
  /// Records numbers of what is left that are beyond every limit; false if the condition never holds.
  func noteLeft(of condition: Condition, at path: [String], _ what: String) -> Bool {
    var canHold = true
    for (position, left) in condition.left.enumerated() where !left.isPercent {
      guard case .feature(let id) = left.source,
        let feature = subject.definition.features.first(where: { $0.id == id }),
        let most = feature.mostLeft
      else { continue }
      let path = path + ["left", "\(position)"]
      if let least = left.atLeast, most < least, !feature.isUnlimitedForSome {
        subject.mistake(
          path + ["atLeast"], "\(what): no rule leaves \(least) of `\(id)`",
          expected: "at most \(most), which is the highest limit")
        canHold = false
      } else if let bound = left.lessThan, most < bound {
        subject.warning(
          path + ["lessThan"],
          "no limit of `\(id)` is higher than \(most), so less than \(bound) is always left of it"
            + (feature.isUnlimitedForSome ? " where it has one" : ""),
          expected: "at most \(most)")
      }
    }
    return canHold
  }
}

extension Feature {
  /// The most that any limit leaves; nil if none limits uses or items, and if credits pay for some.
  fileprivate var mostLeft: Int? {
    let allowances = rules.map(\.allowance)
    guard allowances.allSatisfy(\.prices.isEmpty) else { return nil }
    return allowances.compactMap { $0.quotas.filter { $0.window != .use }.map(\.count).min() }.max()
  }

  /// Whether a rule gives any number of uses or items.
  fileprivate var isUnlimitedForSome: Bool {
    rules.contains { rule in
      rule.allowance != .denied && rule.allowance.quotas.allSatisfy { $0.window == .use }
    }
  }
}

extension [PossibleState] {
  /// Returns the states, combined with what conditions can test of what is left.
  ///
  /// Numbers and percentages are taken for independent of each other, and of limits: that is too many states rather than
  /// too few.
  ///
  /// - Returns: The states; nil if there are more than ``PossibleStates/limit``.
  func withLeft(of conditions: [Condition]) -> [PossibleState]? {
    var states = self
    var open = conditions.flatMap(\.parts).flatMap(\.left)
    while let first = open.first {
      let alike = open.filter { $0.source == first.source && $0.isPercent == first.isPercent }
      open.removeAll { $0.source == first.source && $0.isPercent == first.isPercent }
      let bounds = Set(alike.flatMap { [$0.atLeast, $0.lessThan].compactMap(\.self) }).sorted()
      // A blueprint with more different tests has a mistake already.
      guard bounds.count <= 128 else { return nil }
      var amounts: [Int?] = [0, nil]
      for bound in bounds { amounts.append(bound) }
      var outcomes: [Set<Condition.Left>] = []
      for amount in amounts {
        let holding = Set(alike.filter { $0.holds(for: amount) })
        if !outcomes.contains(holding) { outcomes.append(holding) }
      }
      guard states.count * outcomes.count <= PossibleStates.limit else { return nil }
      states = states.flatMap { state in
        outcomes.map { holding in
          var state = state
          state.left.formUnion(holding)
          return state
        }
      }
    }
    return states
  }
}
