extension ISO8601Period {
  /// The instant a number of periods after `anchor`, in the Gregorian calendar and in UTC.
  ///
  /// Months are counted from the anchor, and a day beyond the end of a month becomes its last day: one month after 31
  /// January is the last day of February, two months after it 31 March.
  ///
  /// - Parameters:
  ///   - times: The number of periods; negative numbers count back from the anchor.
  ///   - anchor: Where counting starts.
  /// - Returns: The instant, at the anchor's time of day.
  public func adding(_ times: Int, to anchor: Milliseconds) -> Milliseconds {
    switch unit {
    case .day: anchor.adding(Int64(times * count) * Self.day)
    case .week: anchor.adding(Int64(times * count) * 7 * Self.day)
    case .month: Self.addingMonths(times * count, to: anchor)
    case .year: Self.addingMonths(times * count * 12, to: anchor)
    }
  }

  private static let day: Int64 = 86_400_000

  private static func addingMonths(_ months: Int, to anchor: Milliseconds) -> Milliseconds {
    let dayNumber = Int((Double(anchor.rawValue) / Double(day)).rounded(.down))
    let timeOfDay = anchor.rawValue - Int64(dayNumber) * day
    let date = CivilDate(dayNumber: dayNumber)
    let month = date.year * 12 + (date.month - 1) + months
    let year = month >= 0 ? month / 12 : (month - 11) / 12
    let target = CivilDate(year: year, month: month - year * 12 + 1, day: date.day)
    return Milliseconds(Int64(target.dayNumber) * day + timeOfDay)
  }
}

/// A day of the proleptic Gregorian calendar.
private struct CivilDate {
  var year: Int
  var month: Int
  var day: Int

  /// Creates a date, clamped to the month's last day.
  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = min(day, Self.days(in: month, of: year))
  }

  /// Creates the date a number of days after 1970-01-01.
  init(dayNumber: Int) {
    var year = 1970 + Int((Double(dayNumber) / 365.2425).rounded(.down))
    while CivilDate(year: year + 1, month: 1, day: 1).dayNumber <= dayNumber { year += 1 }
    while CivilDate(year: year, month: 1, day: 1).dayNumber > dayNumber { year -= 1 }
    var rest = dayNumber - CivilDate(year: year, month: 1, day: 1).dayNumber
    var month = 1
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }

  /// Days after 1970-01-01.
  var dayNumber: Int {
    let past = year - 1
    let leapDays = Self.floor(past, 4) - Self.floor(past, 100) + Self.floor(past, 400)
    let before = (1..<month).reduce(0) { $0 + Self.days(in: $1, of: year) }
    return past * 365 + leapDays + before + day - 1 - 719_162
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
