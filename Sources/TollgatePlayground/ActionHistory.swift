import Tollgate

/// A moment in a world's past.
struct PastMoment: Hashable, Sendable {
  /// How many of the visitor's actions had begun.
  let actions: Int
  let at: Instant
}

/// What a visitor did in a world, so that it can be done again in another one.
struct ActionHistory {
  struct Entry {
    let action: VisitorAction
    /// The world's time after it.
    var until: Instant
  }

  private(set) var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func begin(_ action: VisitorAction, at now: Instant) {
    entries.append(Entry(action: action, until: now))
  }

  /// Records when the action that began last has ended.
  mutating func end(at now: Instant) {
    if !entries.isEmpty { entries[entries.count - 1].until = now }
  }
}
