import Tollgate

/// The format of conditions.
enum ConditionForms {
  /// A condition on the customer; every key that is present must hold.
  ///
  /// A mistake in any key discards the whole condition: without that part it would hold for others.
  ///
  /// ```yaml
  /// when: { phase: [trial, subscribed], reached: discovery-complete }
  /// ```
  static let condition = Form<Condition>.object(
    "a condition", atLeast: 1,
    .decisive(
      "phase", .oneOrMore(Form<Phase>.choice()), to: [], "In any of these phases."),
    .decisive(
      "entitled", Names.entitlements, to: [], "With any of these entitlements."),
    .decisive(
      "notEntitled", Names.entitlements, to: [],
      "With none of these entitlements."),
    .decisive(
      "reached", Names.milestones, to: [], "Once all of these milestones are reached."),
    .decisive(
      "notReached", Names.milestones, to: [],
      "While none of these milestones is reached."),
    .decisive("held", held, to: nil, "While that many items are held.")
  ) {
    (
      phases: [Phase], entitled: [Entitlement.ID], notEntitled: [Entitlement.ID],
      reached: [Milestone.ID], notReached: [Milestone.ID], held: Condition.Held?
    ) in
    Condition(
      phases: Set(phases), entitled: Set(entitled), notEntitled: Set(notEntitled),
      reached: Set(reached), notReached: Set(notReached), held: held)
  }.named("condition")

  /// A number of held items: `{ feature: keep-note, atLeast: 3 }`.
  private static let held = Form<Condition.Held?>.object(
    "a number of held items",
    .required("feature", Names.feature, "The feature that holds them."),
    .required("atLeast", .whole(1...Int.max), "How many at least.")
  ) { Condition.Held(feature: $0, atLeast: $1) }
}
