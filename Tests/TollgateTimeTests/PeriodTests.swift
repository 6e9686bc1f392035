import Testing
import TollgateTime

@Suite("Periods")
struct PeriodTests {
  @Test(
    "a period is read as it is written, and has a length if the calendar does not decide it",
    arguments: [
      ("PT90M", Period(90, .minute), .seconds(5400)),
      ("PT12H", Period(12, .hour), .seconds(43_200)),
      ("P3D", Period(3, .day), .seconds(259_200)), ("P2W", Period(2, .week), .seconds(1_209_600)),
      ("P1M", Period(1, .month), nil), ("P1Y", Period(1, .year), nil),
    ] as [(String, Period, Duration?)])
  func written(text: String, period: Period, length: Duration?) {
    #expect(Period(text) == period)
    #expect(period.description == text)
    #expect(period.duration == length)
  }

  @Test("months count from the first instant, so that month ends do not drift")
  func months() throws {
    let start = try #require(Instant("2026-01-31T10:00:00Z"))
    let ends = (1...13).map { start.adding(Period(1, .month), times: $0).description.prefix(10) }
    #expect(
      ends == [
        "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31",
        "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31",
        "2027-02-28",
      ])
  }

  @Test(
    "a sum keeps the time of day",
    arguments: [
      ("2024-02-29T12:00:00.123Z", "P1Y", 1, "2025-02-28T12:00:00.123Z"),
      ("2024-02-29T12:00:00.123Z", "P1Y", 4, "2028-02-29T12:00:00.123Z"),
      ("1969-12-31T23:59:59.999Z", "P2M", 1, "1970-02-28T23:59:59.999Z"),
      ("2026-03-31T00:00:00Z", "P1M", -1, "2026-02-28T00:00:00Z"),
      ("2026-03-01T00:00:00Z", "P1W", -1, "2026-02-22T00:00:00Z"),
      ("2026-03-01T23:30:00Z", "PT90M", 1, "2026-03-02T01:00:00Z"),
    ])
  func sums(from: String, period: String, times: Int, to: String) throws {
    let (start, length) = (try #require(Instant(from)), try #require(Period(period)))
    #expect(start.adding(length, times: times).description == to)
  }
}
