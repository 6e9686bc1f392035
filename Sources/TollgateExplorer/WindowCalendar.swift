import Foundation
import Tollgate

/// Where the windows of allowances begin in a time zone.
///
/// It uses Foundation's calendar, so that a mistake in the engine's own arithmetic shows as a difference.
struct WindowCalendar: Sendable {
  /// The ISO 8601 calendar, in which weeks begin on Monday.
  private let calendar: Calendar

  /// The calendar of what counts in no place.
  static let utc = WindowCalendar("UTC")

  /// Creates the calendar of a time zone; an unknown name means UTC.
  init(_ zone: String) {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    self.calendar = calendar
  }

  /// When the window that holds an instant began; nil for windows without a beginning.
  func start(of window: Feature.Window, at instant: Instant) -> Instant? {
    interval(of: window, at: instant).map { Instant($0.start) }
  }

  /// When the window that holds an instant ends; nil for windows without an end.
  func end(of window: Feature.Window, at instant: Instant) -> Instant? {
    interval(of: window, at: instant).map { Instant($0.end) }
  }

  /// When the month began that holds an instant, of the months from another instant to an end; the last one after it.
  ///
  /// The last one has what is left after it, if that is less than four days.
  func start(ofMonthFrom first: Instant, to end: Instant, at instant: Instant) -> Instant {
    let last = min(instant, end.adding(milliseconds: -4 * 86_400_000))
    let months = (1...1200).lazy.compactMap { number in
      calendar.date(byAdding: .month, value: number, to: first.date).map { Instant($0) }
    }
    return months.prefix { $0 <= last }.max() ?? first
  }

  /// When the day begins that has the date of an instant in another calendar.
  func start(ofDateOf instant: Instant, in other: WindowCalendar) -> Instant? {
    var parts = other.calendar.dateComponents([.year, .month, .day], from: instant.date)
    parts.hour = 12
    return calendar.date(from: parts).map { Instant(calendar.startOfDay(for: $0)) }
  }

  private func interval(of window: Feature.Window, at instant: Instant) -> DateInterval? {
    let component: Calendar.Component
    switch window {
    case .trial, .ever, .use: return nil
    case .day: component = .day
    case .week: component = .weekOfYear
    case .month, .period, .planMonth: component = .month
    case .year: component = .year
    }
    return calendar.dateInterval(of: component, for: instant.date)
  }
}

/// The calendars of the time zones that a history may be in.
struct WindowCalendars: Sendable {
  /// That of the blueprint.
  let own: WindowCalendar
  private let others: [String: WindowCalendar]

  /// Creates the calendars of the blueprint's time zone and of others.
  init(_ own: String, _ others: [String]) {
    self.own = WindowCalendar(own)
    self.others = Dictionary(others.map { ($0, WindowCalendar($0)) }) { first, _ in first }
  }

  /// The calendar of a time zone; that of the blueprint for nil.
  subscript(zone: String?) -> WindowCalendar { zone.flatMap { others[$0] } ?? own }
}

extension Instant {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
