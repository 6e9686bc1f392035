import Testing
import Tollgate

@testable import TollgateExplorer

@Suite("The explorer's own calendars")
struct WindowCalendarTests {
  @Test(
    "RA-10 less than four days that a period has left after a month belong to that month",
    arguments: [
      ["2027-02-28", "2027-03-31", "2027-03-30", "2027-02-28"],
      ["2026-04-30", "2026-05-31", "2026-05-30", "2026-04-30"],
      ["2026-04-30", "2026-05-31", "2026-06-02", "2026-04-30"],
      ["2026-03-01", "2026-04-04", "2026-04-03", "2026-03-01"],
      ["2026-03-01", "2026-04-05", "2026-04-03", "2026-04-01"],
      ["2026-01-31", "2027-01-31", "2026-03-30", "2026-02-28"],
      ["2026-01-31", "2027-01-31", "2027-02-02", "2026-12-31"],
    ])
  func months(days: [String]) throws {
    let times = try days.map { try #require(Instant("\($0)T10:00:00Z")) }
    let start = WindowCalendar.utc.start(ofMonthFrom: times[0], to: times[1], at: times[2])
    #expect(start == times[3])
  }
}
