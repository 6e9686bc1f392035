import Tollgate

/// One requirement of a condition that depends on what a device reports.
enum ReportTest: Hashable, Sendable {
  /// A test of the country, the language, the app version, the device, the age or an attribute.
  case audience(AudienceTest)
  case reached(Milestone.ID)
  /// A number of items is held.
  case held(Condition.Held)
  /// A test of a milestone, of dismissals, of shown paywalls, of openings of the app or of uses in the past.
  case past(PastTest)

  /// What is reported, as the end of a sentence; tests with the same subject depend on each other.
  var subject: String {
    switch self {
    case .audience(let test): test.subject
    case .reached(let name): "milestone `\(name)`"
    case .held(let held): "items of `\(held.feature)`"
    case .past(let test):
      switch test.event {
      case .milestone(let name): "milestone `\(name)`"
      case .dismissal(let name): "dismissals of `\(name)`"
      case .use(let name): "uses of `\(name)`"
      case .paywall(let name): "showings of `\(name)`"
      case .anyPaywall: "showings of paywalls"
      case .closed(let name): "closings of `\(name)`"
      case .opened: "days on which the app is opened"
      case .updated: "updates of the app"
      case .signUp, .firstSeen, .firstPurchase, .purchase, .renewal, .cancellation, .refund, .lapse,
        .trialStart, .trialEnd, .bought, .date, .season, .ending, .member:
        "the past"
      }
    }
  }
}

extension Condition {
  /// Everything that the condition requires and a device may report, apart from `any` and `not`.
  var ownReportTests: [ReportTest] {
    audience.tests.map(ReportTest.audience) + reached.union(notReached).map(ReportTest.reached)
      + (held.map { [ReportTest.held($0)] } ?? []) + past.map(ReportTest.past)
  }
}

/// Something that a device reports, with all that the tests of it distinguish.
struct DeviceReport {
  let subject: String
  /// The tests that hold, for each report that makes a difference.
  let outcomes: [Set<ReportTest>]
  /// Whether every customer can bring it about without a forgery, as with a milestone.
  let isEarned: Bool

  /// Returns the reports that tests depend on.
  ///
  /// - Parameter earned: The features whose uses only a milestone or an item opens.
  /// - Returns: The reports, sorted by subject; nil if one has too many outcomes.
  static func all(
    of tests: Set<ReportTest>, attributes: [Attribute], earned: Set<Feature.ID>
  ) -> [DeviceReport]? {
    var reports: [DeviceReport] = []
    for (subject, tests) in Dictionary(grouping: tests, by: \.subject).sorted(by: {
      $0.key < $1.key
    }) {
      let outcomes = outcomes(of: tests, attributes)
      if outcomes.isEmpty { return nil }
      reports.append(
        DeviceReport(
          subject: subject, outcomes: outcomes,
          isEarned: tests.allSatisfy { $0.isEarned(earned) }))
    }
    return reports
  }

  /// Returns what tests of one subject distinguish; empty if there is too much.
  private static func outcomes(
    of tests: [ReportTest], _ attributes: [Attribute]
  ) -> [Set<ReportTest>] {
    var audience: [AudienceTest] = []
    var counts: [Condition.Held] = []
    var past: [PastTest] = []
    var event: CustomerEvent?
    for test in tests {
      switch test {
      case .audience(let test): audience.append(test)
      case .held(let held): counts.append(held)
      case .reached(let name): event = .milestone(name)
      case .past(let test):
        past.append(test)
        event = test.event
      }
    }
    if !audience.isEmpty {
      return AudienceCombinations(of: audience, attributes: attributes).combinations
        .map { Set($0.map(ReportTest.audience)) }
    }
    if let event {
      return PossibleEvent.all(of: event, past).map { own in
        let holding = Set(own.holding.map(ReportTest.past))
        guard own.happened, case .milestone(let name) = event else { return holding }
        return holding.union([.reached(name)])
      }
    }
    let sorted = counts.sorted { $0.atLeast < $1.atLeast }
    return (0...sorted.count).map { Set(sorted.prefix($0).map(ReportTest.held)) }
  }
}

extension ReportTest {
  /// Returns whether every customer can bring it about without a forgery.
  fileprivate func isEarned(_ features: Set<Feature.ID>) -> Bool {
    switch self {
    case .audience: return false
    case .reached, .held: return true
    case .past(let test):
      if case .milestone = test.event { return true }
      if case .use(let feature) = test.event { return features.contains(feature) }
      return false
    }
  }
}
