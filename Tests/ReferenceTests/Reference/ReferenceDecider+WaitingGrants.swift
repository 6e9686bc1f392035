import Tollgate

/// Grants whose time passes only while nothing else gives all that they give.
extension ReferenceDecider {
  /// A grant that waits, with the time in which it gives its entitlements.
  struct WaitingTime {
    let grant: Grant
    /// The time of it that is left, in milliseconds; nil until it first runs, which decides how long a month is.
    var left: Int64?
    var runs: [(start: Instant, end: Instant)] = []

    /// How long it lasts in all.
    var length: Int64 {
      guard let lasts = grant.lasts else { return 0 }
      let start = runs.first?.start ?? grant.startsAt
      return start.adding(lasts).since(start)
    }
  }

  /// The time of all grants that wait, in the order in which they were given.
  ///
  /// From each instant at which anything changes to the next, the first of those that give something not yet given run,
  /// and the others wait. Those that give more come before those that give less.
  func waitingTimes() -> [WaitingTime] {
    var times = grants.filter { $0.lasts != nil }
      .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
      .map { WaitingTime(grant: $0) }
    guard var now = times.first?.grant.startsAt else { return [] }
    let order = times.indices.sorted { first, second in
      let sizes = [first, second].map { Set(times[$0].grant.entitlements).count }
      return sizes[0] == sizes[1] ? first < second : sizes[0] > sizes[1]
    }
    var marks = changesOfOthers()
    for time in times { marks += [time.grant.startsAt, time.grant.revokedAt].compactMap { $0 } }
    while now < Self.never {
      var given = givenByOthers(at: now)
      var running: [Int] = []
      for index in order {
        let grant = times[index].grant
        let isOver = times[index].left == 0 || grant.revokedAt.map { $0 <= now } ?? false
        if now < grant.startsAt || isOver || grant.entitlements.allSatisfy(given.contains) {
          continue
        }
        given += grant.entitlements
        running.append(index)
        if times[index].left == nil, let lasts = grant.lasts {
          times[index].left = now.adding(lasts).since(now)
        }
      }
      var next = marks.filter { now < $0 }.min() ?? Self.never
      for index in running {
        next = min(next, now.adding(milliseconds: times[index].left ?? 0))
      }
      for index in running {
        times[index].left = (times[index].left ?? 0) - next.since(now)
        times[index].runs.append((now, next))
      }
      now = next
    }
    return times
  }

  /// The grants that wait at an instant, each with the days that are left of it, a partial day as a whole one.
  func waiting(at now: Instant) -> [(id: Grant.ID, daysLeft: Int)] {
    var waiting: [(id: Grant.ID, daysLeft: Int)] = []
    for time in waitingTimes() where time.grant.startsAt <= now {
      if let revokedAt = time.grant.revokedAt, revokedAt <= now { continue }
      if time.runs.contains(where: { $0.start <= now && now < $0.end }) { continue }
      var left = time.length
      for run in time.runs where run.end <= now { left -= run.end.since(run.start) }
      if left > 0 { waiting.append((time.grant.id, Int((left + .day - 1) / .day))) }
    }
    return waiting
  }

  /// What purchases, seats and grants that do not wait give at an instant.
  private func givenByOthers(at now: Instant) -> [Entitlement.ID] {
    let bought = paidTimes.filter { $0.isActive(at: now) && has($0.transaction.purchase, at: now) }
    let granted = grants.filter {
      $0.lasts == nil && $0.startsAt <= now
        && now < min($0.endsAt ?? Self.never, $0.revokedAt ?? Self.never)
    }
    let shared = seats.flatMap(\.rights).filter {
      $0.startsAt <= now && now < $0.endsAt ?? Self.never
    }
    return bought.flatMap(\.product.entitlements) + granted.flatMap(\.entitlements)
      + shared.map(\.entitlement)
  }

  private func changesOfOthers() -> [Instant] {
    var changes: [Instant] = paidTimes.flatMap { [$0.start, $0.end] }
    for grant in grants where grant.lasts == nil {
      changes += [grant.startsAt, grant.endsAt, grant.revokedAt].compactMap { $0 }
    }
    for right in seats.flatMap(\.rights) {
      changes += [right.startsAt, right.endsAt].compactMap { $0 }
    }
    for case .transfer(let transfer) in facts { changes.append(transfer.at) }
    return changes
  }

  /// Whether the customer had a purchase at an instant: the last transfer until then says so, and before the first they
  /// had it unless that one brought it from somebody else.
  private func has(_ purchase: PurchaseID, at now: Instant) -> Bool {
    if !transfers.contains(where: { $0.purchase == purchase }) { return true }
    var moves: [PurchaseTransfer] = []
    for case .transfer(let transfer) in facts where transfer.purchase == purchase {
      moves.append(transfer)
    }
    moves.sort { $0.number < $1.number }
    if let last = moves.last(where: { $0.at <= now }) { return last.isHeld }
    guard let first = moves.first else { return true }
    return !first.isHeld || first.spent == nil
  }
}
