import Foundation
import TollgateAppStore

enum ClockMove: Hashable, Sendable {
  /// The longest move: ten years of 366 days.
  static let limit = Duration.days(10 * 366)

  case to(Instant)

  /// By whole calendar units and then by a duration.
  case by(Period?, Duration)

  /// To the next renewal, end or post.
  case toNextEvent

  /// Reads a move: either `to` or `by`.
  ///
  /// - Throws: `missingField` for neither or both, `wrongField` for a text that cannot be read.
  init(_ fields: ControlFields) throws(ControlProblem) {
    let (to, by) = (try fields.text("to"), try fields.text("by"))
    switch (to, by) {
    case ("next-event", nil): self = .toNextEvent
    case (let to?, nil):
      guard let instant = Self.instant(to) else {
        throw ControlProblem(
          .wrongField,
          "`to` must be `next-event`, milliseconds since 1970, or a date such as 2026-03-01T09:00:00Z."
        )
      }
      self = .to(instant)
    case (nil, let by?):
      guard let move = Self.duration(by) else {
        throw ControlProblem(
          .wrongField, "`by` must be a duration such as P1M, P3D, PT5M or P1DT12H.")
      }
      self = move
    case (nil, nil), (_?, _?):
      throw ControlProblem(.missingField, "Say either `to` or `by`.")
    }
  }

  /// The instant that the clock moves to; nil if nothing is scheduled.
  func target(from now: Instant, next: Instant?) throws(ControlProblem) -> Instant {
    let target: Instant
    switch self {
    case .to(let instant): target = instant
    case .by(let period, let duration):
      target = (period.map { now.adding($0) } ?? now).advanced(by: duration)
    case .toNextEvent:
      guard let next else {
        throw ControlProblem(.nothingToDo, "No event is scheduled.")
      }
      target = next
    }
    guard target >= now else {
      throw ControlProblem(.wrongField, "The clock does not run back.")
    }
    guard target <= now.advanced(by: Self.limit) else {
      throw ControlProblem(.wrongField, "The clock moves by ten years at most.")
    }
    return target
  }

  /// Parses milliseconds since 1970, or a date and time in ISO 8601.
  static func instant(_ text: String) -> Instant? {
    if let number = Int64(text) { return Instant(milliseconds: number) }
    for style in [Date.ISO8601FormatStyle(), .init(includingFractionalSeconds: true)] {
      if let date = try? style.parse(text) {
        return Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
          .map { Instant(milliseconds: $0) }
      }
    }
    return nil
  }

  /// Parses `P`, a period of one calendar unit, and after `T` hours, minutes and seconds.
  private static func duration(_ text: String) -> Self? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = parts.first, date.hasPrefix("P") else { return nil }
    let period = Period(subscription: date)
    guard period != nil || (date == "P" && parts.count == 2) else { return nil }
    var duration = Duration.zero
    if parts.count == 2 {
      var rest = parts[1]
      guard !rest.isEmpty else { return nil }
      for (unit, length) in [("H", Int64(3600)), ("M", 60), ("S", 1)] {
        guard let end = rest.firstIndex(of: Character(unit)) else { continue }
        guard let count = Int64(rest[..<end]), (0...999_999).contains(count) else { return nil }
        duration += .seconds(count * length)
        rest = rest[rest.index(after: end)...]
      }
      guard rest.isEmpty else { return nil }
    }
    return .by(period, duration)
  }
}
