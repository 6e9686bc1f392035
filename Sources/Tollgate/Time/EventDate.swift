/// A date and time that a blueprint names: an instant, or a local time in the zone in which the app's days begin.
///
/// Written as `2026-11-27T18:00:00Z`, or as `2026-11-27T18:00` and `2026-11-27` for local time; a date alone is its midnight.
public struct EventDate: Hashable, Sendable {
  /// The instant; for local time, the instant at which UTC has that time.
  public let time: Instant
  /// Whether it is local time.
  public let isLocal: Bool

  /// Creates an instant, or a local time by the instant at which UTC has it.
  public init(_ time: Instant, isLocal: Bool = false) {
    self.time = time
    self.isLocal = isLocal
  }
}

/// The dates between which an event happened, excluding the end.
public struct DateRange: Hashable, Sendable {
  /// The first date that counts; nil for no start.
  public let from: EventDate?
  /// The first date that is too late; nil for no end.
  public let before: EventDate?

  public init(from: EventDate? = nil, before: EventDate? = nil) {
    self.from = from
    self.before = before
  }

  /// Any time.
  public static let always = DateRange()

  /// Both dates, as far as there are any.
  package var bounds: [EventDate] { [from, before].compactMap(\.self) }
}

extension EventDate {
  /// When it comes where clocks are furthest ahead, 14 hours before UTC has the same time.
  var earliest: Instant { isLocal ? time.subtracting(Period(14, .hour)) : time }

  /// When it comes where clocks are furthest behind, 12 hours after UTC has the same time.
  var latest: Instant { isLocal ? time.adding(Period(12, .hour)) : time }
}

extension EventDate: LosslessStringConvertible {
  /// Parses a date and time; nil for another form.
  public init?(_ description: String) {
    let isLocal = !description.hasSuffix("Z")
    let text = isLocal && description.contains("T") ? description + "Z" : description
    guard let time = Instant(text) else { return nil }
    self.init(time, isLocal: isLocal)
  }

  /// The date and time as it is written; midnight of a local day is its date alone.
  public var description: String {
    let text = time.description
    guard isLocal else { return text }
    return String(text.hasSuffix("T00:00:00Z") ? text.dropLast(10) : text.dropLast())
  }
}
