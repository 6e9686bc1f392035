import Foundation
import Tollgate

extension Instant {
  /// The day, as in `2026-03-02`; in UTC.
  var day: String { text(10) }

  /// The instant to the minute, as in `2026-03-02 09:41`; in UTC.
  var minute: String { text(16) }

  /// The instant to the second, as in `2026-03-02 09:41:07`; in UTC.
  var second: String { text(19) }

  /// A later instant where the customer's day begins, as in `at midnight (Berlin)` or `on 2026-03-09 at 14:30 (UTC)`.
  ///
  /// - Parameters:
  ///   - zone: The zone's IANA name; UTC stands for one that this system does not know.
  ///   - now: The instant at which it is read: the day is named unless it is the same one, or its end.
  func local(in zone: String, seenAt now: Instant) -> String {
    let timeZone = TimeZone(identifier: zone)
    func wall(_ instant: Instant) -> Instant {
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
      return instant.adding(milliseconds: Int64(timeZone?.secondsFromGMT(for: date) ?? 0) * 1000)
    }
    let there = wall(self)
    let isMidnight = there.minute.hasSuffix(" 00:00")
    let isToday = there.day == wall(now).day
    let isTonight = isMidnight && since(now) <= Instant.millisecondsPerDay
    let time = isMidnight ? "midnight" : String(there.minute.suffix(5))
    let city = String(zone.split(separator: "/").last ?? "").replacing("_", with: " ")
    let place = timeZone == nil || zone == "GMT" ? "UTC" : city
    return "\(isToday || isTonight ? "" : "on \(there.day) ")at \(time) (\(place))"
  }

  private func text(_ length: Int) -> String {
    String(description.prefix(length)).replacing("T", with: " ")
  }
}
