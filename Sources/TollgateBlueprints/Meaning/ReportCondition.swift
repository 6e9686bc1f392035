import Tollgate

/// What is left of a condition for one customer once everything but a device's reports is known.
///
/// Customers with the same condition left are alike, whatever they report.
struct ReportCondition: Hashable, Sendable {
  /// The tests that must hold.
  private(set) var holding: Set<ReportTest> = []
  /// The tests that must not hold.
  private(set) var missing: Set<ReportTest> = []
  /// Of these at least one must hold, unless there are none.
  private(set) var any: [ReportCondition] = []
  /// Of these none may hold.
  private(set) var not: [ReportCondition] = []

  /// Reduces a condition; nil if it holds with no report.
  ///
  /// - Parameter isReport: Whether a test depends on a report; any other test of the audience does not hold.
  init?(_ condition: Condition, in state: PossibleState, _ isReport: (ReportTest) -> Bool) {
    var own = condition.trusted(isReport)
    own.any = []
    own.not = []
    guard own.holds(in: state) else { return nil }
    for test in condition.ownReportTests {
      if isReport(test) {
        if case .reached(let name) = test, condition.notReached.contains(name) {
          missing.insert(test)
        }
        if case .reached(let name) = test, !condition.reached.contains(name) { continue }
        holding.insert(test)
      } else if case .audience = test {
        return nil
      }
    }
    any = condition.any.compactMap { ReportCondition($0, in: state, isReport) }
    if any.isEmpty, !condition.any.isEmpty { return nil }
    if any.contains(where: \.isAlways) { any = [] }
    not = condition.not.compactMap { ReportCondition($0, in: state, isReport) }
    if not.contains(where: \.isAlways) { return nil }
  }

  /// Whether it holds with every report.
  var isAlways: Bool { holding.isEmpty && missing.isEmpty && any.isEmpty && not.isEmpty }
}

extension Condition {
  /// The condition without `any`, `not`, and everything that depends on a report or on the audience.
  func trusted(_ isReport: (ReportTest) -> Bool) -> Condition {
    var own = self
    own.audience = .everyone
    own.held = nil
    own.reached = reached.filter { !isReport(.reached($0)) }
    own.notReached = notReached.filter { !isReport(.reached($0)) }
    own.past = past.filter { !isReport(.past($0)) }
    return own
  }
}
