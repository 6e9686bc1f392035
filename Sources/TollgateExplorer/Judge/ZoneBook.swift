import Tollgate

/// A time zone that a customer's device reported.
struct BookedZone: Hashable, Sendable {
  /// The zones that histories move to: those in which a day begins first and last.
  static let far = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]

  /// When it was reported.
  let at: Instant
  /// Its IANA name.
  let name: String

  /// When the customer has been there for a week, after which one long day leads to midnight further east.
  var settlesAt: Instant { at.adding(milliseconds: 7 * 86_400_000) }
}

/// The days, weeks and months of a customer who moves, by the explorer's own calendars.
struct ZoneBook {
  let state: HistoryState
  /// The customer's position.
  let person: Int
  let rules: Rules

  /// Returns when the window of an allowance began, by the explorer's own calendars: it walks from one window to the
  /// next, from the first use on.
  func start(of window: Feature.Window, for features: [Feature.ID]) -> Instant? {
    start(
      of: window,
      since: state.uses.first { features.contains($0.feature) && $0.isCounted }?.at)
  }

  /// Returns when the current window of what is counted began; it walks from the first time on.
  func start(of window: Feature.Window, since first: Instant?) -> Instant? {
    let (now, zones) = (state.now, state.people[person].zones)
    guard !zones.isEmpty, let first, window != .trial, window != .ever
    else { return rules.calendars.own.start(of: window, at: now) }
    let events = zones.map { (at: $0.at, zone: $0.name, isSettled: false) }
    let settled = zones.enumerated().filter { index, zone in
      index + 1 == zones.count || zones[index + 1].at > zone.settlesAt
    }.map { (at: $1.settlesAt, zone: $1.name, isSettled: true) }
    var calendar = rules.calendars[zones.last { $0.at <= first }?.name]
    var start = calendar.start(of: window, at: first) ?? first
    while var end = calendar.end(of: window, at: start) {
      for event in (events + settled).sorted(by: { $0.at < $1.at })
      where first < event.at && start <= event.at && event.at < end {
        let next = rules.calendars[event.zone]
        if !event.isSettled {
          guard let midnight = next.start(ofDateOf: end, in: calendar), midnight >= end else {
            continue
          }
          (calendar, end) = (next, midnight)
        } else if window == .day, let day = next.start(of: .day, at: end) {
          (calendar, end) = (next, day == end ? end : next.end(of: .day, at: end) ?? end)
        }
      }
      if now < end { return start }
      start = end
    }
    return start
  }

  /// Returns whether the uses of a feature in some span of time are more than its greatest limit allows to somebody who
  /// stays in one of the zones, with as many windows as can begin in such a span.
  ///
  /// It does not depend on which windows those who move have, and judges only features whose limits all count in
  /// windows of one kind, and not sizes.
  func exceedsStaying(_ feature: Feature) -> Bool {
    let zones = state.people[person].zones
    guard state.people.count == 1, !zones.isEmpty else { return false }
    let limits = feature.rules.flatMap(\.allowance.quotas).filter(\.countsUses)
    guard limits.compactMap(\.counts).allSatisfy({ !rules.limitsApart.contains($0) }),
      let limit = limits.max(by: { $0.count < $1.count }), let window = limit.window,
      limits.allSatisfy({ $0.window == window && !$0.isSized }),
      [.day, .week, .month].contains(window)
    else { return false }
    let own = state.uses.filter { $0.feature == feature.id && $0.isCounted }.map(\.at)
    guard let last = own.last else { return false }
    let calendars = [rules.calendars.own] + zones.map { rules.calendars[$0.name] }
    return own.indices.contains { index in
      let most = calendars.map { $0.windows(window, from: own[index], to: last) }.max() ?? 1
      return own.count - index > limit.count * most
    }
  }
}

extension WindowCalendar {
  /// Returns how many windows of a kind hold some instant of a span of time.
  fileprivate func windows(_ window: Feature.Window, from first: Instant, to last: Instant) -> Int {
    var count = 1
    var instant = first
    while let end = end(of: window, at: instant), end <= last {
      count += 1
      instant = end
    }
    return count
  }
}
