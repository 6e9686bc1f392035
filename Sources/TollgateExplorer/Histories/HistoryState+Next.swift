import Tollgate

extension HistoryState {
  /// Returns the instants until the next one at which more than a number changes by itself.
  ///
  /// All but the last are instants at which only numbers change, such as the days left. Empty if nothing happens any
  /// more.
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

  /// The greatest number of changes of numbers between two states; a longer wait stops there.
  private static let stopLimit = 120

  /// Returns what all customers would see at an instant, and when the first of their answers changes after it.
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
