extension Membership {
  /// The position, from 0, of the rule that decides about a feature; nil if none applies, for an unknown name and while
  /// the phase is unknown.
  package func rule(of feature: Feature.ID) -> Int? {
    guard standing.phase != .unknown, let handle = blueprint.handle(of: feature) else { return nil }
    return blueprint.features[handle.position].deciding(for: standing)
  }
}

extension Membership {
  /// The access to a use of a size, where a limit counts sizes: of an item that is held, by how much it grows.
  ///
  /// - Parameter size: The size, from 1 to ``Feature/sizeLimit``.
  public func access(to feature: Feature.ID, asking size: Int) -> Access {
    guard let handle = blueprint.handle(of: feature) else { return access(to: feature) }
    let access = blueprint.access(
      to: handle, for: standing, paying: min(max(1, size), Feature.sizeLimit))
    guard access.isDenied, let expected else { return access }
    let later = expected.access(to: feature, asking: size)
    return later.isDenied ? later : .unknown
  }

  /// Every limit that a use of a feature counts toward now, with those of held items that hold beside others, in the
  /// blueprint's order, and then the credits that pay for it beside them; empty for an unknown name, and while the phase
  /// is unknown.
  ///
  /// ``access(to:)-(Feature.ID)`` answers with the one that decides.
  public func limits(of feature: Feature.ID) -> [Limit] {
    guard standing.phase != .unknown, let handle = blueprint.handle(of: feature),
      let rule = blueprint.features[handle.position].rule(for: standing)
    else { return [] }
    let limits = rule.limits.filter { rule.holdsSeveral || !$0.isHeld }.map { standing.limit($0) }
    return rule.countsPaidUses
      ? limits + rule.prices.map { standing.credits(at: $0.position) } : limits
  }

  /// The limits that a use of a feature counts toward now, if the rule has several that hold at once, or one and a wallet;
  /// otherwise empty.
  package func limitsAtOnce(of handle: FeatureHandle) -> [Limit] {
    guard standing.phase != .unknown,
      let rule = blueprint.features[handle.position].rule(for: standing), rule.holdsSeveral
    else { return [] }
    return rule.limits.map { standing.limit($0) }
  }
}
