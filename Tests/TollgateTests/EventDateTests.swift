import Testing
import Tollgate

@Suite("Conditions on the date and the first time of an event")
struct EventDateTests {
  private static let start = Fixture.start

  /// One feature for each test, allowed while it holds.
  private static func blueprint(
    _ tests: [Feature.ID: PastTest], in zone: String = "UTC", isCustomers: Bool = false
  ) -> Blueprint {
    Fixture.blueprint {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: zone,
        usesCustomerTimeZone: isCustomers)
      $0.hasFreeTier = true
      $0.milestones = ["met"]
      $0.products = [
        CatalogProduct(id: "seeds", kind: .consumable, name: "Seeds", entitlements: [])
      ]
      $0.features = tests.sorted { $0.key < $1.key }.map { id, test in
        Feature(
          id: id,
          rules: [
            Feature.Rule(when: Condition(past: [test]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      }
      $0.features.append(
        Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(9, per: .ever))]))
    }
  }

  private static func date(_ text: String) throws -> EventDate { try #require(EventDate(text)) }

  private static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  private static func signUp(at: Instant) -> Fact { .signedUp(SignUp(account: "ada", at: at)) }

  private static func use(_ key: String, at: Instant) -> Fact {
    .use(Use(feature: "scan", key: Idempotency.Key(key), origin: "me", at: at))
  }

  private static func seeds(_ id: String, at: Instant, revoked: Instant? = nil) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id), product: "seeds",
        purchasedAt: at, revokedAt: revoked, signedAt: revoked ?? at))
  }

  private static func isAllowed(
    _ blueprint: Blueprint, _ feature: Feature.ID, _ facts: [Fact], at now: Instant
  ) -> Bool {
    Customer(facts).membership(blueprint, now).access(to: feature) == .allowed(nil)
  }

  @Test(
    "RA-13 customers who signed up before a date keep what the blueprint says",
    arguments: [
      ("UTC", "2026-02-28T23:59:59.999Z", true), ("UTC", "2026-03-01T00:00:00Z", false),
      ("Europe/Berlin", "2026-02-28T22:59:59.999Z", true),
      ("Europe/Berlin", "2026-02-28T23:00:00Z", false),
    ])
  func signUp(zone: String, at: String, isEarly: Bool) throws {
    let day = try Self.date("2026-03-01")
    let blueprint = Self.blueprint(
      [
        "early": .since(PastTest.Since(.signUp, dates: DateRange(before: day))),
        "late": .since(PastTest.Since(.signUp, dates: DateRange(from: day))),
      ], in: zone)
    let at = try Self.instant(at)
    for now in [at, at.days(1), at.days(400)] {
      let facts = [Self.signUp(at: at)]
      #expect(Self.isAllowed(blueprint, "early", facts, at: now) == isEarly)
      #expect(Self.isAllowed(blueprint, "late", facts, at: now) == !isEarly)
      // The date is fixed, so nothing changes by itself, even before the day comes.
      #expect(Customer(facts).membership(blueprint, now).nextChange == nil)
    }
    #expect(!Self.isAllowed(blueprint, "early", [], at: at))
    #expect(!Self.isAllowed(blueprint, "late", [], at: at))
  }

  @Test("RA-13 the last purchase decides the date of `since`, and the first one with `first`")
  func purchases() throws {
    let sale = DateRange(from: try Self.date("2026-11-27"), before: try Self.date("2026-12-01"))
    let blueprint = Self.blueprint([
      "last": .since(PastTest.Since(.purchase, dates: sale)),
      "first": .since(PastTest.Since(.purchase, isFirst: true, dates: sale)),
      "any": .count(PastTest.Count(of: .purchase, atLeast: 1, dates: sale)),
      "twice": .count(PastTest.Count(of: .purchase, atLeast: 2, dates: sale)),
      "never": .count(PastTest.Count(of: .purchase, lessThan: 1, dates: sale)),
    ])
    func allowed(_ facts: [Fact], _ now: String) throws -> Set<Feature.ID> {
      let now = try Self.instant(now)
      let all: [Feature.ID] = ["last", "first", "any", "twice", "never"]
      return Set(all.filter { Self.isAllowed(blueprint, $0, facts, at: now) })
    }
    let before = Self.seeds("1", at: try Self.instant("2026-11-26T23:59:59Z"))
    let during = Self.seeds("2", at: try Self.instant("2026-11-27T00:00:00Z"))
    let again = Self.seeds("3", at: try Self.instant("2026-11-30T23:59:59Z"))
    let after = Self.seeds("4", at: try Self.instant("2026-12-01T00:00:00Z"))
    let late = "2026-12-24T00:00:00Z"
    #expect(try allowed([], late) == ["never"])
    #expect(try allowed([before], late) == ["never"])
    #expect(try allowed([before, during], late) == ["last", "any"])
    #expect(try allowed([during, again], late) == ["last", "first", "any", "twice"])
    #expect(try allowed([again, during, after, before], late) == ["any", "twice"])
    #expect(try allowed([during, after], late) == ["first", "any"])
    // What is bought later does not count yet.
    #expect(try allowed([during, again], "2026-11-28T00:00:00Z") == ["last", "first", "any"])
    let refunded = Self.seeds(
      "2", at: try Self.instant("2026-11-27T00:00:00Z"),
      revoked: try Self.instant("2026-12-05T00:00:00Z"))
    #expect(try allowed([refunded, after], late) == ["never"])
  }

  @Test("RA-13 a time since the first use ends once, and the next change is exact")
  func first() {
    let blueprint = Self.blueprint([
      "new": .since(
        PastTest.Since(
          .use("scan"), isFirst: true, atLeast: Period(1, .day), lessThan: Period(7, .day)))
    ])
    // Used every day, up to now.
    func membership(_ day: Int) -> Membership {
      let facts = (0...day).map { Self.use("\($0)", at: Self.start.days($0)) }
      return Customer(facts).membership(blueprint, Self.start.days(day))
    }
    #expect(membership(0).access(to: "new").isDenied)
    #expect(membership(0).nextChange == Self.start.days(1))
    for day in 1..<7 {
      #expect(membership(day).access(to: "new").isAllowed)
      #expect(membership(day).nextChange == Self.start.days(7))
    }
    #expect(membership(7).access(to: "new").isDenied)
    #expect(membership(7).nextChange == nil)
  }

  @Test("RA-13 a window and dates count what is in both, and the window's end is exact")
  func window() {
    let end = EventDate(Self.start.days(2))
    let blueprint = Self.blueprint([
      "busy": .count(
        PastTest.Count(
          of: .use("scan"), atLeast: 2, within: Period(5, .day), dates: DateRange(before: end)))
    ])
    let facts = (0..<4).map { Self.use("\($0)", at: Self.start.days($0)) }
    func membership(_ day: Int) -> Membership {
      Customer(facts).membership(blueprint, Self.start.days(day))
    }
    #expect(!Self.isAllowed(blueprint, "busy", facts, at: Self.start))
    #expect(Self.isAllowed(blueprint, "busy", facts, at: Self.start.days(4)))
    #expect(membership(4).nextChange == Self.start.days(5))
    #expect(!Self.isAllowed(blueprint, "busy", facts, at: Self.start.days(5)))
    #expect(membership(5).nextChange == nil)
  }

  @Test("RA-13 where days are the customer's, an event's date is what the customer's clock said")
  func customers() throws {
    let day = try Self.date("2026-03-01")
    let blueprint = Self.blueprint(
      ["early": .since(PastTest.Since(.signUp, dates: DateRange(before: day)))], isCustomers: true)
    let zone = Fact.attribute(
      AttributeChange(
        attribute: "timeZone", setBy: .device, value: .string("Asia/Tokyo"),
        at: try Self.instant("2026-02-01T00:00:00Z")))
    let midnight = try Self.instant("2026-02-28T15:00:00Z")
    let now = try Self.instant("2026-04-01T00:00:00Z")
    let before = Self.signUp(at: midnight.adding(milliseconds: -1))
    #expect(Self.isAllowed(blueprint, "early", [zone, before], at: now))
    #expect(!Self.isAllowed(blueprint, "early", [zone, Self.signUp(at: midnight)], at: now))
    #expect(Self.isAllowed(blueprint, "early", [Self.signUp(at: midnight)], at: now))
  }

  /// The message about a test; nil if it is accepted.
  private static func mistake(_ test: PastTest) -> String? {
    var definition = blueprint([:]).definition
    definition.features[0].rules.insert(
      Feature.Rule(when: Condition(past: [test]), allowance: .unlimited), at: 0)
    do throws(BlueprintError) {
      _ = try Blueprint(definition)
      return nil
    } catch {
      return error.mistakes.map(\.message).joined(separator: "; ")
    }
  }

  @Test("RA-13 dates in the wrong order, and the first of one time, are mistakes")
  func mistakes() throws {
    let (day, next) = (try Self.date("2026-03-01"), try Self.date("2026-03-02"))
    let wrong = "no date matches: `before` must be later than `from`, which is 2026-03-01"
    for end in [day, try Self.date("2026-02-28T12:00"), try Self.date("2026-03-01T00:00:00Z")] {
      let dates = DateRange(from: day, before: end)
      #expect(Self.mistake(.since(PastTest.Since(.signUp, dates: dates))) == wrong)
      let count = PastTest.Count(of: .purchase, atLeast: 1, dates: dates)
      #expect(Self.mistake(.count(count)) == wrong)
    }
    let dates = DateRange(from: day, before: next)
    #expect(Self.mistake(.since(PastTest.Since(.signUp, dates: dates))) == nil)
    #expect(
      Self.mistake(.since(PastTest.Since(.signUp, isFirst: true, dates: dates)))
        == "the event happens only once; expected no `first`")
    #expect(Self.mistake(.since(PastTest.Since(.purchase, isFirst: true, dates: dates))) == nil)
    #expect(
      Self.mistake(.count(PastTest.Count(of: .purchase, dates: dates)))
        == "no number of times; expected `atLeast`, `lessThan` or both")
  }
}
