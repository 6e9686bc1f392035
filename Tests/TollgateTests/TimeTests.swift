import Testing
import Tollgate

@Suite("Instants and periods")
struct TimeTests {
  @Test(
    "an instant is read as it is written",
    arguments: [
      "1970-01-01T00:00:00Z", "2026-03-01T09:00:00Z", "2000-02-29T23:59:59.999Z",
      "1969-12-31T23:59:59.001Z", "2400-12-31T12:34:56Z", "0001-01-01T00:00:00Z",
    ])
  func roundTrip(text: String) {
    #expect(instant(text).description == text)
  }

  @Test("every day of four centuries follows the one before it")
  func everyDay() {
    let day: Int64 = 86_400_000
    var previous = ""
    for number in stride(from: Int64(-73_000), through: 73_000, by: 1) {
      let text = Instant(milliseconds: number * day).description
      #expect(Instant(text)?.milliseconds == number * day)
      #expect(text > previous)
      previous = text
    }
  }

  @Test(
    "an invalid date and time is refused",
    arguments: [
      "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00", "2026-01-01T00:00:00+01:00", "2026-1-1T00:00:00Z",
    ])
  func refused(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(
    "a month keeps its day, or the month's last",
    arguments: [
      ("2026-01-31T10:00:00Z", "P1M", 1, "2026-02-28T10:00:00Z"),
      ("2026-01-31T10:00:00Z", "P1M", 2, "2026-03-31T10:00:00Z"),
      ("2028-02-29T10:00:00Z", "P1Y", 1, "2029-02-28T10:00:00Z"),
      ("2026-03-31T10:00:00Z", "P1M", -1, "2026-02-28T10:00:00Z"),
      ("2026-11-30T10:00:00Z", "P3M", 1, "2027-02-28T10:00:00Z"),
      ("2026-03-01T10:00:00Z", "P1W", 2, "2026-03-15T10:00:00Z"),
      ("2026-03-01T10:00:00Z", "PT90M", 1, "2026-03-01T11:30:00Z"),
    ])
  func adding(from: String, period: String, times: Int, to: String) throws {
    #expect(instant(from).adding(try #require(Period(period)), times: times) == instant(to))
  }

  @Test("an invalid period is refused", arguments: ["", "P", "3D", "P0D", "P-1D", "P1M3D", "P3H"])
  func noPeriod(text: String) {
    #expect(Period(text) == nil)
  }

  @Test("distant instants are clamped instead of overflowing")
  func far() {
    let last = Instant(milliseconds: .max)
    let first = Instant(milliseconds: .min)
    #expect(last.adding(Period(1, .day)) == last)
    #expect(first.adding(milliseconds: -1) == first)
    #expect(last.since(first) == .max)
    #expect(first.since(last) == .min)
    #expect(last.adding(Period(1, .year)) == last)
    #expect(first.subtracting(Period(1, .month)) == first)
    #expect(last.adding(Period(Int.max, .week), times: 2) == last)
    #expect(last.adding(Period(Int.max, .year), times: 2) == last)
    #expect(!last.description.isEmpty)
    #expect(!first.description.isEmpty)
    var customer = Customer([
      .transaction(.subscription("1", from: first, to: last)),
      .grant(Grant(id: "g", entitlements: ["pro"], startsAt: first, endsAt: last)),
      .trialStarted(
        TrialStart(trial: "trial", at: first, terms: Trial.Terms(lasts: Period(999_999, .year)))),
      .use(Use(feature: "scan", key: "k", origin: "me", at: first)),
    ])
    for blueprint in Fixture.all {
      for now in [first, Fixture.start, last] {
        _ = customer.membership(blueprint, now).nextChange
        customer.use("scan", "\(now)", blueprint, now)
      }
    }
  }
}
