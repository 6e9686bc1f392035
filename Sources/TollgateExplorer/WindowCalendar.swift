import Foundation
import Tollgate

/// Where the windows of allowances begin in a blueprint's time zone.
///
/// It uses Foundation's calendar, so that a mistake in the engine's own arithmetic shows as a difference.
struct WindowCalendar: Sendable {
  /// The ISO 8601 calendar, in which weeks begin on Monday.
  private let calendar: Calendar

  /// Creates the calendar of a time zone; an unknown name means UTC.
  init(_ zone: String) {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    self.calendar = calendar
  }

  /// When the window that holds an instant began; nil for windows without a beginning.
  func start(of window: Feature.Window, at instant: Instant) -> Instant? {
    let component: Calendar.Component
    switch window {
    case .trial, .period, .ever: return nil
    case .day: component = .day
    case .week: component = .weekOfYear
    case .month: component = .month
    }
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    guard let start = calendar.dateInterval(of: component, for: date)?.start else { return nil }
    return Instant(milliseconds: Int64(start.timeIntervalSince1970 * 1000))
  }
}
