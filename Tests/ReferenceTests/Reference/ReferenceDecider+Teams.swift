import Tollgate

/// What the owners of teams share with the customer.
extension ReferenceDecider {
  /// Of the versions of a seat in a record, the last one counts.
  static func standingSeats(_ facts: [Fact], _ side: TeamSeat.Side = .member) -> [TeamSeat] {
    let all = facts.compactMap { fact -> TeamSeat? in
      if case .seat(let seat) = fact, seat.side == side { seat } else { nil }
    }
    var standing: [TeamSeat] = []
    for one in all where !standing.contains(where: { $0.id == one.id }) {
      let last = all.filter { $0.id == one.id }.max { $0.number < $1.number }
      standing.append(last ?? one)
    }
    return standing
  }

  /// When those were invited who are in a team of the customer's, or whom it waits for; the customer is not one of them.
  func invitations(to team: Team.ID, at now: Instant) -> [Instant] {
    var invited: [Instant] = []
    for seat in Self.standingSeats(facts, .owner) where seat.team == team {
      let isOver = seat.endedAt != nil
      let isExpired = seat.joinedAt == nil && seat.expiresAt <= now
      let isOwn = seat.joinedAt != nil && seats.contains { $0.id == seat.id }
      if !isOver, !isExpired, !isOwn { invited.append(seat.invitedAt) }
    }
    return invited
  }

  /// How many items of a feature that a team counts together the others hold, while the customer has something from its
  /// owner; the latest report of each seat counts.
  func heldByOthers(_ feature: Feature.ID, at now: Instant) -> Int {
    var count = 0
    for seat in seats {
      let isShared = blueprint.teams.contains { $0.id == seat.team && $0.pooled.contains(feature) }
      let hasAny = seat.rights.contains { right in
        right.startsAt <= now && (right.endsAt.map { now < $0 } ?? true)
      }
      let reports = facts.compactMap { fact -> TeamItems? in
        if case .teamItems(let items) = fact, items.seat == seat.id, items.feature == feature {
          items
        } else {
          nil
        }
      }
      let last = reports.max { ($0.at, $0.count) < ($1.at, $1.count) }
      if isShared, hasAny { count += last?.count ?? 0 }
    }
    return count
  }
}
