import Foundation
import Tollgate

/// Days, weeks (from Monday) and months, by Foundation's calendar.
extension ReferenceDecider {
  /// Windows begin in the blueprint's time zone, or in the customer's if it says so; then they are walked through from
  /// the first use.
  func bounds(
    of window: Feature.Window, since first: Instant?, at now: Instant
  ) -> (start: Instant, end: Instant) {
    if window == .period || window == .planMonth, let period = countingPeriod(at: now) {
      return window == .period
        ? (period.start, period.signedEnd) : Self.month(of: period, at: now)
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

  /// The period that a limit of the plan counts in.
  ///
  /// A subscription that the rule names comes first, then one that gives what it asks for, then production, then one that
  /// is paid for, then the one that has been paid for longest without a gap.
  private func countingPeriod(at now: Instant) -> PaidTime? {
    let running = lines.compactMap { state(of: $0, at: now) }.filter { state in
      state.gives.map { isPlan($0) } ?? false
    }
    let named = running.filter { state in
      state.gives.map { asked.namedProducts.contains($0.id) } ?? false
    }
    let giving = running.filter { state in
      state.gives?.entitlements.contains { asked.entitled.contains($0) } ?? false
    }
    func order(_ state: LineState) -> (Int, Int, Instant, PurchaseID) {
      let stores: [StoreEnvironment] = [.production, .sandbox, .xcode]
      return (
        stores.firstIndex(of: state.purchase.environment) ?? 0, state.isPaid ? 0 : 1,
        paidSince(state.current), state.purchase
      )
    }
    let meant = [named, giving].first { !$0.isEmpty } ?? running
    return meant.min { order($0) < order($1) }?.current
  }

  /// When the uninterrupted paid time that leads up to a period began.
  private func paidSince(_ time: PaidTime) -> Instant {
    let before = paidTimes(of: time.transaction.purchase).filter {
      $0.start < time.start && time.start <= $0.end
    }
    return before.map { paidSince($0) }.min() ?? time.start
  }

  /// The months of a paid period are counted from its start in UTC; the last one ends with the period, and is
  /// less than four days longer.
  private static func month(of period: PaidTime, at now: Instant) -> (start: Instant, end: Instant)
  {
    let starts = (0...60).compactMap {
      calendar(.gmt).date(byAdding: .month, value: $0, to: period.start.date).map { Instant($0) }
    }.filter { $0 == period.start || $0.adding(milliseconds: 4 * .day) <= period.signedEnd }
    return (
      starts.last { $0 <= now } ?? period.start, starts.first { $0 > now } ?? period.signedEnd
    )
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
