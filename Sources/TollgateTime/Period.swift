/// A length of calendar time such as three days or one month, written as ISO 8601 (`P3D`, `P1M`, `PT12H`).
///
/// A month or a year has no fixed length: it is added to an instant in the calendar, in UTC. Days and weeks are fixed,
/// so `P1D` and `PT24H` last equally long and still differ as values.
public struct Period: Hashable, Sendable {
  /// A unit of time.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Sixty seconds.
    case minute
    /// Sixty minutes.
    case hour
    /// Exactly 24 hours.
    case day
    /// Exactly seven days.
    case week
    /// A calendar month in UTC, ending on the month's last day if the month is shorter.
    case month
    /// Twelve calendar months.
    case year
  }

  /// The number of units, at least 1.
  public let count: Int
  public let unit: Unit

  /// Creates a period of at least one unit.
  public init(_ count: Int, _ unit: Unit) {
    precondition(count >= 1, "a period lasts at least one \(unit)")
    self.count = count
    self.unit = unit
  }

  /// The exact length, or nil if it depends on the calendar.
  public var duration: Duration? { milliseconds.map { .milliseconds($0) } }

  /// The exact length in milliseconds, at most `Int64.max`, or nil if it depends on the calendar.
  @inlinable
  package var milliseconds: Int64? {
    let unit: Int64
    switch self.unit {
    case .minute: unit = 60_000
    case .hour: unit = 3_600_000
    case .day: unit = Instant.millisecondsPerDay
    case .week: unit = 7 * Instant.millisecondsPerDay
    case .month, .year: return nil
    }
    return Int64(count).saturatingMultiplied(by: unit)
  }
}

extension Period: CustomStringConvertible, LosslessStringConvertible {
  /// The period in ISO 8601, such as `P3D`.
  public var description: String {
    switch unit {
    case .minute: "PT\(count)M"
    case .hour: "PT\(count)H"
    case .day: "P\(count)D"
    case .week: "P\(count)W"
    case .month: "P\(count)M"
    case .year: "P\(count)Y"
    }
  }

  /// Parses an ISO 8601 period of a single unit, at most six digits; nil for anything else, such as `P1M15D` or `P0D`.
  public init?(_ description: String) {
    guard description.first == "P", let letter = description.last else { return nil }
    let timed = description.hasPrefix("PT")
    let digits = description.dropFirst(timed ? 2 : 1).dropLast()
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(digits), count >= 1
    else { return nil }
    switch (timed, letter) {
    case (true, "M"): self.init(count, .minute)
    case (true, "H"): self.init(count, .hour)
    case (false, "D"): self.init(count, .day)
    case (false, "W"): self.init(count, .week)
    case (false, "M"): self.init(count, .month)
    case (false, "Y"): self.init(count, .year)
    default: return nil
    }
  }
}

extension Period: Codable {
  /// Decodes ISO 8601 from a single string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let period = Period(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected an ISO 8601 period of one unit, such as P3D, P2W, P1M or P1Y")
    }
    self = period
  }

  /// Encodes ISO 8601 as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Instant {
  /// The instant a period later; months and years keep the day and the time of day in UTC.
  public func adding(_ period: Period) -> Instant { adding(period, times: 1) }

  /// The instant a period earlier; months and years keep the day and the time of day in UTC.
  public func subtracting(_ period: Period) -> Instant { adding(period, times: -1) }

  /// The instant several periods later, or earlier if negative, counted from this one so that month ends do not drift.
  ///
  /// Two months after January 31 is March 31; a month after a month after it would be March 28.
  ///
  /// - Parameter times: How often it is added; 0 gives the same instant.
  /// - Returns: The instant, clamped to the representable range.
  public func adding(_ period: Period, times: Int) -> Instant {
    if let milliseconds = period.milliseconds {
      return adding(milliseconds: milliseconds.saturatingMultiplied(by: Int64(times)))
    }
    let months = Int64(period.count).saturatingMultiplied(by: period.unit == .year ? 12 : 1)
      .saturatingMultiplied(by: Int64(times))
    let (days, millisecondOfDay) = Self.split(milliseconds)
    let date = CivilDate(daysSince1970: days).adding(
      months: min(max(months, -Self.allMonths), Self.allMonths))
    return .day(date.daysSince1970, millisecondOfDay: millisecondOfDay)
  }

  /// More months than fit in the representable range.
  private static let allMonths: Int64 = 12_000_000_000
}
