import Testing

@testable import Tollgate

@Suite("Days in the customer's time zone")
struct ZoneTests {
  /// A free tier with one use a day, a week and a month of a feature each.
  private static let blueprint = blueprint(fallback: "UTC")

  private static func blueprint(fallback: String, limit: Int = 1) -> Blueprint {
    Fixture.blueprint {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: fallback,
        usesCustomerTimeZone: true)
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "daily", rules: [Feature.Rule(allowance: .upTo(limit, per: .day))]),
        Feature(id: "weekly", rules: [Feature.Rule(allowance: .upTo(limit, per: .week))]),
        Feature(id: "monthly", rules: [Feature.Rule(allowance: .upTo(limit, per: .month))]),
      ]
    }
  }

  private static func zone(_ name: String, _ at: Instant) -> Fact {
    .attribute(
      AttributeChange(attribute: "timeZone", setBy: .device, value: .string(name), at: at))
  }

  private static func zone(_ name: String, _ at: String) -> Fact { zone(name, instant(at)) }

  /// When the allowance of a feature is renewed, after a use at an instant; nil if it is left.
  private static func renewals(
    of feature: Feature.ID, _ facts: [Fact], count: Int, usedAt first: String
  ) -> [String] {
    var customer = Customer(facts)
    var now = instant(first)
    var renewals: [String] = []
    for number in 0..<count {
      #expect(customer.use(feature, "\(feature)-\(number)", blueprint, now) == nil)
      guard let next = customer.membership(blueprint, now).nextChange else { break }
      #expect(
        customer.use(feature, "early", blueprint, next.adding(milliseconds: -1)) != nil)
      renewals.append("\(next)")
      now = next
    }
    return renewals
  }

  @Test("days, weeks and months turn at midnight of the zone that is known at the first use")
  func known() {
    // Tokyo is nine hours ahead; 2 March 2026 is a Monday.
    let facts = [Self.zone("Asia/Tokyo", "2026-03-02T10:00:00Z")]
    let used = "2026-03-02T10:00:00Z"
    #expect(
      Self.renewals(of: "daily", facts, count: 2, usedAt: used)
        == ["2026-03-02T15:00:00Z", "2026-03-03T15:00:00Z"])
    #expect(
      Self.renewals(of: "weekly", facts, count: 1, usedAt: used) == ["2026-03-08T15:00:00Z"])
    #expect(
      Self.renewals(of: "monthly", facts, count: 1, usedAt: used) == ["2026-03-31T15:00:00Z"])
  }

  @Test("before a zone is known, and for one that does not exist, the fallback holds")
  func unknown() {
    for facts in [[], [Self.zone("Mars/Olympus", "2026-03-01T00:00:00Z")]] {
      #expect(
        Self.renewals(of: "daily", facts, count: 1, usedAt: "2026-03-02T10:00:00Z")
          == ["2026-03-03T00:00:00Z"])
    }
  }

  @Test("a day that is running when the customer moves west ends at midnight there")
  func west() {
    let facts = [
      Self.zone("Europe/Berlin", "2026-01-01T00:00:00Z"),
      Self.zone("America/New_York", "2026-01-12T12:00:00Z"),
    ]
    #expect(
      Self.renewals(of: "daily", facts, count: 4, usedAt: "2026-01-11T12:00:00Z") == [
        "2026-01-11T23:00:00Z", "2026-01-13T05:00:00Z", "2026-01-14T05:00:00Z",
        "2026-01-15T05:00:00Z",
      ])
    #expect(
      Self.renewals(of: "weekly", facts, count: 3, usedAt: "2026-01-11T12:00:00Z")
        == ["2026-01-11T23:00:00Z", "2026-01-19T05:00:00Z", "2026-01-26T05:00:00Z"])
    #expect(
      Self.renewals(of: "monthly", facts, count: 2, usedAt: "2026-01-11T12:00:00Z")
        == ["2026-02-01T05:00:00Z", "2026-03-01T05:00:00Z"])
  }

  @Test("days stay after a move east, until after a week one long day leads to midnight there")
  func east() {
    let facts = [
      Self.zone("Europe/Berlin", "2026-01-01T00:00:00Z"),
      Self.zone("Asia/Tokyo", "2026-01-12T12:00:00Z"),
    ]
    // Berlin's midnight is 23:00 UTC, Tokyo's 15:00 UTC.
    #expect(
      Self.renewals(of: "daily", facts, count: 10, usedAt: "2026-01-12T11:00:00Z") == [
        "2026-01-12T23:00:00Z", "2026-01-13T23:00:00Z", "2026-01-14T23:00:00Z",
        "2026-01-15T23:00:00Z", "2026-01-16T23:00:00Z", "2026-01-17T23:00:00Z",
        "2026-01-18T23:00:00Z", "2026-01-20T15:00:00Z", "2026-01-21T15:00:00Z",
        "2026-01-22T15:00:00Z",
      ])
    #expect(
      Self.renewals(of: "weekly", facts, count: 3, usedAt: "2026-01-12T11:00:00Z")
        == ["2026-01-18T23:00:00Z", "2026-01-25T23:00:00Z", "2026-02-01T23:00:00Z"])
  }

  @Test("a short journey east, or a second device at home, changes nothing")
  func journeys() {
    let facts = [
      Self.zone("Europe/Berlin", "2026-01-01T00:00:00Z"),
      Self.zone("Asia/Tokyo", "2026-01-12T12:00:00Z"),
      Self.zone("Europe/Berlin", "2026-01-18T12:00:00Z"),
      Self.zone("Asia/Tokyo", "2026-01-20T12:00:00Z"),
      Self.zone("Europe/Berlin", "2026-01-22T12:00:00Z"),
    ]
    let renewals = Self.renewals(of: "daily", facts, count: 20, usedAt: "2026-01-12T11:00:00Z")
    #expect(renewals.allSatisfy { $0.hasSuffix("T23:00:00Z") })
    #expect(renewals.last == "2026-01-31T23:00:00Z")
  }

  // Without daylight saving time, so that every day has 24 hours.
  private static let zones = [
    "Pacific/Kiritimati", "Asia/Tokyo", "Asia/Kolkata", "UTC", "America/Bogota",
    "Pacific/Honolulu", "Pacific/Pago_Pago",
  ]

  @Test(
    "no forged zones give more uses in any span of time than staying in one of the zones",
    arguments: 1...12 as ClosedRange<UInt64>)
  func forged(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let limit = 2
    let blueprint = Self.blueprint(fallback: "UTC", limit: limit)
    let feature: (id: Feature.ID, window: Feature.Window) =
      [("daily", .day), ("daily", .day), ("weekly", .week), ("monthly", .month)][Int(seed % 4)]
    let (length, step): (Int64, Int64) =
      feature.window == .day ? (8, 1) : feature.window == .week ? (40, 6) : (120, 12)
    let clocks = try Self.zones.map { try #require(BlueprintClock($0)) }
    var customer = Customer()
    var uses: [Instant] = []
    for hour in stride(from: 0, to: length * 24, by: Int64.Stride(step)) {
      let now = Fixture.start.adding(milliseconds: hour * 3_600_000)
      // One always claims any zone, another the one whose day has just begun, and a third rests in between.
      let begun = clocks.max {
        $0.window(.day, at: now).start < $1.window(.day, at: now).start
      }?.name
      let name = seed % 3 == 0 ? begun : Self.zones.randomElement(using: &random)
      if seed % 3 != 2 || Int.random(in: 0..<30, using: &random) == 0 {
        customer.join(Self.zone(try #require(name), now))
      }
      if seed % 2 == 0 || Int.random(in: 0..<3, using: &random) > 0 {
        while customer.use(feature.id, "\(uses.count)", blueprint, now) == nil { uses.append(now) }
      }
    }
    #expect(uses.count > limit)
    for first in uses.indices {
      var (turns, ends) = (
        clocks.map { _ in 1 }, clocks.map { $0.window(feature.window, at: uses[first]).end }
      )
      for last in first..<uses.count {
        for place in clocks.indices {
          while let end = ends[place], end <= uses[last] {
            turns[place] += 1
            ends[place] = clocks[place].window(feature.window, at: end).end
          }
        }
        let most = limit * (turns.max() ?? 0)
        #expect(
          last - first + 1 <= most, "seed \(seed): \(uses[first]) to \(uses[last])")
      }
    }
  }

  @Test(
    "windows follow from the facts in any order, and change at the next change and nowhere between",
    arguments: 1...40 as ClosedRange<UInt64>)
  func order(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var facts: [Fact] = []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let at = Fixture.start.hours(Int.random(in: 0...600, using: &random))
      facts.append(Self.zone(Self.zones.randomElement(using: &random) ?? "UTC", at))
    }
    for number in 0..<Int.random(in: 1...6, using: &random) {
      let at = Fixture.start.hours(Int.random(in: 0...600, using: &random))
      let feature: Feature.ID = ["daily", "weekly"].randomElement(using: &random) ?? "daily"
      facts.append(
        .use(Use(feature: feature, key: Idempotency.Key("\(number)"), origin: "me", at: at)))
    }
    let customer = Customer(facts)
    var other = Customer(facts.shuffled(using: &random).prefix(facts.count / 2))
    other.join(Customer(facts.shuffled(using: &random)))
    other.join(customer)
    #expect(other == customer)
    #expect(Customer(customer.facts) == customer)
    #expect(other.facts == customer.facts)
    var now = Fixture.start
    var limit = 200
    while let next = customer.membership(Self.blueprint, now).nextChange, limit > 0 {
      let membership = customer.membership(Self.blueprint, now)
      for share in [1, next.since(now) / 2, next.since(now) - 1] where share < next.since(now) {
        let between = now.adding(milliseconds: share)
        #expect(
          customer.membership(Self.blueprint, between).answers(like: membership),
          "seed \(seed): \(between)")
      }
      #expect(
        !customer.membership(Self.blueprint, next).answers(like: membership),
        "seed \(seed): \(next)")
      (now, limit) = (next, limit - 1)
    }
  }

  @Test("a zone is recorded at most once a day")
  func seldom() {
    var customer = Customer()
    func report(_ zone: String, _ at: Instant) -> Int {
      let facts = Self.blueprint.set(
        ["timeZone": .some(.string(zone))], by: .device, for: customer, at: at
      ).facts
      for fact in facts { customer.join(fact) }
      return facts.count
    }
    #expect(Self.blueprint.reportedProperties == [.timeZone])
    #expect(report("Asia/Tokyo", Fixture.start) == 1)
    #expect(report("Europe/Berlin", Fixture.start.hours(23)) == 0)
    #expect(report("Asia/Tokyo", Fixture.start.hours(23)) == 0)
    #expect(report("Europe/Berlin", Fixture.start.hours(24)) == 1)
    #expect(customer.value(of: DeviceProperty.timeZone) == "Europe/Berlin")
    #expect(customer.attributeChanges.count == 2)
  }

  @Test("daily rows of a profile are those of the customer's day")
  func profile() {
    let definition = Fixture.definition {
      $0.app = Self.blueprint.app
      $0.profile = [
        Blueprint.ProfileTable(name: "days", rows: ["day"], isDaily: true)
      ]
    }
    guard let blueprint = try? Blueprint(definition) else { preconditionFailure() }
    let now = instant("2026-03-02T16:00:00Z")
    func days(_ customer: Customer) -> [String] {
      blueprint.makeProfile(of: customer, at: now).facts.compactMap {
        if case .profile(let row) = $0 { row.day } else { nil }
      }
    }
    #expect(days(Customer()) == ["2026-03-02"])
    #expect(days(Customer([Self.zone("Asia/Tokyo", now)])) == ["2026-03-03"])
  }

  @Test(
    "a zone is an IANA name that is known here",
    arguments: [
      ("Europe/Berlin", true, true), ("America/Argentina/Ushuaia", true, true),
      ("Etc/GMT+5", true, true), ("UTC", true, true), ("GMT", true, true),
      ("Mars/Olympus", false, true), ("CET", false, false), ("GMT+5", false, false),
      ("../etc/localtime", false, false), ("Europe/", false, false), ("", false, false),
    ])
  func names(name: String, isKnown: Bool, isWellFormed: Bool) {
    #expect(DeviceProperty.timeZone.normalized(name) == (isKnown ? name : nil))
    #expect(DeviceProperty.timeZone.isWellFormed(name) == isWellFormed)
  }
}
