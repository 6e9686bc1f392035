import Tollgate

extension ReferenceDecider {
  /// A bound holds from its instant on, or up to it; of several times that an event happened, the latest counts, or the
  /// earliest if the test is about the first.
  func holds(_ test: PastTest, phase: Phase, at now: Instant) -> Bool {
    let happened = times(of: test.event, phase: phase, at: now).filter { $0 <= now }
    switch test {
    case .since(let since):
      guard let time = since.isFirst ? happened.min() : happened.max() else { return false }
      if !isBetween(since.dates, time) { return false }
      if let least = since.atLeast, time.adding(least) > now { return false }
      if let most = since.lessThan, time.adding(most) <= now { return false }
      return true
    case .count(let count):
      var counted = happened.filter { isBetween(count.dates, $0) }
      if let window = count.within { counted = counted.filter { $0.adding(window) > now } }
      if let window = count.window {
        let start = bounds(of: window, since: happened.min(), at: now).start
        counted = counted.filter { $0 >= start }
      }
      if let every = count.every {
        return stride(from: every, through: counted.count, by: every).contains(counted.count)
      }
      if let least = count.atLeast, counted.count < least { return false }
      if let most = count.lessThan, counted.count >= most { return false }
      return true
    }
  }

  /// Whether something happened neither before a first date nor on or after a last one.
  private func isBetween(_ dates: DateRange, _ time: Instant) -> Bool {
    if let from = dates.from, time < instant(of: from) { return false }
    if let before = dates.before, time >= instant(of: before) { return false }
    return true
  }

  /// The dates from and until which a season is on, in the years of every generated history and beside them.
  static func spans(of season: Season) -> [(EventDate, EventDate)] {
    let (from, until) = ("\(season.from)", "\(season.until)")
    return (2025...2028).compactMap { year in
      guard let start = EventDate("\(year)-\(from)"),
        let end = EventDate("\(from < until ? year : year + 1)-\(until)")
      else { return nil }
      return (start, end)
    }
  }

  /// The instants at which an event happened.
  private func times(of event: CustomerEvent, phase: Phase, at now: Instant) -> [Instant] {
    switch event {
    case .signUp: return first { if case .signedUp(let fact) = $0 { fact.at } else { nil } }
    case .firstSeen: return first { if case .device(let fact) = $0 { fact.at } else { nil } }
    case .opened: return openedDays
    case .updated: return updates
    case .milestone(let name): return [reachedAt(name)].compactMap { $0 }
    case .use(let feature): return allUses(of: feature)
    case .dismissal(let prompt): return dismissals(of: prompt)
    case .paywall(let paywall): return events(.shown, on: paywall)
    case .anyPaywall: return events(.shown)
    case .closed(let paywall): return events(.closed, on: paywall)
    case .bought(let product): return purchases(of: product, at: now)
    case .date(let date): return [instant(of: date)]
    case .season(let season):
      return Self.spans(of: season).map { (instant(of: $0), instant(of: $1)) }
        .filter { $0 <= now && now < $1 }.map { $0.0 }
    case .ending(let ending):
      guard let end = end(of: ending.anchor, at: now), now < end else { return [] }
      let start = end.subtracting(ending.within)
      return now < start ? [] : [start]
    case .member(let team): return invitations(to: team, at: now)
    case .renewal: return renewalStarts(at: now)
    case .cancellation: return cancellations(at: now)
    case .refund: return refunds(at: now)
    case .purchase: return purchases(at: now)
    case .firstPurchase: return [purchases(at: now).min()].compactMap { $0 }
    case .lapse:
      // The plan of a subscriber has not ended.
      return phase == .subscribed
        ? [] : [lastPlanEnd(at: now)].compactMap { $0 }
    case .trialStart: return [trialStatus(at: now)?.activatedAt].compactMap { $0 }
    case .trialEnd:
      guard let trial = trialStatus(at: now), trial.activatedAt != nil, !trial.isActive else {
        return []
      }
      return [trial.endsAt].compactMap { $0 }
    }
  }

  /// The earliest instant of a kind of fact.
  private func first(_ instant: (Fact) -> Instant?) -> [Instant] {
    [facts.compactMap(instant).min()].compactMap { $0 }
  }

  private var openings: [AppOpening] {
    facts.compactMap { if case .opening(let opening) = $0 { opening } else { nil } }
  }

  /// A day counts once, at its earliest report, whatever the versions.
  private var openedDays: [Instant] {
    Set(openings.map(\.day)).compactMap { day in
      openings.filter { $0.day == day }.map(\.at).min()
    }
  }

  /// A version updates the app if another one was opened before it, and none that is later.
  var updates: [Instant] {
    var first: [AppVersion: Instant] = [:]
    for opening in openings {
      guard let version = opening.version.flatMap({ AppVersion($0) }) else { continue }
      first[version] = min(first[version] ?? opening.at, opening.at)
    }
    return first.compactMap { version, at in
      let before = first.filter { ($0.value, $0.key) < (at, version) }.keys
      return !before.isEmpty && before.allSatisfy { $0 < version } ? at : nil
    }
  }

  /// A dismissal counts once for each key, at its earliest report.
  func dismissals(of prompt: Prompt.ID) -> [Instant] {
    var counted: [Dismissal] = []
    for case .dismissal(let dismissal) in facts where dismissal.prompt == prompt {
      let same = counted.firstIndex { $0.key == dismissal.key }
      if let same {
        if dismissal.at < counted[same].at { counted[same] = dismissal }
      } else {
        counted.append(dismissal)
      }
    }
    return counted.map(\.at)
  }
}
