import Testing
import TollgateTime

@Suite("Civil dates")
struct CivilDateTests {
  @Test("every day from 1600 to 2400 is the one that counting days gives")
  func everyDay() {
    var number = CivilDate(year: 1600, month: 1, day: 1).daysSince1970
    #expect(number == -135_140)
    for year in Int64(1600)...2400 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in zip(Int64(1)...12, lengths) {
        guard CivilDate.daysIn(month: month, of: year) == length else {
          Issue.record("\(year)-\(month) has \(length) days")
          return
        }
        for day in 1...length {
          let date = CivilDate(year: year, month: month, day: day)
          guard CivilDate(daysSince1970: number) == date, date.daysSince1970 == number,
            CivilDate(date.description[...]) == date
          else {
            Issue.record("\(date) is day \(number)")
            return
          }
          number += 1
        }
      }
    }
    #expect(number == CivilDate(year: 2401, month: 1, day: 1).daysSince1970)
  }

  @Test(
    "known days have their numbers, before year 0 too",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 3, 1, 20_513),
      (1, 1, 1, -719_162), (0, 3, 1, -719_468), (0, 1, 1, -719_528), (-400, 3, 1, -865_565),
    ] as [(Int64, Int64, Int64, Int64)])
  func known(year: Int64, month: Int64, day: Int64, number: Int64) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date.daysSince1970 == number)
    #expect(CivilDate(daysSince1970: number) == date)
  }

  @Test(
    "a month keeps its day, or the month's last",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2026-01-31", 2, "2026-03-31"),
      ("2028-01-31", 1, "2028-02-29"), ("2026-01-31", -2, "2025-11-30"),
      ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -13, "2024-12-15"),
      ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"),
      ("1999-12-31", 2, "2000-02-29"), ("1899-12-31", 2, "1900-02-28"),
    ] as [(String, Int64, String)])
  func months(from: String, months: Int64, to: String) throws {
    let date = try #require(CivilDate(from[...]))
    #expect(date.adding(months: months).description == to)
  }

  @Test(
    "a day that does not exist is refused",
    arguments: [
      "", "2026", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00",
      "2026-04-31", "26-04-01", "2026-4-01", "2026-04-1", "2026-04-01-", "+026-04-01",
    ])
  func refused(text: String) {
    #expect(CivilDate(text[...]) == nil)
  }
}
