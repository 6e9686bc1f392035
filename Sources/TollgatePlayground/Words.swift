import Tollgate

/// Times and periods in words, for a visitor who reads English.
enum Words {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Such as "09:41".
  static func time(_ instant: Instant) -> String {
    String(instant.description.dropFirst(11).prefix(5))
  }

  /// Such as "2026-03-02", as on every page that is not part of an app.
  static func date(_ instant: Instant) -> String { String(instant.description.prefix(10)) }

  /// Such as "2026-03-02 09:41".
  static func moment(_ instant: Instant) -> String { "\(date(instant)) \(time(instant))" }

  /// Such as "Mon 2 Mar", as a phone shows it.
  static func day(_ instant: Instant) -> String {
    let (_, month, day) = fields(of: instant)
    let weekday = Int((instant.milliseconds / 86_400_000) % 7)
    return "\(days[weekday]) \(day) \(months[month - 1])"
  }

  /// Such as "Mon 09:41", as a phone shows it.
  static func stamp(_ instant: Instant) -> String { "\(day(instant).prefix(3)) \(time(instant))" }

  /// Such as "Mar 2, 2026", as US customers read dates.
  static func date(of instant: Instant) -> String {
    let (year, month, day) = fields(of: instant)
    return "\(months[month - 1]) \(day), \(year)"
  }

  /// Such as "in 2 days".
  static func until(_ instant: Instant, from now: Instant) -> String {
    let minutes = max(0, instant.since(now)) / 60_000
    if minutes < 60 { return counted(max(1, minutes), "minute") }
    if minutes < 48 * 60 { return counted((minutes + 30) / 60, "hour") }
    return counted((minutes + 720) / 1440, "day")
  }

  private static func counted(_ count: Int64, _ unit: String) -> String {
    "in \(count) \(unit)\(count == 1 ? "" : "s")"
  }

  private static func fields(of instant: Instant) -> (year: Int, month: Int, day: Int) {
    let fields = date(instant).split(separator: "-").compactMap { Int($0) }
    return fields.count == 3 ? (fields[0], fields[1], fields[2]) : (1970, 1, 1)
  }
}

extension Words {
  /// An id as a sentence names it: "save spot" for `save-spot`.
  static func name(_ id: some CustomStringConvertible) -> String {
    id.description.replacing("-", with: " ").replacing("_", with: " ")
  }

  /// A length of time: "1 day", "3 months".
  static func length(_ period: Period) -> String {
    "\(period.count) \(period.unit.rawValue)\(period.count == 1 ? "" : "s")"
  }
}
