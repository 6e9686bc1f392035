/// A part of each year, from the midnight at which one day begins until that of another, where the app's days begin.
///
/// Written as `11-20/12-01`. One that begins later in the year than it ends, such as `12-20/01-07`, spans the new year.
public struct Season: Hashable, Sendable {
  /// A day of every year, so not 29 February; written as `11-20`.
  public struct Day: Hashable, Sendable {
    let month: Int64
    let day: Int64
  }

  /// The first day.
  public let from: Day
  /// The day after the last one.
  public let until: Day

  /// Creates a season; nil if it would have no days.
  public init?(from: Day, until: Day) {
    if from == until { return nil }
    self.from = from
    self.until = until
  }

  /// The dates from which and until which it is on, when it begins in a given year.
  package func dates(from year: Int64) -> (from: EventDate, until: EventDate) {
    (from.date(in: year), until.date(in: until < from ? year + 1 : year))
  }

  /// Whether a day is in it.
  package func contains(_ day: Day) -> Bool {
    until < from ? from <= day || day < until : from <= day && day < until
  }
}

extension Season.Day: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.month, left.day) < (right.month, right.day)
  }
}

extension Season.Day {
  /// The local midnight at which it begins in a year.
  fileprivate func date(in year: Int64) -> EventDate {
    EventDate(
      .day(CivilDate(year: year, month: month, day: day).daysSince1970), isLocal: true)
  }
}

extension Season.Day: LosslessStringConvertible {
  /// Parses `11-20`; nil for another form, and for a day that not every year has.
  public init?(_ description: String) {
    guard let date = CivilDate("2026-\(description)") else { return nil }
    month = date.month
    day = date.day
  }

  public var description: String {
    String("\(CivilDate(year: 2026, month: month, day: day))".dropFirst(5))
  }
}

extension Season: LosslessStringConvertible {
  /// Parses `11-20/12-01`; nil for another form.
  public init?(_ description: String) {
    let days = description.split(separator: "/", omittingEmptySubsequences: false)
    guard days.count == 2, let from = Day(String(days[0])), let until = Day(String(days[1])) else {
      return nil
    }
    self.init(from: from, until: until)
  }

  public var description: String { "\(from)/\(until)" }
}
