import Foundation
import Tollgate

/// Days, weeks (from Monday) and months, by Foundation's calendar.
extension ReferenceDecider {
  /// Windows begin in the blueprint's time zone, or in the customer's if it says so; then they are walked through from
  /// the first use.
  func bounds(
    of window: Feature.Window, since first: Instant?, at now: Instant
  ) -> (start: Instant, end: Instant) {
    if window == .period, let period = counting(at: now, rights: false) {
      return (period.start, period.end)
    }
    if window == .planMonth {
      if let plan = counting(at: now, rights: true) {
        let month = Self.month(from: plan.start, to: plan.end, at: now)
        if plan.purchase != nil || month.end < plan.end { return month }
        // A renewal continues the months of a right.
        let others = Self.months(from: plan.start, to: Self.never)
        return (month.start, max(month.end, others.first { $0 > month.start } ?? month.end))
      }
      if let first = firstSeen { return Self.month(from: first, to: Self.never, at: now) }
    }
    let own = TimeZone(identifier: blueprint.app.timeZone) ?? .gmt
    guard blueprint.app.usesCustomerTimeZone, let first else {
      return Self.bounds(of: window, in: own, at: now)
    }
    var zone = reportedZones.last { $0.at <= first }?.zone ?? own
    let moves = moves(after: first, from: zone)
    var (start, end) = Self.bounds(of: window, in: zone, at: first)
    while true {
      for move in moves where start <= move.at && move.at < end {
        if move.isSettled {
          guard window == .day, zone != move.zone else { continue }
          end = Self.firstMidnight(in: move.zone, from: end)
          zone = move.zone
        } else if Self.midnight(of: end, in: zone, over: move.zone) >= end {
          end = Self.midnight(of: end, in: zone, over: move.zone)
          zone = move.zone
        }
      }
      if now < end { return (start, end) }
      start = end
      end = Self.bounds(of: window, in: zone, at: start).end
    }
  }

  /// What a limit of the plan may count in: the paid period of a subscription, or the time of a right.
  private struct PlanTime {
    let start: Instant
    let end: Instant
    let product: CatalogProduct.ID?
    let entitlements: [Entitlement.ID]
    let environment: StoreEnvironment
    let isPaid: Bool
    let since: Instant
    /// What is left to tell two apart: subscriptions before rights, then their purchases or names.
    let purchase: PurchaseID?
    let right: String

    func comes(before other: Self) -> Bool {
      let stores: [StoreEnvironment] = [.production, .sandbox, .xcode]
      if environment != other.environment {
        return stores.firstIndex(of: environment) ?? 0 < stores.firstIndex(of: other.environment)
          ?? 0
      }
      if isPaid != other.isPaid { return isPaid }
      if since != other.since { return since < other.since }
      if let purchase, let others = other.purchase { return purchase < others }
      return purchase != nil || other.purchase == nil && right < other.right
    }
  }

  /// What a limit of the plan counts in.
  ///
  /// A subscription that the rule names comes first, then what gives what it asks for, then production, then what is paid
  /// for, then what has been paid for longest without a gap. A right that was bought elsewhere has months alone.
  private func counting(at now: Instant, rights hasRights: Bool) -> PlanTime? {
    let subscriptions = lines.compactMap { state(of: $0, at: now) }.compactMap { state in
      state.gives.flatMap { isPlan($0) ? planTime(state, giving: $0) : nil }
    }
    let all = subscriptions + (hasRights ? rights(at: now) : [])
    let named = all.filter { $0.product.map(asked.namedProducts.contains) ?? false }
    let giving = all.filter { $0.entitlements.contains { asked.entitled.contains($0) } }
    let meant = [named, giving].first { !$0.isEmpty } ?? all
    return meant.min { $0.comes(before: $1) }
  }

  private func planTime(_ state: LineState, giving product: CatalogProduct) -> PlanTime {
    PlanTime(
      start: state.current.start, end: state.current.signedEnd, product: product.id,
      entitlements: product.entitlements, environment: state.purchase.environment,
      isPaid: state.isPaid, since: paidSince(state.current), purchase: state.purchase, right: "")
  }

  /// The rights that run and give the plan, each from when it began without a gap until it ends by what was stated.
  private func rights(at now: Instant) -> [PlanTime] {
    Set(grants.filter { $0.willRenew != nil }.map(\.name)).compactMap { name in
      guard let time = timeOfRight(name, at: now),
        let running = statement(ofRight: name, at: now),
        running.entitlements.contains(where: grantedPlan.contains)
      else { return nil }
      return PlanTime(
        start: time.start, end: time.end, product: nil, entitlements: running.entitlements,
        environment: .production, isPaid: true, since: time.start, purchase: nil,
        right: name?.rawValue ?? "")
    }
  }

  /// The statement that gives what a right gives at an instant: the last one of those that run.
  func statement(ofRight name: GrantTerms.ID?, at now: Instant) -> Grant? {
    grants.filter { $0.willRenew != nil && $0.name == name }
      .filter { $0.startsAt <= now && now < Self.end(of: $0) }
      .max { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
  }

  /// When a right that runs at an instant began and when it ends: its statements follow each other without a gap.
  func timeOfRight(_ name: GrantTerms.ID?, at now: Instant) -> (start: Instant, end: Instant)? {
    let times = grants.filter { $0.willRenew != nil && $0.name == name }
      .map { (start: $0.startsAt, end: Self.end(of: $0)) }.filter { $0.start < $0.end }
    guard var time = times.first(where: { $0.start <= now && now < $0.end }) else { return nil }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for other in times where other.start <= time.end && time.start <= other.end {
        let joined = (start: min(time.start, other.start), end: max(time.end, other.end))
        if joined != time {
          time = joined
          isComplete = false
        }
      }
    }
    return time
  }

