/// The hours of the day in which a device delays nudges, in its own time zone.
///
/// They are half-open, and may contain midnight: from 21:00 to 08:00, a nudge due at 23:00 is shown at 08:00.
public struct QuietHours: Hashable, Sendable {
  /// A time of day, in whole minutes.
  public struct TimeOfDay: Hashable, Sendable, LosslessStringConvertible {
    /// The minutes after midnight, 0 to 1439.
    public let minutes: Int

    /// Reads a time written as `21:00`; nil for anything else.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
        parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
        let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
      else { return nil }
      minutes = hour * 60 + minute
    }

    /// The time as it is written: `21:00`.
    public var description: String {
      func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
  }

  /// The time at which they begin.
  public let from: TimeOfDay
  /// The time at which they end; different from ``from``.
  public let to: TimeOfDay

  public init(from: TimeOfDay, to: TimeOfDay) {
    self.from = from
    self.to = to
  }

  /// The longest delay: a day, and what a change of clocks may add.
  static let longest = Period(26, .hour)

  /// Whether a local time is within them, in minutes after midnight.
  func contains(_ minute: Int) -> Bool {
    from.minutes < to.minutes
      ? from.minutes <= minute && minute < to.minutes
      : from.minutes <= minute || minute < to.minutes
  }
}
