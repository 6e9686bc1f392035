import Testing

@testable import Tollgate

@Suite("Days where clocks change")
struct ClockChangeTests {
  @Test("a day that begins at one o'clock begins there")
  func midnightGap() {
    // Santiago, 2026-09-06: 00:00 does not exist; the day begins at 01:00, 04:00Z.
    let blueprint = Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "America/Santiago")
      $0.features[1] = Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(1, per: .day))])
    }
    var customer = Customer()
    let before = instant("2026-09-06T03:30:00Z")
    #expect(customer.use("scan", "1", blueprint, before) == nil)
    #expect(customer.use("scan", "2", blueprint, before) != nil)
    let membership = customer.membership(blueprint, before)
    #expect(membership.nextChange == instant("2026-09-06T04:00:00Z"))
    #expect(customer.use("scan", "3", blueprint, instant("2026-09-06T04:00:00Z")) == nil)
    #expect(
      customer.membership(blueprint, instant("2026-09-06T04:00:00Z")).nextChange
        == instant("2026-09-07T03:00:00Z"))
  }

  @Test("a day that repeats its last hour ends after it")
  func midnightRepeated() {
    // Santiago, 2026-04-05: at 24:00 of the 4th, 03:00Z, the clock goes back to 23:00.
    let blueprint = Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "America/Santiago")
      $0.features[1] = Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(1, per: .day))])
    }
    for text in ["2026-04-05T02:30:00Z", "2026-04-05T03:30:00Z"] {
      var customer = Customer()
      #expect(customer.use("scan", "1", blueprint, instant(text)) == nil)
      #expect(
        customer.membership(blueprint, instant(text)).nextChange
          == instant("2026-04-05T04:00:00Z"))
    }
  }

  @Test("a time of the evening on which clocks go back comes after they did")
  func eveningRepeated() throws {
    // Easter Island, 2026-04-04: at 22:00, 03:00Z of the 5th, the clock goes back to 21:00.
    let clock = try #require(BlueprintClock("Pacific/Easter"))
    func comes(_ text: String) throws -> Instant {
      clock.instant(of: EventDate(instant(text), isLocal: true))
    }
    #expect(try comes("2026-04-04T21:30:00Z") == instant("2026-04-05T02:30:00Z"))
    #expect(try comes("2026-04-04T22:00:00Z") == instant("2026-04-05T04:00:00Z"))
    #expect(try comes("2026-04-04T23:30:00Z") == instant("2026-04-05T05:30:00Z"))
    #expect(try comes("2026-04-05T00:00:00Z") == instant("2026-04-05T06:00:00Z"))
  }

  @Test(
    "every instant lies in its own day, week and month, which ends where the next begins",
    arguments: [
      "America/Santiago", "America/Havana", "Africa/Cairo", "Asia/Beirut", "Australia/Lord_Howe",
      "Pacific/Apia", "Europe/Berlin", "Asia/Kathmandu", "UTC",
    ])
  func windows(zone: String) throws {
    let clock = try #require(BlueprintClock(zone))
    var midnight = clock.window(.day, at: instant("2011-11-01T12:00:00Z")).start
    while midnight < instant("2012-12-31T00:00:00Z") {
      for half in -4...4 {
        let now = midnight.adding(milliseconds: Int64(half) * 1_800_000)
        for window in [Feature.Window.day, .week, .month] {
          let (start, end) = clock.window(window, at: now)
          let last = try #require(end)
          #expect(start <= now && now < last, "\(window) of \(now)")
          #expect(clock.window(window, at: last).start == last, "\(window) after \(now)")
        }
      }
      midnight = try #require(clock.window(.day, at: midnight).end)
    }
    for now in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
      #expect(clock.window(.month, at: now).end != nil)
    }
  }
}