  private static func end(of grant: Grant) -> Instant {
    min(grant.endsAt ?? never, grant.revokedAt ?? never)
  }

  /// When a device or an account of the customer was first seen.
  private var firstSeen: Instant? {
    facts.compactMap { fact -> Instant? in
      switch fact {
      case .signedUp(let fact): fact.at
      case .device(let fact): fact.at
      default: nil
      }
    }.min()
  }

  /// When the uninterrupted paid time that leads up to a period began.
  private func paidSince(_ time: PaidTime) -> Instant {
    let before = paidTimes(of: time.transaction.purchase).filter {
      $0.start < time.start && time.start <= $0.end
    }
    return before.map { paidSince($0) }.min() ?? time.start
  }

  /// The months of a paid period, or of other time, are counted from its start in UTC; the last one ends with it, and is
  /// less than four days longer.
  private static func month(
    from first: Instant, to end: Instant, at now: Instant
  ) -> (start: Instant, end: Instant) {
    let starts = months(from: first, to: end)
    return (starts.last { $0 <= now } ?? first, starts.first { $0 > now } ?? end)
  }

  /// When these months begin.
  static func months(from first: Instant, to end: Instant) -> [Instant] {
    (0...60).compactMap {
      calendar(.gmt).date(byAdding: .month, value: $0, to: first.date).map { Instant($0) }
    }.filter { $0 == first || $0.adding(milliseconds: 4 * .day) <= end }
  }

  /// When a zone was reported, and when its customer had been there for a week without another.
  private typealias Move = (at: Instant, zone: TimeZone, isSettled: Bool)

  private func moves(after first: Instant, from zone: TimeZone) -> [Move] {
    var changes: [(at: Instant, zone: TimeZone)] = []
    for report in reportedZones where report.at > first {
      if report.zone != changes.last?.zone ?? zone { changes.append(report) }
    }
    var moves: [Move] = changes.map { ($0.at, $0.zone, false) }
    for (index, change) in changes.enumerated() {
      let settled = change.at.adding(milliseconds: 7 * .day)
      if index + 1 == changes.count || changes[index + 1].at > settled {
        moves.append((settled, change.zone, true))
      }
    }
    return moves.sorted { $0.at < $1.at }
  }

  /// When a date came: in the blueprint's time zone, or in the zone where the customer was then.
  func instant(of date: EventDate) -> Instant {
    guard date.isLocal else { return date.time }
    let own = TimeZone(identifier: blueprint.app.timeZone) ?? .gmt
    let reports = blueprint.app.usesCustomerTimeZone ? reportedZones : []
    let stays = [(at: Instant(milliseconds: .min), zone: own)] + reports
    let parts = Self.calendar(.gmt).dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date.time.date)
    for (index, stay) in stays.enumerated() {
      let end = index + 1 < stays.count ? stays[index + 1].at : Self.never
      guard let local = Self.calendar(stay.zone).date(from: parts) else { continue }
      let came = max(stay.at, Instant(local))
      if came < end { return came }
    }
    return Self.never
  }

  /// The zones that a device reported, without those that do not exist; of two at one instant, the greater name last.
  private var reportedZones: [(at: Instant, zone: TimeZone)] {
    var reports: [(at: Instant, name: String)] = []
    for case .attribute(let change) in facts
    where change.attribute == "timeZone" && change.setBy == .device {
      if let name = change.value?.string { reports.append((change.at, name)) }
    }
    return reports.sorted { ($0.at, $0.name) < ($1.at, $1.name) }.compactMap { report in
      TimeZone(identifier: report.name).map { (report.at, $0) }
    }
  }

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    return calendar
  }

  static func bounds(
    of window: Feature.Window, in zone: TimeZone, at now: Instant
  ) -> (start: Instant, end: Instant) {
    let component: Calendar.Component
    switch window {
    case .day: component = .day
    case .week: component = .weekOfYear
    // Without a plan, a calendar month stands in for its period and for a month of it.
    case .month, .period, .planMonth: component = .month
    case .year: component = .year
    case .trial, .ever, .use: return (Instant(milliseconds: .min), never)
    }
    guard let bounds = calendar(zone).dateInterval(of: component, for: now.date) else {
      return (now, never)
    }
    return (Instant(bounds.start), Instant(bounds.end))
  }

  /// The beginning, in another zone, of the day that has the date of an instant.
  private static func midnight(
    of instant: Instant, in zone: TimeZone, over other: TimeZone
  ) -> Instant {
    var parts = calendar(zone).dateComponents([.year, .month, .day], from: instant.date)
    parts.hour = 12
    let noon = calendar(other).date(from: parts) ?? instant.date
    return Instant(calendar(other).startOfDay(for: noon))
  }

  private static func firstMidnight(in zone: TimeZone, from instant: Instant) -> Instant {
    let day = bounds(of: .day, in: zone, at: instant)
    return day.start == instant ? instant : day.end
  }
}

extension Instant {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
