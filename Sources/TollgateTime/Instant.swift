/// A moment in milliseconds since 1970-01-01T00:00:00Z, the store's own resolution.
///
/// Sums beyond the representable range, some 292 million years around 1970, are clamped to its ends.
///
/// Seconds are those of Unix time: each day has 86,400 of them, and leap seconds are not counted.
///
/// ```swift
/// let start = Instant("2026-03-01T09:00:00Z")  // 1772355600000 milliseconds
/// start?.advanced(by: .seconds(90))            // 2026-03-01T09:01:30Z
/// ```
public struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public let milliseconds: Int64

  /// Creates an instant from milliseconds since 1970.
  @inlinable
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  // Every decision compares instants: these, and the sums of whole milliseconds below, are inlined into the engine and
  // stay clear of `Duration`'s 128 bits.

  /// Whether both are the same millisecond.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.milliseconds == right.milliseconds
  }
}

extension Instant: InstantProtocol {
  /// Orders instants by time.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The instant a duration later, or earlier if it is negative; the duration's fraction of a millisecond is dropped.
  public func advanced(by duration: Duration) -> Instant {
    let whole = duration.milliseconds
    guard whole == .max || whole == .min else { return adding(milliseconds: whole) }
    // The duration between two far instants is longer than either is from 1970.
    return Instant(milliseconds: (.milliseconds(milliseconds) + duration).milliseconds)
  }

  /// The exact duration from this instant to another; negative if the other is earlier.
  public func duration(to other: Instant) -> Duration {
    .milliseconds(other.milliseconds) - .milliseconds(milliseconds)
  }
}

extension Instant {
  /// The instant that many milliseconds later, or earlier if negative, clamped to the representable range.
  @inlinable
  package func adding(milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// Milliseconds from another instant to this one, clamped to the representable range.
  @inlinable
  package func since(_ other: Instant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? (self < other ? .min : .max) : difference
  }

  /// The last instant that can be represented.
  @inlinable
  package static var distantFuture: Instant { Instant(milliseconds: .max) }

  /// The first instant that can be represented.
  @inlinable
  package static var distantPast: Instant { Instant(milliseconds: .min) }

  /// The length of a day.
  @inlinable
  package static var millisecondsPerDay: Int64 { 86_400_000 }

  /// Days since 1970-01-01 and the milliseconds since that day's midnight.
  ///
  /// Rounds down, so that -1 is the last millisecond of the day before 1970-01-01 and not of the day itself.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970; negative before it.
  /// - Returns: The days, and 0 to 86,399,999 milliseconds.
  @inlinable
  package static func split(_ milliseconds: Int64) -> (days: Int64, millisecondOfDay: Int64) {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: millisecondsPerDay)
    return rest < 0 ? (days - 1, rest + millisecondsPerDay) : (days, rest)
  }

  /// The instant a number of days after 1970-01-01T00:00:00Z, plus a number of milliseconds.
  @inlinable
  package static func day(_ days: Int64, millisecondOfDay: Int64 = 0) -> Instant {
    let (midnight, overflow) = days.multipliedReportingOverflow(by: millisecondsPerDay)
    if overflow { return Instant(milliseconds: days < 0 ? .min : .max) }
    return Instant(milliseconds: midnight).adding(milliseconds: millisecondOfDay)
  }
}

extension Instant: Codable {
  /// Decodes milliseconds since 1970 from a single integer.
  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes milliseconds since 1970 as a single integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

extension Instant: CustomStringConvertible, LosslessStringConvertible {
  /// The instant in RFC 3339 and UTC, with milliseconds only if they are not zero: `2026-03-01T09:00:00Z`.
  public var description: String {
    let (days, millisecondOfDay) = Self.split(milliseconds)
    let date = CivilDate(daysSince1970: days)
    let seconds = millisecondOfDay / 1000
    let fraction = millisecondOfDay % 1000
    let time =
      "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(date)T\(time)\(fraction == 0 ? "" : "." + padded(fraction, 3))Z"
  }

  /// Parses an RFC 3339 date and time in UTC (`2026-03-01T09:00:00Z`) or a date alone, meaning its midnight; otherwise
  /// nil.
  ///
  /// Accepts less than [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339): no offset but `Z`, no leap second, and a
  /// fraction of exactly three digits. Seconds may be left out.
  public init?(_ description: String) {
    let parts = description.split(separator: "T", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let date = CivilDate(parts[0]) else { return nil }
    var milliseconds: Int64 = 0
    if parts.count == 2 {
      guard parts[1].last == "Z" else { return nil }
      let fields = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
      guard (2...3).contains(fields.count), let hour = digits(fields[0], 2), hour < 24,
        let minute = digits(fields[1], 2), minute < 60
      else { return nil }
      milliseconds = (hour * 60 + minute) * 60_000
      if fields.count == 3 {
        let seconds = fields[2].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(seconds.count), let second = digits(seconds[0], 2), second < 60
        else { return nil }
        milliseconds += second * 1000
        if seconds.count == 2 {
          guard let fraction = digits(seconds[1], 3) else { return nil }
          milliseconds += fraction
        }
      }
    }
    self.milliseconds = date.daysSince1970 * Self.millisecondsPerDay + milliseconds
  }
}

/// The number in decimal with zeros in front, at least as many characters as the width.
func padded(_ number: Int64, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// The number that exactly that many ASCII digits write; nil for a sign, a space or anything else.
private func digits(_ text: Substring, _ count: Int) -> Int64? {
  guard text.utf8.count == count, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
    return nil
  }
  return Int64(text)
}
