/// The conditions under which screens show something, trials start and teams share, each in the order of the definition's
/// array.
struct ScreenConditions: Sendable {
  /// When each prompt may show.
  let prompts: [IndexedCondition]
  /// When each nudge is planned.
  let nudges: [IndexedCondition]
  /// What each route requires of the customer; the first that holds, and whose other members match, decides.
  let routes: [IndexedCondition]
  /// What must hold at the moment of what starts the main trial; nil without one.
  let trial: IndexedCondition?
  /// What must hold at the moment of what starts each add-on trial.
  let addOnTrials: [IndexedCondition]
  /// What must hold for the owner of each team; those without a condition are missing.
  let teams: [Team.ID: IndexedCondition]
  /// When each placement shows its paywall.
  let placements: [Placement.ID: IndexedCondition]
  /// The tests of shown paywalls that must hold for one to show automatically, as bits of ``BlueprintIndex/pastTests``.
  let paywallLimits: UInt64
  /// The customers that each case of a paywall is for; paywalls without cases are missing.
  let cases: [Paywall.ID: IndexedConditions]

  init(_ definition: Blueprint.Definition, _ index: BlueprintIndex) {
    prompts = definition.prompts.map { IndexedCondition($0.when, index) }
    nudges = definition.nudges.map { IndexedCondition($0.when, index) }
    routes = definition.routes.map { IndexedCondition($0.when, index) }
    trial = definition.trial.map { IndexedCondition($0.when, index) }
    addOnTrials = definition.addOnTrials.map { IndexedCondition($0.when, index) }
    teams = Dictionary(
      definition.teams.filter { $0.when != .always }
        .map { ($0.id, IndexedCondition($0.when, index)) }
    ) { first, _ in first }
    placements = Dictionary(
      definition.placements.map { ($0.id, IndexedCondition($0.when, index)) }
    ) { first, _ in first }
    paywallLimits = index.bits(definition.paywallLimits.map(PastTest.count))
    cases = Dictionary(
      definition.paywalls.filter { !$0.cases.isEmpty }
        .map { ($0.id, IndexedConditions($0.cases.map(\.when), index)) }
    ) { first, _ in first }
  }
}
