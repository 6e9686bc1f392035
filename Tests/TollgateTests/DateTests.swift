import Testing
import Tollgate

@Suite("Conditions on dates")
struct DateTests {
  private static func date(_ text: String) throws -> EventDate { try #require(EventDate(text)) }

  private static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  /// A sale, in an app whose days begin in a time zone.
  private static func blueprint(
    _ tests: [PastTest], in zone: String = "Europe/Berlin", isCustomers: Bool = false
  ) -> Blueprint {
    Fixture.blueprint {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: zone,
        usesCustomerTimeZone: isCustomers)
      $0.hasFreeTier = true
      $0.features = [
        Feature(
          id: "lift",
          rules: [
            Feature.Rule(when: Condition(past: tests), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      ]
    }
  }

  private static func membership(
    _ blueprint: Blueprint, _ now: Instant, _ facts: [Fact] = []
  ) -> Membership {
    Membership(of: Customer(facts), in: blueprint, at: now)
  }

  @Test("RA-13 a rule holds from a date until another, and the next change is exact at both ends")
  func window() throws {
    let blueprint = Self.blueprint([
      .from(try Self.date("2026-03-27")), .until(try Self.date("2026-03-30T18:00")),
    ])
    // Clocks change on March 29.
    let start = try Self.instant("2026-03-26T23:00:00Z")
    let end = try Self.instant("2026-03-30T16:00:00Z")
    let before = Self.membership(blueprint, start.adding(milliseconds: -1))
    #expect(before.access(to: "lift").isDenied)
    #expect(before.nextChange == start)
    let during = Self.membership(blueprint, start)
    #expect(during.access(to: "lift").isAllowed)
    #expect(during.nextChange == end)
    #expect(Self.membership(blueprint, end.adding(milliseconds: -1)).access(to: "lift").isAllowed)
    let after = Self.membership(blueprint, end)
    #expect(after.access(to: "lift").isDenied)
    #expect(after.nextChange == nil)
  }

  @Test("RA-13 an instant is the same in every time zone", arguments: ["UTC", "Asia/Tokyo"])
  func instants(zone: String) throws {
    let blueprint = Self.blueprint([.until(try Self.date("2026-03-27T18:00:00Z"))], in: zone)
    let end = try Self.instant("2026-03-27T18:00:00Z")
    #expect(Self.membership(blueprint, end.adding(milliseconds: -1)).nextChange == end)
    #expect(Self.membership(blueprint, end).access(to: "lift").isDenied)
  }

  @Test("RA-13 where days are the customer's, a date comes where the customer is, and comes once")
  func customers() throws {
    let blueprint = Self.blueprint(
      [.from(try Self.date("2026-03-27"))], in: "UTC", isCustomers: true)
    func zone(_ name: String, _ at: String) throws -> Fact {
      .attribute(
        AttributeChange(
          attribute: "timeZone", setBy: .device, value: .string(name), at: try Self.instant(at)))
    }
    let tokyo = try zone("Asia/Tokyo", "2026-03-20T00:00:00Z")
    let early = try Self.instant("2026-03-26T15:00:00Z")
    #expect(
      Self.membership(blueprint, early.adding(milliseconds: -1), [tokyo]).nextChange == early)
    #expect(Self.membership(blueprint, early, [tokyo]).access(to: "lift").isAllowed)
    let midnight = try Self.instant("2026-03-27T00:00:00Z")
    #expect(Self.membership(blueprint, early).nextChange == midnight)
    // Who moves west later has had the date, and who moved west before waits for it.
    let later = try zone("America/New_York", "2026-03-26T16:00:00Z")
    let moved = Self.membership(
      blueprint, try Self.instant("2026-03-26T17:00:00Z"), [tokyo, later])
    #expect(moved.access(to: "lift").isAllowed)
    let sooner = try zone("America/New_York", "2026-03-26T14:00:00Z")
    let west = try Self.instant("2026-03-27T04:00:00Z")
    #expect(Self.membership(blueprint, early, [tokyo, sooner]).nextChange == west)
  }

  /// The instants at which a season begins and ends after another, by what a membership answers and when it next changes.
  private static func turns(
    _ season: String, in zone: String, after now: String, _ facts: [Fact] = [],
    isCustomers: Bool = false
  ) throws -> [String] {
    let blueprint = Self.blueprint(
      [.during(try #require(Season(season)))], in: zone, isCustomers: isCustomers)
    var latest = Self.membership(blueprint, try Self.instant(now), facts)
    return try (0..<4).map { _ in
      let next = try #require(latest.nextChange)
      let isOn = latest.access(to: "lift").isAllowed
      let before = Self.membership(blueprint, next.adding(milliseconds: -1), facts)
      #expect(before.access(to: "lift").isAllowed == isOn)
      latest = Self.membership(blueprint, next, facts)
      #expect(latest.access(to: "lift").isAllowed == !isOn)
      return "\(isOn ? "until" : "from") \(next.description.prefix(16))"
    }
  }

  @Test(
    "RA-13 a season holds each year, and the next change is exact at both ends of all of them",
    arguments: [
      (
        "11-20/12-01", "Europe/Berlin",
        [
          "from 2026-11-19T23:00", "until 2026-11-30T23:00", "from 2027-11-19T23:00",
          "until 2027-11-30T23:00",
        ]
      ),
      // Over the new year, and over a leap day and a change of clocks.
      (
        "12-20/01-07", "Asia/Tokyo",
        [
          "from 2026-12-19T15:00", "until 2027-01-06T15:00", "from 2027-12-19T15:00",
          "until 2028-01-06T15:00",
        ]
      ),
      (
        "02-28/04-01", "America/New_York",
        [
          "until 2026-04-01T04:00", "from 2027-02-28T05:00", "until 2027-04-01T04:00",
          "from 2028-02-28T05:00",
        ]
      ),
      // Every day but the last of the year.
      (
        "01-01/12-31", "UTC",
        [
          "until 2026-12-31T00:00", "from 2027-01-01T00:00", "until 2027-12-31T00:00",
          "from 2028-01-01T00:00",
        ]
      ),
    ])
  func seasons(season: String, zone: String, turns: [String]) throws {
    #expect(try Self.turns(season, in: zone, after: "2026-03-27T09:00:00Z") == turns)
  }

  @Test("RA-13 in the last hours of a year, a season is that of the local year")
  func newYear() throws {
    #expect(
      try Self.turns("01-01/01-02", in: "Asia/Tokyo", after: "2026-12-31T20:00:00Z").first
        == "until 2027-01-01T15:00")
    #expect(
      try Self.turns("12-31/01-01", in: "America/New_York", after: "2027-01-01T02:00:00Z").first
        == "until 2027-01-01T05:00")
  }

  @Test("RA-13 where days are the customer's, a season begins where the customer is, and only once")
  func customersSeasons() throws {
    func zone(_ name: String, _ at: String) throws -> Fact {
      .attribute(
        AttributeChange(
          attribute: "timeZone", setBy: .device, value: .string(name), at: try Self.instant(at)))
    }
    let tokyo = try zone("Asia/Tokyo", "2026-11-01T00:00:00Z")
    let later = try zone("America/New_York", "2026-11-19T16:00:00Z")
    #expect(
      try Self.turns(
        "11-20/12-01", in: "UTC", after: "2026-11-02T00:00:00Z", [tokyo], isCustomers: true
      )
      .prefix(2) == ["from 2026-11-19T15:00", "until 2026-11-30T15:00"])
    #expect(
      try Self.turns(
        "11-20/12-01", in: "UTC", after: "2026-11-19T17:00:00Z", [tokyo, later], isCustomers: true
      )
      .prefix(2) == ["until 2026-12-01T05:00", "from 2027-11-20T05:00"])
  }

  @Test(
    "RA-13 a season begins and ends like its dates for those who move around these, in any zone",
    arguments: ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu", "Europe/Berlin"])
  func movingSeasons(zone: String) throws {
    let season = Self.blueprint(
      [.during(try #require(Season("12-31/01-02")))], in: zone, isCustomers: true)
    let dates = Self.blueprint(
      [.from(try Self.date("2026-12-31")), .until(try Self.date("2027-01-02"))], in: zone,
      isCustomers: true)
    let start = try Self.instant("2026-12-29T00:00:00Z")
    for other in ["Pacific/Honolulu", "Asia/Tokyo"] {
      for moved in [30, 46, 70, 94] {
        let facts: [Fact] = [
          .attribute(
            AttributeChange(
              attribute: "timeZone", setBy: .device, value: .string(other), at: start.hours(moved)))
        ]
        for hour in stride(from: 0, through: 144, by: 3) {
          let now = start.hours(hour)
          let yearly = Self.membership(season, now, facts)
          let once = Self.membership(dates, now, facts)
          #expect(yearly.access(to: "lift") == once.access(to: "lift"))
          if let next = once.nextChange { #expect(yearly.nextChange == next) }
        }
      }
    }
  }

  @Test("RA-13 seasons that change no answer are passed over, and one that will is found")
  func idleSeasons() throws {
    let season = PastTest.during(try #require(Season("11-20/12-01")))
    let now = try Self.instant("2026-03-27T09:00:00Z")
    let idle = Self.blueprint([season, .until(try Self.date("2026-04-01"))])
    // The rule ends before the first season and never held.
    #expect(Self.membership(idle, now).nextChange == nil)
    let waiting = Self.blueprint([season, .from(try Self.date("2029-04-01"))])
    let start = try Self.instant("2029-11-19T23:00:00Z")
    #expect(Self.membership(waiting, now).nextChange == start)
  }

  @Test("RA-13 a season is written as it was read", arguments: ["11-20/12-01", "12-20/01-07"])
  func seasonDescription(text: String) {
    #expect(Season(text)?.description == text)
    for wrong in ["11-20", "11-20/11-20", "02-29/03-07", "11-31/12-01", "1-2/3-4", "11-20/"] {
      #expect(Season(wrong) == nil)
    }
  }

  /// The message about a condition's dates; nil if they are accepted.
  private static func mistake(
    from start: String, until end: String, in zone: String = "Europe/Berlin",
    isCustomers: Bool = false
  ) throws -> String? {
    var changed = blueprint([.from(try date(start))], in: zone, isCustomers: isCustomers).definition
    changed.features = [
      Feature(
        id: "lift",
        rules: [
          Feature.Rule(
            when: Condition(past: [.from(try date(start)), .until(try date(end))]),
            allowance: .unlimited)
        ])
    ]
    do throws(BlueprintError) {
      _ = try Blueprint(changed)
      return nil
    } catch {
      return error.mistakes.map(\.message).joined(separator: "; ")
    }
  }

  @Test(
    "RA-13 an end that is not later than the start is a mistake",
    arguments: [
      ("2026-03-27", "2026-03-27", true), ("2026-03-27", "2026-03-26T18:00", true),
      ("2026-03-27", "2026-03-27T00:01", false),
      // Midnight in Berlin is at 23:00 of the day before.
      ("2026-03-27", "2026-03-26T18:00:00Z", true), ("2026-03-27", "2026-03-26T23:00:00Z", true),
      ("2026-03-27", "2026-03-26T23:00:01Z", false), ("2026-03-26T23:00:00Z", "2026-03-27", true),
      ("2026-03-26T22:59:59Z", "2026-03-27", false),
      // The hour from 2:00 is skipped on March 29.
      ("2026-03-29T02:00", "2026-03-29T03:00", true),
      ("2026-03-29T02:00", "2026-03-29T03:01", false),
      ("2026-03-28T02:00", "2026-03-28T03:00", false),
    ])
  func mistakes(start: String, end: String, isMistake: Bool) throws {
    let message = try Self.mistake(from: start, until: end)
    #expect(message?.contains("`until` must be later than `from`") ?? false == isMistake)
  }

  @Test(
    "RA-13 where days are the customer's, dates are a mistake if they are in every time zone",
    arguments: [
      ("2026-03-27", "2026-03-26T10:00:00Z", true),
      ("2026-03-27", "2026-03-26T10:00:01Z", false),
      ("2026-03-27T12:00:00Z", "2026-03-27", true),
      ("2026-03-27T11:59:59Z", "2026-03-27", false),
      ("2026-03-29T02:00", "2026-03-29T03:00", false),
    ])
  func mistakesInEveryZone(start: String, end: String, isMistake: Bool) throws {
    let message = try Self.mistake(from: start, until: end, isCustomers: true)
    #expect(message?.hasSuffix("; in every time zone, it is not") ?? false == isMistake)
  }

  @Test(
    "RA-13 a date is written as it was read",
    arguments: [
      "2026-11-27", "2026-11-27T18:00:00", "2026-11-27T18:00:00.500", "2026-11-27T18:00:00Z",
    ])
  func description(text: String) throws {
    let date = try Self.date(text)
    #expect(date.description == text)
    #expect(date.isLocal == !text.hasSuffix("Z"))
    #expect(EventDate(text.replacing("11", with: "13")) == nil)
  }
}
