extension Blueprint {
  /// The features of a team whose held items count together.
  private func pooledItems(of team: Team.ID) -> [Feature.ID] {
    self.team(team)?.pooled.filter(index.heldFeatures.contains) ?? []
  }

  /// Whether a team counts held items together.
  package var poolsItems: Bool {
    definition.teams.contains { !pooledItems(of: $0.id).isEmpty }
  }

  /// What to record for the owner of a seat, because its member holds another number of items than the owner's record says,
  /// or items of other sizes.
  ///
  /// What the member held before joining counts too.
  ///
  /// - Parameters:
  ///   - seat: The seat, which is taken.
  ///   - member: The customer who has it.
  ///   - owner: The customer who shares it.
  package func changedItems(
    in seat: TeamSeat, of member: Customer, countedBy owner: Customer, at now: Instant
  ) -> [Fact] {
    pooledItems(of: seat.team).compactMap { feature in
      let held = member.ownItems(of: feature, at: now)
      let known = owner.teamItems[TeamItems.Key(seat: seat.id, feature: feature)]
      guard held != HeldItems(known) else { return nil }
      // Of two records in one millisecond, the larger number would count.
      let at = max(now, known?.at.adding(milliseconds: 1) ?? now)
      return .teamItems(
        TeamItems(seat: seat.id, feature: feature, count: held.count, size: held.size, at: at))
    }
  }

  /// How many items the owner and the other members hold, as the member of a seat receives it.
  package func othersItems(
    in seat: TeamSeat, of owner: Customer, at now: Instant
  ) -> [Fact] {
    pooledItems(of: seat.team).map { feature in
      let held =
        owner.ownItems(of: feature, at: now)
        + owner.teamItems(of: feature, besides: seat.id, in: self, at: now)
      return .teamItems(
        TeamItems(seat: seat.id, feature: feature, count: held.count, size: held.size, at: now))
    }
  }

  /// Whether a team counts what is used or held of a feature together.
  fileprivate func pools(_ feature: Feature.ID, in team: Team.ID) -> Bool {
    self.team(team)?.pooled.contains(feature) ?? false
  }
}

/// A number of held items, and the sum of their sizes.
private struct HeldItems: Hashable {
  var count = 0
  var size = 0

  init(count: Int, size: Int) {
    self.count = count
    self.size = size
  }

  /// What is recorded; nothing without a record.
  init(_ recorded: TeamItems?) {
    self.init(count: recorded?.count ?? 0, size: recorded?.size ?? 0)
  }

  static func + (left: Self, right: Self) -> Self {
    HeldItems(count: left.count + right.count, size: left.size + right.size)
  }
}

extension Customer {
  /// The fact that closes the reservation of an item that a member has added, in the record of the team's owner; nil if there
  /// isn't one.
  ///
  /// The owner's record does not learn which item was added.
  package func closingReservation(of change: ItemChange, at now: Instant) -> Fact? {
    guard change.isHeld,
      let open = unsettled(change.feature, change.key, preferring: change.origin),
      open.key.origin == change.origin
    else { return nil }
    return .reservationRelease(
      ReservationRelease(
        feature: change.feature, key: change.key, origin: change.origin,
        at: max(now, open.terms.at)))
  }

  /// What the customer holds, without the members of the customer's teams.
  fileprivate func ownItems(of feature: Feature.ID, at now: Instant) -> HeldItems {
    let held = history.items[feature]
    return HeldItems(count: held?.count(at: now) ?? 0, size: held?.size(at: now) ?? 0)
  }

  /// What others hold of a feature that a team counts together, as long as it is shared with them.
  ///
  /// - Parameter seat: A seat whose member's items do not count; nil counts all.
  fileprivate func teamItems(
    of feature: Feature.ID, besides seat: TeamSeat.ID? = nil, in blueprint: Blueprint,
    at now: Instant
  ) -> HeldItems {
    teamItems.values.reduce(HeldItems(nil)) { held, items in
      guard items.feature == feature, items.seat != seat,
        let shared = sharedSeat(items.seat) ?? heldSeat(items.seat), shared.gives(at: now),
        blueprint.pools(feature, in: shared.team)
      else { return held }
      return held + HeldItems(items)
    }
  }
}

extension Standing {
  /// Counts the items of others with whom the customer shares a limit.
  mutating func countTeamItems(
    of customer: borrowing Customer, in blueprint: Blueprint, at now: Instant
  ) {
    for (position, feature) in blueprint.index.heldFeatures.enumerated() {
      let others = customer.teamItems(of: feature, in: blueprint, at: now)
      held[position] += others.count
      if !heldSizes.isEmpty { heldSizes[position] += others.size }
    }
  }
}
