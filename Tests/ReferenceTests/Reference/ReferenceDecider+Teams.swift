import Tollgate

/// What the owners of teams share with the customer.
extension ReferenceDecider {
  /// Of the versions of a seat, the last one counts.
  static func standingSeats(_ facts: [Fact]) -> [TeamSeat] {
    let all = facts.compactMap { fact -> TeamSeat? in
      if case .seat(let seat) = fact, seat.side == .member { seat } else { nil }
    }
    var standing: [TeamSeat] = []
    for one in all where !standing.contains(where: { $0.id == one.id }) {
      let last = all.filter { $0.id == one.id }.max { $0.number < $1.number }
      standing.append(last ?? one)
    }
    return standing
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
