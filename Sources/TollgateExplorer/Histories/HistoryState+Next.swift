import Tollgate

extension HistoryState {
  /// The instants until the next one at which anything but a number changes by itself; empty where nothing does.
  ///
  /// All but the last are instants at which only numbers change, such as the days left.
  func stops(_ rules: Rules) -> [Instant] {
    let due = stores.compactMap(\.due).min()
    let end = [due, bookInstants(rules).min()].compactMap { $0 }.min()
    var (answers, at) = look(at: now, rules)
    let start = answers
    var stops: [Instant] = []
    while stops.count < Self.stopLimit {
      guard let next = [at, end].compactMap({ $0 }).min() else { return [] }
      stops.append(next)
      if next == end { return stops }
      (answers, at) = look(at: next, rules)
      if answers != start { return stops }
    }
    return stops
  }

  /// How many changes of numbers are passed over at most.
  private static let stopLimit = 120

  /// The answers at an instant, and when they change.
  private func look(at instant: Instant, _ rules: Rules) -> (Fingerprint, Instant?) {
    var key = Fingerprint()
    var change: Instant?
    for person in people.indices {
      let membership = Membership(
        of: reading(of: person, rules), in: rules.blueprint, at: instant)
      mixAnswers(of: membership, into: &key)
      if let next = membership.nextChange { change = change.map { min($0, next) } ?? next }
    }
    return (key, change)
  }
}
