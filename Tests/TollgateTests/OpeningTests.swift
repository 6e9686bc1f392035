import Testing
import Tollgate

@Suite("Launches and updates of the app")
struct OpeningTests {
  private static let start = Fixture.start

  private static let tests: [(Feature.ID, PastTest)] = [
    ("opened-twice", .count(PastTest.Count(of: .opened, atLeast: 2))),
    ("every-second", .count(PastTest.Count(of: .opened, every: 2))),
    ("every-third", .count(PastTest.Count(of: .opened, every: 3))),
    ("away", .since(PastTest.Since(.opened, atLeast: Period(2, .day)))),
    ("updated", .count(PastTest.Count(of: .updated, atLeast: 1))),
    ("updated-twice", .count(PastTest.Count(of: .updated, atLeast: 2))),
    ("updated-lately", .since(PastTest.Since(.updated, lessThan: Period(2, .day)))),
    ("closed-every-second", .count(PastTest.Count(of: .closed("plans"), every: 2))),
  ]

  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    $0.paywalls = [
      Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
    ]
    $0.features = tests.map { id, test in
      Feature(
        id: id,
        rules: [
          Feature.Rule(when: Condition(past: [test]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ])
    }
    $0.prompts = [
      Prompt(
        id: "rate-us", shape: .card, placement: "home", icon: "leaf", text: "hello",
        patience: Prompt.Patience(dismissals: 1, staysAway: nil))
    ]
    $0.nudges = [
      Nudge(id: "come-back", moment: .after(.opened, Period(4, .day)), text: "hello")
    ]
  }

  /// What a customer's devices reported, and which tests hold then.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let at: Instant
    let holding: Set<Feature.ID>
  }

  /// The app was opened on a day of March, in a version.
  private static func opened(_ day: Int, _ version: String? = nil, late: Int = 0) -> Fact {
    .opening(
      AppOpening(
        day: "2026-03-\(day < 10 ? "0" : "")\(day)", version: version,
        at: start.days(day - 1 + late)))
  }

  private static func closed(_ key: Idempotency.Key, _ day: Int) -> Fact {
    .paywall(PaywallEvent(paywall: "plans", action: .closed, key: key, at: start.days(day - 1)))
  }

  static let lives: [Life] = [
    Life(testDescription: "never opened", facts: [], at: start, holding: []),
    Life(testDescription: "opened once", facts: [opened(1, "1.0")], at: start, holding: []),
    Life(
      testDescription: "opened in two versions on one day",
      facts: [opened(1, "1.0"), opened(1, "1.1")], at: start,
      holding: ["updated", "updated-lately"]),
    Life(
      testDescription: "opened on a second day",
      facts: [opened(1, "1.0"), opened(2, "1.0")], at: start.days(1),
      holding: ["opened-twice", "every-second"]),
    Life(
      testDescription: "before that second day",
      facts: [opened(1, "1.0"), opened(2, "1.0")], at: start.days(1).adding(milliseconds: -1),
      holding: []),
    Life(
      testDescription: "two days after the second",
      facts: [opened(1), opened(2)], at: start.days(3),
      holding: ["opened-twice", "every-second", "away"]),
    Life(
      testDescription: "three days that were reported together",
      facts: [opened(1, late: 2), opened(2, late: 1), opened(3)], at: start.days(2),
      holding: ["opened-twice", "every-third"]),
    Life(
      testDescription: "an update, and an older version on another device",
      facts: [opened(1, "1.9"), opened(2, "1.10"), opened(3, "1.9")], at: start.days(2),
      holding: ["opened-twice", "every-third", "updated", "updated-lately"]),
    Life(
      testDescription: "the update is two days ago",
      facts: [opened(1, "1.9"), opened(2, "1.10"), opened(3, "1.10.0")], at: start.days(3),
      holding: ["opened-twice", "every-third", "updated"]),
    Life(
      testDescription: "two updates",
      facts: [opened(1, "1.9"), opened(2, "2"), opened(3, "3"), opened(4)], at: start.days(3),
      holding: ["opened-twice", "every-second", "updated", "updated-twice", "updated-lately"]),
    Life(
      testDescription: "closing a paywall every second time",
      facts: [closed("a", 1), closed("b", 2)], at: start.days(1), holding: ["closed-every-second"]),
    Life(
      testDescription: "closing it a third time",
      facts: [closed("a", 1), closed("b", 2), closed("c", 3)], at: start.days(2), holding: []),
  ]

