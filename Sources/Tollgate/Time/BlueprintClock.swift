import Foundation

/// The start of days, weeks and months in a blueprint's time zone.
///
/// The zone is the app's and not the device's, so that everybody's allowance is renewed at the same instant and moving
/// a device's clock or zone renews nothing.
struct BlueprintClock: Sendable {
  /// The time zone; nil for UTC, which needs no look-up of an offset.
  private let zone: TimeZone?

  /// Creates a clock for a zone by its IANA name; nil if there is no such zone.
  init?(_ name: String) {
    if name == "UTC" || name == "GMT" {
      zone = nil
    } else {
      guard let zone = TimeZone(identifier: name) else { return nil }
      self.zone = zone
    }
  }

  /// The local day that contains an instant, such as `2026-03-02`.
  func day(at instant: Instant) -> String {
    let local = instant.adding(milliseconds: offset(at: instant))
    return "\(CivilDate(daysSince1970: Instant.split(local.milliseconds).days))"
  }

  /// The start of the window that contains an instant, and its end if it has one.
  func window(_ window: Feature.Window, at instant: Instant) -> (start: Instant, end: Instant?) {
    let local = instant.adding(milliseconds: offset(at: instant))
    let days = Instant.split(local.milliseconds).days
    let date = CivilDate(daysSince1970: days)
    switch window {
    case .trial, .ever: return (Instant(milliseconds: .min), nil)
    case .day: return (midnight(days), midnight(days + 1))
    case .week:
      // 1970-01-01 was a Thursday; weeks begin on Monday (ISO 8601).
      let monday = days - ((days + 3) % 7 + 7) % 7
      return (midnight(monday), midnight(monday + 7))
    case .month, .period:
      let first = CivilDate(year: date.year, month: date.month, day: 1)
      return (midnight(first.daysSince1970), midnight(first.adding(months: 1).daysSince1970))
    }
  }

  /// The end of the quiet hours that contain an instant; the instant itself if they do not.
  func end(of quiet: QuietHours, containing instant: Instant) -> Instant {
    let local = instant.adding(milliseconds: offset(at: instant))
    let (day, millisecond) = Instant.split(local.milliseconds)
    let minute = Int(millisecond / 60_000)
    guard quiet.contains(minute) else { return instant }
    let end = quiet.to.minutes
    return first(
      .day(minute < end ? day : day + 1, millisecondOfDay: Int64(end) * 60_000),
      notBefore: instant)
  }

  /// The first instant of a local day, whose midnight may be skipped or repeated when clocks change.
  private func midnight(_ day: Int64) -> Instant { first(.day(day), notBefore: .distantPast) }

  /// The first instant from another one on at which a local time is reached, which may be skipped or repeated when
  /// clocks change.
  private func first(_ local: Instant, notBefore earliest: Instant) -> Instant {
    let day = Instant.split(local.milliseconds).days
    return [-1, 1].map { local.adding(milliseconds: -offset(at: .day(day + $0))) }
      .filter { earliest <= $0 && local <= $0.adding(milliseconds: offset(at: $0)) }.min() ?? local
  }

  /// Milliseconds by which local time is ahead of UTC at an instant; negative west of Greenwich.
  private func offset(at instant: Instant) -> Int64 {
    guard let zone else { return 0 }
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    return Int64(zone.secondsFromGMT(for: date)) * 1000
  }
}
