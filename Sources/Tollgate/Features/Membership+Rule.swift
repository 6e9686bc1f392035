extension Membership {
  /// The position, from 0, of the rule that decides about a feature; nil if none applies, for an unknown name and while
  /// the phase is unknown.
  package func rule(of feature: Feature.ID) -> Int? {
    guard standing.phase != .unknown, let handle = blueprint.handle(of: feature) else { return nil }
    return blueprint.features[handle.position].deciding(for: standing)
  }
}
