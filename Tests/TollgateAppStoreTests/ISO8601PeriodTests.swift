import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("A period")
struct ISO8601PeriodTests {
  @Test(
    "reads and writes one unit",
    arguments: [
      ("P3D", ISO8601Period(3, .day)), ("P1W", ISO8601Period(1, .week)),
      ("P6M", ISO8601Period(6, .month)), ("P1Y", ISO8601Period(1, .year)),
    ])
  func reads(_ text: String, _ period: ISO8601Period) {
    #expect(ISO8601Period(text) == period)
    #expect(period.description == text)
  }

  @Test(
    "reads nothing else",
    arguments: [
      "", "P", "PM", "1M", "P0D", "P1M3D", "PT1H", "P-1D", "p1m", "P1 M", "P12345D", "P1.5M",
    ])
  func readsNothingElse(_ text: String) {
    #expect(ISO8601Period(text) == nil)
  }

  @Test("counts months from the anchor, to a month's last day where it lacks one")
  func months() {
    let month = ISO8601Period(1, .month)
    let ends = (1...13).map { day(month.adding($0, to: Shop.start)) }
    #expect(
      ends == [
        "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31",
        "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31",
        "2027-02-28",
      ])
  }

  @Test("keeps the time of day, and leap days")
  func leapDays() {
    let leapDay = Milliseconds(1_709_208_000_123)  // 2024-02-29T12:00:00.123Z
    let year = ISO8601Period(1, .year)
    #expect(day(year.adding(1, to: leapDay)) == "2025-02-28")
    #expect(day(year.adding(4, to: leapDay)) == "2028-02-29")
    #expect(year.adding(4, to: leapDay).rawValue % Shop.day == leapDay.rawValue % Shop.day)
  }

  @Test("agrees with the Gregorian calendar of Foundation, before and after 1970")
  func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let anchor = Milliseconds(
        Int64.random(in: -2_000_000_000...6_000_000_000, using: &generator) * 1000)
      let times = Int.random(in: -40...40, using: &generator)
      let units: [(ISO8601Period.Unit, Calendar.Component)] = [
        (.day, .day), (.month, .month), (.year, .year),
      ]
      for (unit, component) in units {
        let date = Date(timeIntervalSince1970: Double(anchor.rawValue) / 1000)
        let expected = try #require(calendar.date(byAdding: component, value: times, to: date))
        #expect(
          ISO8601Period(1, unit).adding(times, to: anchor).rawValue
            == Int64(expected.timeIntervalSince1970 * 1000), "\(anchor) \(times) \(unit)")
      }
    }
  }

  private func day(_ instant: Milliseconds) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.rawValue) / 1000)
    return String(date.ISO8601Format().prefix(10))
  }
}
