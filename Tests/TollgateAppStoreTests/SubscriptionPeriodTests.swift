import AppStoreSimulatorTestSupport
import Foundation
import TestSupport
import Testing
import TollgateAppStore

@Suite("A subscription's period")
struct SubscriptionPeriodTests {
  @Test(
    "a subscription's period reads and writes one unit",
    arguments: [
      ("P3D", Period(3, .day)), ("P1W", Period(1, .week)),
      ("P6M", Period(6, .month)), ("P1Y", Period(1, .year)),
    ])
  func reads(_ text: String, _ period: Period) {
    #expect(Period(subscription: text) == period)
    #expect(period.description == text)
  }

  @Test(
    "a subscription's period reads nothing else",
    arguments: [
      "", "P", "PM", "1M", "P0D", "P1M3D", "PT1H", "P-1D", "p1m", "P1 M", "P12345D", "P1.5M",
    ])
  func readsNothingElse(_ text: String) {
    #expect(Period(subscription: text) == nil)
  }

  @Test(
    "a subscription's period counts months from the anchor, to a month's last day where it lacks one"
  )
  func months() {
    let month = Period(1, .month)
    let ends = (1...13).map { day(Shop.start.adding(month, times: $0)) }
    #expect(
      ends == [
        "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31",
        "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31",
        "2027-02-28",
      ])
  }

  @Test("a subscription's period keeps the time of day, and leap days")
  func leapDays() {
    let leapDay = Instant(milliseconds: 1_709_208_000_123)  // 2024-02-29T12:00:00.123Z
    let year = Period(1, .year)
    #expect(day(leapDay.adding(year, times: 1)) == "2025-02-28")
    #expect(day(leapDay.adding(year, times: 4)) == "2028-02-29")
    #expect(
      leapDay.adding(year, times: 4).milliseconds % Shop.day == leapDay.milliseconds % Shop.day)
  }

  @Test(
    "a subscription's period agrees with the Gregorian calendar of Foundation, before and after 1970"
  )
  func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var generator = Seeded(state: 11)
    for _ in 0..<500 {
      let anchor = Instant(
        milliseconds: Int64.random(in: -2_000_000_000...6_000_000_000, using: &generator) * 1000)
      let times = Int.random(in: -40...40, using: &generator)
      let units: [(Period.Unit, Calendar.Component)] = [
        (.day, .day), (.month, .month), (.year, .year),
      ]
      for (unit, component) in units {
        let date = Date(timeIntervalSince1970: Double(anchor.milliseconds) / 1000)
        let expected = try #require(calendar.date(byAdding: component, value: times, to: date))
        #expect(
          anchor.adding(Period(1, unit), times: times).milliseconds
            == Int64(expected.timeIntervalSince1970 * 1000), "\(anchor) \(times) \(unit)")
      }
    }
  }

  private func day(_ instant: Instant) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    return String(date.ISO8601Format().prefix(10))
  }
}
