import Foundation

/// Local time in a time zone, where days, weeks and months begin.
///
/// The zone is the app's, so that everybody's allowance is renewed at the same instant, unless the blueprint asks for the
/// customer's: then ``ZoneLog`` sees to it that moving a device renews nothing.
struct BlueprintClock: Sendable {
  /// The zone's IANA name.
  let name: String
  /// The time zone; nil for UTC, which needs no look-up of an offset.
  private let zone: TimeZone?

  /// Creates a clock for a zone by its IANA name; nil if there is no such zone.
  init?(_ name: String) {
    self.name = name
    if name == "UTC" || name == "GMT" {
      zone = nil
    } else {
      guard let zone = TimeZone(identifier: name) else { return nil }
      self.zone = zone
    }
  }

  /// The local day that contains an instant, such as `2026-03-02`.
  func day(at instant: Instant) -> String {
    "\(CivilDate(daysSince1970: dayNumber(at: instant)))"
  }

  /// The local day that contains an instant, in days since 1970-01-01.
  func dayNumber(at instant: Instant) -> Int64 {
    Instant.split(instant.adding(milliseconds: offset(at: instant)).milliseconds).days
  }

  /// The first instant of a local day, whose midnight may be skipped or repeated when clocks change.
  func midnight(_ day: Int64) -> Instant { first(.day(day), notBefore: .distantPast) }

  /// When a date comes: the first instant at which its local time is reached.
  func instant(of date: EventDate) -> Instant {
    date.isLocal ? first(date.time, notBefore: .distantPast) : date.time
  }

  /// The first instant from another one on at which a local time is reached, which may be skipped or repeated when
  /// clocks change.
  func first(_ local: Instant, notBefore earliest: Instant) -> Instant {
    if zone == nil { return local }
    let day = Instant.split(local.milliseconds).days
    // West of Greenwich a day's evening is after the next midnight of UTC, and clocks may change in between.
    return [-1, 2].map { local.adding(milliseconds: -offset(at: .day(day + $0))) }
      .filter { earliest <= $0 && local <= $0.adding(milliseconds: offset(at: $0)) }.min() ?? local
  }

  /// Milliseconds by which local time is ahead of UTC at an instant; negative west of Greenwich.
  func offset(at instant: Instant) -> Int64 {
    guard let zone else { return 0 }
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    return Int64(zone.secondsFromGMT(for: date)) * 1000
  }
}

extension BlueprintClock: Hashable {
  /// Whether two clocks are those of one zone, by its name.
  static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
