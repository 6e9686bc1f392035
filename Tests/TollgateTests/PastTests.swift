import Testing
import Tollgate

@Suite("Conditions on the past")
struct PastTests {
  private static let start = Fixture.start
  private static let day = Period(1, .day)

  /// One feature for each test of the past, allowed while it holds.
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.milestones = ["met"]
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans"),
      CatalogProduct(id: "seeds", kind: .consumable, name: "Seeds", entitlements: []),
    ]
    $0.trial = Trial(
      start: .signUp, terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["pro"]))
    $0.prompts = [
      Prompt(
        id: "card", shape: .card, placement: "home",
        when: Condition(past: [.count(PastTest.Count(of: .use("scan"), atLeast: 2))]),
        icon: "leaf", text: "hello", patience: Prompt.Patience(dismissals: 9, staysAway: day))
    ]
    let tests: [(Feature.ID, PastTest)] = [
      ("seen-3-days-ago", .since(PastTest.Since(.firstSeen, atLeast: Period(3, .day)))),
      ("signed-up-lately", .since(PastTest.Since(.signUp, lessThan: Period(2, .day)))),
      (
        "met-2-to-5-days-ago",
        .since(
          PastTest.Since(.milestone("met"), atLeast: Period(2, .day), lessThan: Period(5, .day)))
      ),
      ("bought-lately", .since(PastTest.Since(.purchase, lessThan: Period(3, .day)))),
      ("first-bought-lately", .since(PastTest.Since(.firstPurchase, lessThan: Period(3, .day)))),
      ("bought-twice", .count(PastTest.Count(of: .purchase, atLeast: 2))),
      ("bought-nothing", .count(PastTest.Count(of: .purchase, lessThan: 1))),
      ("lapsed-10-days-ago", .since(PastTest.Since(.lapse, atLeast: Period(10, .day)))),
      ("trial-started", .count(PastTest.Count(of: .trialStart, atLeast: 1))),
      ("trial-ended-lately", .since(PastTest.Since(.trialEnd, lessThan: Period(1, .day)))),
      (
        "scanned-twice-in-a-week",
        .count(PastTest.Count(of: .use("scan"), atLeast: 2, within: Period(7, .day)))
      ),
      ("scanned-rarely", .count(PastTest.Count(of: .use("scan"), lessThan: 2, within: day))),
      ("silent", .since(PastTest.Since(.use("scan"), atLeast: Period(4, .day)))),
      ("dismissed", .count(PastTest.Count(of: .dismissal("card"), atLeast: 2))),
    ]
    $0.features = tests.map { id, test in
      Feature(
        id: id,
        rules: [
          Feature.Rule(when: Condition(past: [test]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ])
    }
    $0.features.append(
      Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]))
  }

  /// A day in a customer's life, and which of the features above it has.
  struct Day: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let at: Instant
    let allowed: Set<Feature.ID>
  }

  private static func use(_ key: String, at: Instant, by origin: Customer.ID = "me") -> Fact {
    .use(Use(feature: "scan", key: Idempotency.Key(key), origin: origin, at: at))
  }

  private static let seen = Fact.device(DeviceUse(device: "phone", origin: "me", at: start))
  private static let met = Fact.milestone(MilestoneReached(milestone: "met", at: start))
  private static let monthly = StoreTransaction.subscription(
    "1", from: start, to: start.days(30))
  private static let always: Set<Feature.ID> = ["bought-nothing", "scanned-rarely"]
  private static let bought: Set<Feature.ID> = ["scanned-rarely"]

  private static func seeds(_ id: String, at: Instant, revoked: Instant? = nil) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id), product: "seeds",
        purchasedAt: at, revokedAt: revoked, signedAt: revoked ?? at))
  }

  private static func trial(at: Instant) -> [Fact] {
    [
      .signedUp(SignUp(account: "ada", at: at)),
      .trialStarted(
        TrialStart(
          trial: "trial", at: at,
          terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["pro"]))),
    ]
  }

  static let days: [Day] = [
    Day(testDescription: "nothing happened", facts: [], at: start, allowed: always),
    Day(
      testDescription: "a millisecond less than three days",
      facts: [seen], at: start.days(3).adding(milliseconds: -1), allowed: always),
    Day(
      testDescription: "three days to the millisecond", facts: [seen], at: start.days(3),
      allowed: always.union(["seen-3-days-ago"])),
    Day(
      testDescription: "the earliest of two devices counts",
      facts: [
        .device(DeviceUse(device: "tablet", origin: "me", at: start.days(2))), seen,
      ], at: start.days(3), allowed: always.union(["seen-3-days-ago"])),
    Day(
      testDescription: "the trial and the sign-up are a day old", facts: trial(at: start),
      at: start.days(1), allowed: always.union(["signed-up-lately", "trial-started"])),
    Day(
      testDescription: "the trial has just ended", facts: trial(at: start), at: start.days(7),
      allowed: always.union(["trial-started", "trial-ended-lately"])),
    Day(
      testDescription: "a forfeited trial neither started nor ended",
      facts: [.trialForfeited(TrialForfeit(trial: "trial", device: "phone", at: start))],
      at: start, allowed: always),
    Day(
      testDescription: "two days after a milestone", facts: [met], at: start.days(2),
      allowed: always.union(["met-2-to-5-days-ago"])),
    Day(
      testDescription: "five days after a milestone", facts: [met], at: start.days(5),
      allowed: always),
    Day(
      testDescription: "a purchase and a renewal are one purchase",
      facts: [
        .transaction(monthly),
        .transaction(.subscription("2", from: start.days(30), to: start.days(60))),
      ], at: start.days(31), allowed: bought),
    Day(
      testDescription: "a second purchase",
      facts: [.transaction(monthly), seeds("9", at: start.days(5))], at: start.days(6),
      allowed: bought.union(["bought-lately", "bought-twice"])),
    Day(
      testDescription: "a refunded purchase does not count",
      facts: [seeds("9", at: start, revoked: start.days(1))], at: start.days(1), allowed: always),
    Day(
      testDescription: "before its refund it did",
      facts: [seeds("9", at: start, revoked: start.days(1))],
      at: start.days(1).adding(milliseconds: -1),
      allowed: bought.union(["bought-lately", "first-bought-lately"])),
    Day(
      testDescription: "an upgrade does not take the purchase back",
      facts: [
        .transaction(
          .subscription(
            "1", from: start, to: start.days(30), revoked: start.days(1), upgraded: true)),
        .transaction(
          .subscription("2", product: "pro.monthly", from: start.days(1), to: start.days(31))),
      ], at: start.days(3), allowed: bought),
    Day(
      testDescription: "a family member's purchase is not the customer's",
      facts: [
        .transaction(
          .subscription("1", from: start, to: start.days(30), ownership: .familyShared))
      ], at: start.days(1), allowed: always),
    Day(
      testDescription: "a purchase that went to another customer is no longer the former owner's",
      facts: [
        .transaction(monthly),
        .transfer(
          PurchaseTransfer(
            purchase: "1", isHeld: false, number: 1, at: start.days(1))),
      ], at: start.days(1), allowed: always),
    Day(
      testDescription: "ten days after the paid period", facts: [.transaction(monthly)],
      at: start.days(40), allowed: bought.union(["lapsed-10-days-ago"])),
    Day(
      testDescription: "a subscriber has not lapsed, whatever ended before",
      facts: [
        .transaction(monthly),
        .transaction(.subscription("2", from: start.days(35), to: start.days(65))),
      ], at: start.days(50), allowed: bought.union(["bought-twice"])),
    Day(
      testDescription: "two uses in a week, one of them recorded twice",
      facts: [
        use("a", at: start), use("a", at: start.days(1)), use("b", at: start.days(6)),
      ], at: start.days(6), allowed: always.union(["scanned-twice-in-a-week"])),
    Day(
      testDescription: "one key recorded twice is one use",
      facts: [use("a", at: start), use("a", at: start.days(1))], at: start.days(1),
      allowed: always),
    Day(
      testDescription: "the same key of two merged customers is two uses",
      facts: [use("a", at: start), use("a", at: start, by: "anonymous")], at: start,
      allowed: ["bought-nothing", "scanned-twice-in-a-week"]),
    Day(
      testDescription: "the first use has just left the week",
      facts: [use("a", at: start), use("b", at: start.days(6))], at: start.days(7),
      allowed: always),
    Day(
      testDescription: "days of silence since the latest use",
      facts: [use("a", at: start), use("b", at: start.days(1))], at: start.days(5),
      allowed: always.union(["silent", "scanned-twice-in-a-week"])),
    Day(
      testDescription: "two dismissals",
      facts: ["x", "y"].map {
        .dismissal(Dismissal(prompt: "card", key: Idempotency.Key($0), at: start))
      }, at: start, allowed: always.union(["dismissed"])),
  ]

  @Test("EX-2 each holds exactly when it should, in any order of facts", arguments: days)
  func holds(day: Day) {
    for facts in [day.facts, day.facts.reversed(), day.facts + day.facts] {
      let membership = Customer(facts).membership(Self.blueprint, day.at)
      let tested = Self.blueprint.definition.features.map(\.id).filter { $0 != "scan" }
      let allowed = Set(tested.filter { membership.access(to: $0) == .allowed(nil) })
      #expect(allowed == day.allowed)
    }
  }

  @Test("a use that is denied does not count")
  func denied() {
    var customer = Customer.onPhone()
    for key in ["a", "b", "c", "d", "e"] {
      customer.use("scan", key, Self.blueprint, Self.start)
    }
    #expect(customer.uses["scan"]?.count == 3)
    let membership = customer.membership(Self.blueprint, Self.start)
    #expect(membership.prompts == ["card"])
  }

  @Test("EX-2 the next change is when a bound is crossed or the window closes")
  func nextChange() {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(9, per: .ever))]),
        Feature(
          id: "rest",
          rules: [
            Feature.Rule(
              when: Condition(past: [
                .count(PastTest.Count(of: .use("scan"), atLeast: 2, within: Period(7, .day)))
              ]), allowance: .denied),
            Feature.Rule(
              when: Condition(past: [
                .since(PastTest.Since(.use("scan"), atLeast: Period(9, .day)))
              ]), allowance: .denied),
            Feature.Rule(allowance: .unlimited),
          ]),
      ]
    }
    var customer = Customer()
    for day in 0..<4 { customer.join(Self.use("\(day)", at: Self.start.days(day))) }
    // The second-to-last use leaves the window first; nine days after the last one, that is too long ago.
    var now = Self.start.days(3)
    var changes: [Instant] = []
    while let next = customer.membership(blueprint, now).nextChange {
      changes.append(next)
      now = next
    }
    #expect(changes == [Self.start.days(9), Self.start.days(12)])
  }

  @Test(
    "EX-2 an event of today counts until midnight, in the customer's zone if the blueprint says so")
  func today() {
    func blueprint(_ app: Blueprint.App) -> Blueprint {
      Fixture.blueprint {
        $0.app = app
        $0.hasFreeTier = true
        $0.features = [
          Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(9, per: .ever))]),
          Feature(
            id: "rest",
            rules: [
              Feature.Rule(
                when: Condition(past: [
                  .count(PastTest.Count(of: .use("scan"), lessThan: 1, window: .day))
                ]), allowance: .unlimited),
              Feature.Rule(allowance: .denied),
            ]),
        ]
      }
    }
    let berlin = blueprint(
      Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "Europe/Berlin"))
    var customer = Customer()
    let late = instant("2026-03-01T22:59:00Z")
    let midnight = instant("2026-03-01T23:00:00Z")
    #expect(!customer.membership(berlin, late).access(to: "rest").isDenied)
    #expect(customer.membership(berlin, late).nextChange == nil)
    customer.join(Self.use("a", at: late))
    #expect(customer.membership(berlin, late).access(to: "rest").isDenied)
    #expect(customer.membership(berlin, late).nextChange == midnight)
    #expect(!customer.membership(berlin, midnight).access(to: "rest").isDenied)
    #expect(customer.membership(berlin, midnight).nextChange == nil)
    let own = blueprint(
      Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "Europe/Berlin",
        usesCustomerTimeZone: true))
    customer = Customer([
      .attribute(
        AttributeChange(
          attribute: "timeZone", setBy: .device, value: .string("America/New_York"),
          at: late.days(-3))), Self.use("a", at: late),
    ])
    #expect(
      customer.membership(own, late).nextChange == instant("2026-03-02T05:00:00Z"))
  }

  @Test("a prompt appears at the instant that its condition names")
  func prompt() {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.prompts = [
        Prompt(
          id: "rate", shape: .card, placement: "home",
          when: Condition(past: [
            .since(PastTest.Since(.firstSeen, atLeast: Period(3, .day), lessThan: Period(14, .day)))
          ]), icon: "star", text: "hello")
      ]
    }
    let customer = Customer.onPhone()
    #expect(customer.membership(blueprint, Self.start).nextChange == Self.start.days(3))
    let shown = customer.membership(blueprint, Self.start.days(3))
    #expect(shown.prompts == ["rate"])
    #expect(shown.nextChange == Self.start.days(14))
    #expect(customer.membership(blueprint, Self.start.days(14)).prompts.isEmpty)
  }

  /// A test that makes a definition unusable, and the message.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let test: PastTest
    let testDescription: String
  }

  static let mistakes: [Mistake] = [
    Mistake(
      test: .since(PastTest.Since(.signUp)),
      testDescription:
        "no length of time and no date; expected `atLeast`, `lessThan`, `from` or `before`"
    ),
    Mistake(
      test: .since(
        PastTest.Since(.signUp, atLeast: Period(3, .day), lessThan: Period(3, .day))),
      testDescription: "the condition never holds: `atLeast` must be shorter than `lessThan`"),
    Mistake(
      test: .since(PastTest.Since(.signUp, atLeast: Period(1, .month))),
      testDescription: "P1M has no fixed length; expected days, such as `P30D`, weeks or hours"),
    Mistake(
      test: .since(PastTest.Since(.milestone("mt"), atLeast: day)),
      testDescription: "there is no milestone `mt`"),
    Mistake(
      test: .count(PastTest.Count(of: .purchase)),
      testDescription: "no number of times; expected `atLeast`, `lessThan` or both"),
    Mistake(
      test: .count(PastTest.Count(of: .purchase, atLeast: 3, lessThan: 2)),
      testDescription: "the condition never holds: `atLeast` must be less than `lessThan`"),
    Mistake(
      test: .count(PastTest.Count(of: .purchase, atLeast: -1)),
      testDescription: "-1 times; expected at least 1"),
    Mistake(
      test: .count(PastTest.Count(of: .signUp, atLeast: 2)),
      testDescription: "2 times, but the event happens only once; expected 1"),
    Mistake(
      test: .count(PastTest.Count(of: .signUp, every: 3)),
      testDescription: "every 3 times, but the event happens only once"),
    Mistake(
      test: .count(PastTest.Count(of: .purchase, every: 1)),
      testDescription: "every 1 times; expected 2 to 1000000"),
    Mistake(
      test: .count(PastTest.Count(of: .purchase, atLeast: 2, every: 3)),
      testDescription: "`atLeast` beside `every`; expected another `count` in a list"),
    Mistake(
      test: .count(PastTest.Count(of: .use("chat"), atLeast: 2)),
      testDescription: "there is no feature `chat`"),
    Mistake(
      test: .count(PastTest.Count(of: .dismissal("card"), atLeast: 2)),
      testDescription: "there is no prompt `card`"),
    Mistake(
      test: .count(PastTest.Count(of: .paywall("plans"), atLeast: 2)),
      testDescription: "there is no paywall `plans`"),
  ]

  @Test("an invalid test is a mistake", arguments: mistakes)
  func mistake(mistake: Mistake) throws {
    let definition = Fixture.definition {
      $0.milestones = ["met"]
      $0.features = [
        Feature(
          id: "read",
          rules: [
            Feature.Rule(when: Condition(past: [mistake.test]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      ]
    }
    let error = try #require(throws: BlueprintError.self) { try Blueprint(definition) }
    #expect(error.mistakes.map(\.message) == [mistake.testDescription])
  }

  @Test("a mistake is reported at its test's place among those of its kind")
  func mistakePlaces() throws {
    let tests: [PastTest] = [
      .since(PastTest.Since(.signUp, atLeast: Self.day)),
      .count(PastTest.Count(of: .purchase, atLeast: 1)),
      .since(PastTest.Since(.signUp)), .count(PastTest.Count(of: .purchase)),
    ]
    let definition = Fixture.definition {
      $0.features = [
        Feature(
          id: "read",
          rules: [
            Feature.Rule(when: Condition(past: tests), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      ]
    }
    let error = try #require(throws: BlueprintError.self) { try Blueprint(definition) }
    #expect(error.mistakes.map { $0.path.suffix(2) } == [["since", "1"], ["count", "1"]])
  }
}
