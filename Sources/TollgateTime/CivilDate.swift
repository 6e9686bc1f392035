/// A day of the proleptic Gregorian calendar.
///
/// The conversions are exact for every day that an `Instant` can name, and use integers alone.
///
/// The algorithms are those of Howard Hinnant's
/// [chrono-compatible date algorithms](https://howardhinnant.github.io/date_algorithms.html): the calendar repeats
/// every 400 years, an era of 146,097 days.
package struct CivilDate: Hashable, Sendable, CustomStringConvertible {
  /// The astronomical year: 0 is 1 BC.
  package let year: Int64
  /// The month, from 1 to 12.
  package let month: Int64
  /// The day of the month, from 1.
  package let day: Int64

  /// Creates the day a number of days after 1970-01-01, or before it if negative.
  package init(daysSince1970: Int64) {
    // Counting from 0000-03-01 puts the leap day at the end of a year.
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates a date from a month and a day that exist, which is not checked; `init(_:)` checks one that is read.
  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses `2026-03-01`; nil for another form, such as a year of five digits, or a day that does not exist.
  package init?(_ text: Substring) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].utf8.count == 4, fields[1].utf8.count == 2,
      fields[2].utf8.count == 2,
      fields.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int64(fields[0]), let month = Int64(fields[1]), let day = Int64(fields[2]),
      (1...12).contains(month), day >= 1, day <= Self.daysIn(month: month, of: year)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The date in ISO 8601: `2026-03-01`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// Days since 1970-01-01; negative before it.
  package var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The same day of a later month, or that month's last day if the month is shorter.
  ///
  /// January 31 and one month is the last day of February; a month later again is March 28 or 29. To keep the day, add
  /// several months at once.
  ///
  /// - Parameter months: The number of months; negative for an earlier month.
  package func adding(months: Int64) -> CivilDate {
    let total = year * 12 + month - 1 + months
    let newYear = (total >= 0 ? total : total - 11) / 12
    let newMonth = total - newYear * 12 + 1
    return CivilDate(
      year: newYear, month: newMonth, day: min(day, Self.daysIn(month: newMonth, of: newYear)))
  }

  /// The length of a month, 28 to 31 days.
  ///
  /// - Parameters:
  ///   - month: The month, from 1 to 12.
  ///   - year: The astronomical year, for leap years.
  package static func daysIn(month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }
}
