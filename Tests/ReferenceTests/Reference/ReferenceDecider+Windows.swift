import Foundation
import Tollgate

/// Days, weeks (from Monday) and months, by Foundation's calendar.
extension ReferenceDecider {
  /// Windows begin in the blueprint's time zone, or in the customer's if it says so; then they are walked through from
  /// the first use.
  func start(of window: Feature.Window, since first: Instant?, at now: Instant) -> Instant {
    let own = TimeZone(identifier: blueprint.app.timeZone) ?? .gmt
    guard blueprint.app.usesCustomerTimeZone, let first else {
      return Self.bounds(of: window, in: own, at: now).start
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
      if now < end { return start }
      start = end
      end = Self.bounds(of: window, in: zone, at: start).end
    }
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
    // Generated blueprints count nothing per billing period; PeriodMeterTests does.
    case .month, .period: component = .month
    case .trial, .ever: return (Instant(milliseconds: .min), never)
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