  @Test(
    "RA-12 a launch counts once a day, every n-th holds until the next, and only a later version is an update",
    arguments: lives)
  func holds(life: Life) {
    for facts in [life.facts, life.facts.reversed(), life.facts + life.facts] {
      let membership = Customer(facts).membership(Self.blueprint, life.at)
      let allowed = Set(
        Self.tests.map(\.0).filter { membership.access(to: $0) == .allowed(nil) })
      #expect(allowed == life.holding)
    }
  }

  @Test("RA-12 customers who turn out to be one opened the app once a day, whoever opened it")
  func merged() {
    var customer = Customer([Self.opened(1, "1.0"), Self.opened(2, "1.0")])
    customer.join(Customer([Self.opened(1, "1.1", late: 1), Self.opened(2, "1.1")]))
    let membership = customer.membership(Self.blueprint, Self.start.days(1))
    #expect(membership.access(to: "every-second") == .allowed(nil))
    #expect(membership.access(to: "updated") == .allowed(nil))
    #expect(Customer(customer.facts) == customer)
  }

  @Test(
    "RA-12 a dismissed prompt that stays away for the version returns with an update, and no sooner"
  )
  func version() {
    var customer = Customer([Self.opened(1, "1.0")])
    func shows(_ day: Int) -> Bool {
      customer.membership(Self.blueprint, Self.start.days(day)).prompts == ["rate-us"]
    }
    #expect(shows(0))
    customer.join(.dismissal(Dismissal(prompt: "rate-us", key: "1", at: Self.start)))
    #expect(!shows(0))
    #expect(!shows(9000))
    #expect(customer.membership(Self.blueprint, Self.start.days(9)).nextChange == nil)
    customer.join(Self.opened(2, "1.0"))
    #expect(!shows(1))
    customer.join(Self.opened(3, "1.1"))
    #expect(shows(2))
    customer.join(.dismissal(Dismissal(prompt: "rate-us", key: "2", at: Self.start.days(3))))
    #expect(!shows(3))
  }

  @Test("RA-12 a nudge after the last launch moves with each")
  func nudge() {
    var customer = Customer([Self.opened(1)])
    func planned(_ day: Int) -> [Instant] {
      customer.membership(Self.blueprint, Self.start.days(day)).nudges.map(\.at)
    }
    #expect(planned(0) == [Self.start.days(4)])
    customer.join(Self.opened(3))
    #expect(planned(2) == [Self.start.days(6)])
  }

  @Test("RA-12 only what is new is recorded, of the last 31 days, and none of the days to come")
  func recorded() {
    var customer = Customer()
    let now = Self.start
    func days(_ days: [String], _ version: String? = "2.1") -> [String] {
      Self.blueprint.open(on: days, in: version, for: customer, at: now).compactMap { fact in
        if case .opening(let opening) = fact { opening.day } else { nil }
      }
    }
    #expect(
      days(["2026-01-28", "2026-01-29", "2026-03-01", "2026-03-01", "2026-02-30", "soon"])
        == ["2026-01-29", "2026-03-01"])
    #expect(days(["2026-03-02", "9999-12-31"]) == ["2026-03-01"])
    let facts = Self.blueprint.open(in: "2.1", for: customer, at: now)
    #expect(facts == [.opening(AppOpening(day: "2026-03-01", version: "2.1", at: now))])
    for fact in facts { customer.join(fact) }
    #expect(Self.blueprint.open(in: "2.1", for: customer, at: now.adding(milliseconds: 1)) == [])
    #expect(
      Self.blueprint.open(in: "not a version", for: customer, at: now)
        == [.opening(AppOpening(day: "2026-03-01", at: now))])
  }

  @Test("RA-12 of the versions of a day the first eight are recorded")
  func versions() {
    var customer = Customer()
    for number in 1...20 {
      let facts = Self.blueprint.open(in: "1.\(number)", for: customer, at: Self.start)
      #expect(facts.count == (number <= 8 ? 1 : 0))
      for fact in facts { customer.join(fact) }
    }
  }

  @Test("RA-12 a blueprint that depends on no launch records none")
  func unused() {
    #expect(Self.blueprint.testsOpenings)
    #expect(!Fixture.garden.testsOpenings)
    #expect(Fixture.garden.open(in: "2.1", for: Customer(), at: Self.start) == [])
  }
}
