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
}
