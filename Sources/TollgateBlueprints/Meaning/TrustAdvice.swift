import Tollgate

/// The check for features that a forged report unlocks although others pay for them.
///
/// A customer can forge the country, the language, the app version, the device, what the app sets, dismissals, and uses
/// of a feature that a forged report opens. Whatever is reported, a customer must get no more than with any other report
/// under which there is something to buy. Milestones and held items are forged as easily, but every customer can bring
/// them about: they must not give everything that is sold.
///
/// The check assumes that the backend has set nothing, so a rule that also requires an attribute or a milestone of the
/// backend is fine: the backend has decided which customers it holds for. The milestones that end onboarding or start the trial
/// are not judged, since what they open is free.
///
/// ```yaml
/// features:
///   export:
///     - when: { country: CH }          # anyone can claim to be there
///       allow: unlimited
///     - when: { entitled: premium }
///       allow: unlimited
///     - otherwise: deny
/// ```
struct TrustAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every feature that was read without a mistake.
  func note() {
    guard subject.isSoundForStates, subject.isSound("prompts") else { return }
    for feature in definition.features
    where subject.isSound(feature.id.rawValue, of: "features") { note(feature) }
    noteTrials()
  }

  /// Records a feature that a report unlocks, at the rule that it makes apply or evades.
  ///
  /// If the search is cut short nothing can be concluded, and it records a warning.
  private func note(_ feature: Feature) {
    let own = OwnReports(of: feature, in: definition, counting: subject.states.work)
    guard let first = feature.rules.firstIndex(where: { !own.tests(of: $0).isEmpty }) else {
      return
    }
    guard var search = own.search else {
      noteTooMany(feature, at: first)
      return
    }
    guard let found = search.unlocking(.claimed) ?? search.unlocking(.earned) else {
      if search.isCutShort { noteTooMany(feature, at: first) }
      return
    }
    let (refusing, giving) = (found.refusing ?? .max, found.giving ?? .max)
    let position = min(refusing, giving)
    let tests =
      feature.rules.indices.contains(position) ? own.tests(of: feature.rules[position]) : []
    let names = Set(tests.map(\.subject)).sorted().joined(separator: ", ")
    let path = ["features", feature.id.rawValue, "\(position)", "when"]
    if giving < refusing {
      subject.mistake(
        path,
        "`\(feature.id)` is sold, but a forged report unlocks it for free: a device can forge "
          + names,
        expected: "`entitled`, or an attribute with `setBy: backend`, in the same condition")
    } else {
      subject.mistake(
        path,
        "`\(feature.id)` is sold, but a forged report evades this rule and the next one gives "
          + "more for free: a device can forge \(names)",
        expected: "a condition on an attribute with `setBy: backend`, or `entitled` where more is "
          + "given")
    }
  }

  private func noteTooMany(_ feature: Feature, at position: Int) {
    subject.warning(
      ["features", feature.id.rawValue, "\(position)", "when"],
      "too many combinations to tell whether a forged report unlocks `\(feature.id)`")
  }
}

/// What one feature's rules depend on that a device can forge.
private struct OwnReports {
  let feature: Feature
  let definition: Blueprint.Definition
  private let work: CheckedWork
  /// The features whose uses a forged report makes possible, and whether only a milestone or an item does.
  private let opened: [Feature.ID: Bool]

  /// Finds what a device can forge.
  ///
  /// - Parameters:
  ///   - work: Where the states that it goes through are counted.
  ///   - visited: The features whose uses led here.
  init(
    of feature: Feature, in definition: Blueprint.Definition, counting work: CheckedWork,
    visited: Set<Feature.ID> = []
  ) {
    self.feature = feature
    self.definition = definition
    self.work = work
    let visited = visited.union([feature.id])
    var opened: [Feature.ID: Bool] = [:]
    for test in feature.rules.flatMap(\.when.parts).flatMap(\.past) {
      guard case .use(let name) = test.event, !visited.contains(name), opened[name] == nil,
        let other = definition.features.first(where: { $0.id == name })
      else { continue }
      let own = OwnReports(of: other, in: definition, counting: work, visited: visited)
      if var search = own.search, search.opens() {
        opened[name] = own.reports?.allSatisfy(\.isEarned) ?? false
      }
    }
    self.opened = opened
  }

  /// The tests of a rule that a device can make hold or fail, at any depth.
  func tests(of rule: Feature.Rule) -> [ReportTest] {
    rule.when.parts.flatMap(\.ownReportTests).filter(isReport)
  }

  /// The reports; nil if one has too many outcomes.
  var reports: [DeviceReport]? {
    DeviceReport.all(
      of: Set(feature.rules.flatMap(tests)), attributes: definition.attributes,
      earned: Set(opened.filter(\.value).keys))
  }

  /// The search through these reports; nil if there are too many customers or outcomes to enumerate.
  var search: ReportSearch? {
    guard let reports else { return nil }
    // Customers are told apart only by what these rules ask and no device reports.
    var reduced = definition
    let trusted = feature.rules.flatMap(\.when.parts).map { $0.trusted(isReport) }
    reduced.features = [
      Feature(
        id: feature.id, rules: trusted.map { Feature.Rule(when: $0, allowance: .denied) })
    ]
    (reduced.placements, reduced.prompts, reduced.nudges, reduced.routes) = ([], [], [], [])
    guard let states = PossibleStates(of: reduced, counting: work).withPast(of: trusted) else {
      return nil
    }
    var seen: Set<ReportSearch.Group> = []
    let groups = states.map { state in
      ReportSearch.Group(
        rules: feature.rules.map { ReportCondition($0.when, in: state, isReport) },
        isPaying: state.isPaying(in: definition),
        isTrying: state.phase == .trial || state.phase == .onboarding)
    }.filter { seen.insert($0).inserted }
    return ReportSearch(feature, groups, reports)
  }

  /// Returns whether a device can make a test hold or fail.
  private func isReport(_ test: ReportTest) -> Bool {
    switch test {
    case .audience(let test): return definition.canForge(test)
    case .reached(let name): return isForgeable(name)
    case .held: return true
    case .past(let test):
      if case .milestone(let name) = test.event { return isForgeable(name) }
      if case .use(let name) = test.event { return opened[name] != nil }
      return test.event.traits.contains(.isReported)
    }
  }

  /// Returns whether a device can report a milestone that opens more than what is free.
  private func isForgeable(_ milestone: Milestone.ID) -> Bool {
    !definition.backendMilestones.contains(milestone) && !isOpening(milestone)
  }

  /// Returns whether a milestone ends onboarding or starts the trial, so that what it opens is free.
  private func isOpening(_ milestone: Milestone.ID) -> Bool {
    if definition.onboarding == milestone { return true }
    switch definition.trial?.start {
    case .purchase(let name): return name == milestone
    case .milestone(let name): return name == milestone
    case .signUp, .firstSeen, .introductoryOffer, nil: return false
    }
  }
}

extension PossibleState {
  /// Whether the customer has something that is sold.
  fileprivate func isPaying(in definition: Blueprint.Definition) -> Bool {
    phase == .subscribed
      || definition.products.contains {
        !$0.entitlements.isEmpty && entitled.isSuperset(of: $0.entitlements)
      } && phase != .trial
  }
}
