/// The time zones that a customer's devices reported, and the days, weeks and months that follow from them.
///
/// Every report is kept, so that the windows follow from the facts in any order. A customer who moves, or claims to,
/// never has more windows in any span of time than somebody who stays in one of the zones: a running window only ever
/// becomes longer, so each contains a whole window of one of the zones, and none of these overlap.
///
/// | the customer | the window that runs then | from then on |
/// |---|---|---|
/// | has not used the feature yet | is that of the new zone | windows of the new zone |
/// | moved west | ends at midnight of the new zone | windows of the new zone |
/// | moved east | ends when it would have ended | windows of the old zone |
/// | has been in the east for ``settling`` | a day: ends at the next midnight there | days of the new zone |
///
/// Weeks and months never begin earlier again, since one of them would have to last for two.
struct ZoneLog: Hashable, Sendable {
  /// A report of a zone.
  private struct Entry: Hashable, Sendable {
    let change: AttributeChange
    let name: String
    /// The zone's clock; nil if this system does not know the zone, and the report is ignored.
    let clock: BlueprintClock?

    init(_ change: AttributeChange, _ name: String) {
      self.change = change
      self.name = name
      clock = BlueprintClock(name)
    }

    func precedes(_ other: Entry) -> Bool { (change.at, name) < (other.change.at, other.name) }
  }

  /// How long a customer is in a zone further east before one longer day ends at its midnight: 7 days.
  static let settling = 7 * Instant.millisecondsPerDay

  /// The reports, by instant and name.
  private var entries: [Entry] = []

  /// The reports, the oldest first.
  var changes: [AttributeChange] { entries.map(\.change) }

  /// How many reports there are.
  var count: Int { entries.count }

  /// Records the report of a zone, and returns whether it is new; one without a text is ignored.
  mutating func record(_ change: AttributeChange) -> Bool {
    guard let name = change.value?.string else { return false }
    let entry = Entry(change, name)
    // Reports usually arrive in order.
    let place = (entries.lastIndex { $0.precedes(entry) } ?? -1) + 1
    if place < entries.count, entries[place].change == change { return false }
    entries.insert(entry, at: place)
    return true
  }

  /// The clock of the zone that was reported last at an instant; nil before the first report.
  func clock(at instant: Instant) -> BlueprintClock? {
    entries.last { $0.change.at <= instant && $0.clock != nil }?.clock
  }

  /// The window that contains an instant.
  ///
  /// Its start depends on no later report.
  ///
  /// - Parameters:
  ///   - window: A day, a week or a month, for which a billing period stands; others have no bounds here.
  ///   - first: The first use of what is counted: the zone of that instant is where the customer began.
  ///   - fallback: The clock until a zone was reported.
  /// - Returns: Its start, and its end if it has one.
  func window(
    _ window: Feature.Window, since first: Instant, before fallback: BlueprintClock, at now: Instant
  ) -> (start: Instant, end: Instant?) {
    var turns = Turns(window: window, clock: clock(at: first) ?? fallback)
    if window == .trial || window == .ever || window == .use { return turns.window(at: now) }
    let moves = moves(after: first, from: turns.clock)
    for (index, move) in moves.enumerated() {
      if now < turns.window(at: move.at).start { break }
      if turns.go(to: move.clock, at: move.at) || window != .day { continue }
      let settled = move.at.adding(milliseconds: Self.settling)
      if index + 1 < moves.count, moves[index + 1].at <= settled { continue }
      if now < turns.window(at: settled).start { break }
      turns.skip(to: move.clock, at: settled)
    }
    return turns.window(at: now)
  }

  /// The first instant at which a local time is reached where the customer is then.
  ///
  /// - Parameter fallback: The clock until a zone was reported.
  func first(_ local: Instant, before fallback: BlueprintClock) -> Instant {
    // No clock is a day ahead of UTC, so what comes later than that is reached where the customer was last.
    let earliest = local.adding(milliseconds: -Instant.millisecondsPerDay)
    if entries.last.map({ $0.change.at < earliest }) ?? true {
      return (self.clock(at: .distantFuture) ?? fallback).first(local, notBefore: .distantPast)
    }
    var (clock, since) = (fallback, Instant.distantPast)
    for entry in entries {
      guard let next = entry.clock, next != clock else { continue }
      let reached = max(since, clock.first(local, notBefore: .distantPast))
      if reached < entry.change.at { return reached }
      (clock, since) = (next, entry.change.at)
    }
    return max(since, clock.first(local, notBefore: .distantPast))
  }

  /// The changes of zone after an instant, without reports of the zone that the customer was in already.
  private func moves(
    after first: Instant, from start: BlueprintClock
  ) -> [(at: Instant, clock: BlueprintClock)] {
    var moves: [(at: Instant, clock: BlueprintClock)] = []
    for entry in entries where first < entry.change.at {
      guard let clock = entry.clock, clock != moves.last?.clock ?? start else { continue }
      moves.append((entry.change.at, clock))
    }
    return moves
  }
}

/// The windows of one kind, for a customer who moves.
private struct Turns {
  let window: Feature.Window
  /// The clock by which windows begin from the end of ``seam`` on.
  private(set) var clock: BlueprintClock
  /// The window that was extended last; nil before the first change of zone.
  private var seam: (start: Instant, end: Instant)?

  init(window: Feature.Window, clock: BlueprintClock) {
    self.window = window
    self.clock = clock
  }

  func window(at instant: Instant) -> (start: Instant, end: Instant?) {
    if let seam, instant < seam.end { return seam }
    return clock.window(window, at: instant)
  }

  /// Makes the window that contains an instant end at midnight of the same date in another zone, unless that is earlier.
  ///
  /// - Returns: Whether windows begin in that zone from then on.
  mutating func go(to other: BlueprintClock, at instant: Instant) -> Bool {
    let running = window(at: instant)
    guard let end = running.end else { return true }
    let midnight = other.midnight(clock.dayNumber(at: end))
    if midnight < end { return false }
    seam = (running.start, midnight)
    clock = other
    return true
  }

  /// Makes the window that contains an instant end at the first midnight of another zone that is not before its end.
  mutating func skip(to other: BlueprintClock, at instant: Instant) {
    let running = window(at: instant)
    guard let end = running.end else { return }
    let day = other.window(.day, at: end)
    seam = (running.start, day.start == end ? end : day.end ?? end)
    clock = other
  }
}
