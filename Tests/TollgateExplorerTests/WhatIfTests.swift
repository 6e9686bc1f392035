import TestSupport
import Testing
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// A change of a blueprint, a life that was recorded, and what the change would have done to it.
struct ReplayedChange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let app: Blueprint.Definition
  let facts: [(at: Instant, fact: Fact)]
  /// The last instant, in hours after the life's start.
  let hours: Int64
  var sinceHours: Int64?
  let differences: Set<String>
  let change: @Sendable (inout Blueprint.Definition) -> Void

  static let all = [
    ReplayedChange(
      testDescription: "nothing changes", app: PlantedApp.notes, facts: twoNotes, hours: 48,
      differences: [], change: { _ in }),
    ReplayedChange(
      testDescription: "a rule in other words", app: PlantedApp.notes,
      facts: [bought] + twoNotes, hours: 48, differences: [],
      change: {
        $0.change("note") {
          $0[0] = Feature.Rule(when: Condition(phases: [.subscribed]), allowance: .unlimited)
        }
      }),
    ReplayedChange(
      testDescription: "a free note a day is no longer given", app: PlantedApp.notes,
      facts: twoNotes, hours: 48,
      differences: [
        "refused 1×2 rule 1: a free customer is refused a use of `note`: it is not included",
        "loses 1×1 rule 1: a free customer loses `note`: nothing instead of 1 a day",
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .denied) } }),
    ReplayedChange(
      testDescription: "the same, seen from the second day on", app: PlantedApp.notes,
      facts: twoNotes, hours: 48, sinceHours: 24,
      differences: [
        "refused 1×1 rule 1: a free customer is refused a use of `note`: it is not included",
        "loses 1×1 rule 1: a free customer loses `note`: nothing instead of 1 a day",
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .denied) } }),
    ReplayedChange(
      testDescription: "one more note a day", app: PlantedApp.notes, facts: twoNotes, hours: 48,
      differences: [
        "gains 1×2 rule 1: a free customer gains `note`: 2 a day instead of nothing",
        "gains 1×1 rule 1: a free customer gains `note`: 2 a day instead of 1 a day",
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(2, per: .day)) } }),
    ReplayedChange(
      testDescription: "subscribers get fewer notes", app: limited,
      facts: [bought, note("k1", after: 1), note("k2", after: 2), note("k3", after: 3)],
      hours: 24,
      differences: [
        "paying refused 1×2 rule 0: a subscriber is refused a use of `note`: the limit is reached",
        "paying loses 1×2 rule 0: a subscriber loses `note`: 1 a day instead of 3 a day",
        "paying loses 1×2 rule 0: a subscriber loses `note`: nothing instead of 3 a day",
      ],
      change: { $0.change("note") { $0[0] = sold(1) } }),
    ReplayedChange(
      testDescription: "held items beyond the limit are blocked", app: holding(.kept),
      facts: twoItems, hours: 24,
      differences: [
        "loses 1×2 rule 1: a free customer loses held items of `note`, which are blocked"
      ],
      change: { $0 = holding(.blocked) }),
    ReplayedChange(
      testDescription: "held items beyond the limit are opened", app: holding(.blocked),
      facts: twoItems, hours: 24,
      differences: [
        "gains 1×2 rule 1: a free customer gains held items of `note`, which are no longer blocked"
      ],
      change: { $0 = holding(.kept) }),
    ReplayedChange(
      testDescription: "a grant is not paid for", app: limited,
      facts: [
        (start, .grant(Grant(id: "g1", entitlements: ["pro"], startsAt: start, endsAt: nil))),
        note("k1", after: 1), note("k2", after: 2), note("k3", after: 3),
      ],
      hours: 24,
      differences: [
        "refused 1×2 rule 0: a subscriber is refused a use of `note`: the limit is reached",
        "loses 1×2 rule 0: a subscriber loses `note`: 1 a day instead of 3 a day",
        "loses 1×2 rule 0: a subscriber loses `note`: nothing instead of 3 a day",
      ],
      change: { $0.change("note") { $0[0] = sold(1) } }),
    ReplayedChange(
      testDescription: "a reserved use counts once", app: PlantedApp.notes,
      facts: [
        (
          start,
          .reservation(
            Reservation(
              feature: "note", key: "k1", origin: "ann",
              terms: ReservationTerms(at: start, lapsesAt: start.after(hours: 1))))
        ), note("k1", after: 0),
      ], hours: 0,
      differences: [
        "refused 1×1 rule 1: a free customer is refused a use of `note`: it is not included"
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .denied) } }),
    ReplayedChange(
      testDescription: "RA-7 a use that spends credits and counts is one use",
      app: PlantedApp.notes,
      facts: [
        (
          start,
          .spend(
            Spend(
              wallet: "coins", feature: "note", key: "k1", origin: "ann", amount: 1, at: start))
        ), note("k1", after: 0),
      ], hours: 0,
      differences: [
        "refused 1×1 rule 1: a free customer is refused a use of `note`: it is not included"
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .denied) } }),
    ReplayedChange(
      testDescription: "a running trial keeps its terms", app: PlantedApp.signUp,
      facts: [
        (start, .signedUp(SignUp(account: "a1", at: start))),
        (start, .trialStarted(TrialStart(trial: "trial", at: start, terms: week))),
      ], hours: 6 * 24,
      differences: [
        "trial 1×1: the trial `trial` starts with other terms; those recorded are kept"
      ],
      change: {
        $0.trial = Trial(
          start: .signUp, terms: Trial.Terms(lasts: Period(5, .day), entitlements: ["pro"]))
      }),
    ReplayedChange(
      testDescription: "RA-9 a trial starts with the first launch instead of the sign-up",
      app: PlantedApp.signUp,
      facts: [
        (start, .device(DeviceUse(device: "phone", origin: "ann", at: start))),
        (start.after(hours: 1), .signedUp(SignUp(account: "a1", at: start.after(hours: 1)))),
        (
          start.after(hours: 1),
          .trialStarted(TrialStart(trial: "trial", at: start.after(hours: 1), terms: week))
        ),
      ], hours: 24,
      differences: [
        "trial 1×1: the trial `trial` does not start; those recorded continue",
        "trial 1×1: the trial `trial` starts at the first launch; it is not replayed",
      ],
      change: { $0.trial = Trial(start: .firstSeen, terms: week) }),
    ReplayedChange(
      testDescription: "a trial gets a condition", app: PlantedApp.signUp,
      facts: [
        (start, .signedUp(SignUp(account: "a1", at: start))),
        (start, .trialStarted(TrialStart(trial: "trial", at: start, terms: week))),
      ], hours: 24,
      differences: ["trial 1×1: the trial `trial` starts for others; those recorded continue"],
      change: {
        $0.trial = Trial(start: .signUp, when: Condition(phases: [.lapsed]), terms: week)
      }),
    ReplayedChange(
      testDescription: "a trial loses the condition that somebody did not meet",
      app: lapsedOnly, facts: [(start, .signedUp(SignUp(account: "a1", at: start)))], hours: 24,
      differences: ["trial 1×1: the trial `trial` starts at sign-up; it is not replayed"],
      change: { $0.trial = Trial(start: .signUp, terms: week) }),
    ReplayedChange(
      testDescription: "a trial gets another condition that somebody does not meet either",
      app: lapsedOnly, facts: [(start, .signedUp(SignUp(account: "a1", at: start)))], hours: 24,
      differences: [],
      change: {
        $0.trial = Trial(start: .signUp, when: Condition(entitled: ["pro"]), terms: week)
      }),
    ReplayedChange(
      testDescription: "one paywall a day shows by itself", app: placed,
      facts: [shown("s1", after: 1), shown("s2", after: 25)], hours: 48,
      differences: ["sees 1×2: a free customer does not see `placements.home` any more"],
      change: {
        $0.paywallLimits = [PastTest.Count(of: .anyPaywall, lessThan: 1, window: .day)]
      }),
  ]

  /// An app that shows a paywall by itself.
  private static let placed: Blueprint.Definition = {
    var app = PlantedApp.notes
    app.placements = [Placement(id: "home", paywall: "plans")]
    return app
  }()

  /// An app whose trial is for those alone who come back.
  private static let lapsedOnly: Blueprint.Definition = {
    var app = PlantedApp.signUp
    app.trial = Trial(start: .signUp, when: Condition(phases: [.lapsed]), terms: week)
    return app
  }()

  static let start = Instant(milliseconds: 1_767_225_600_000)

  private static let week = Trial.Terms(lasts: Period(1, .week), entitlements: ["pro"])
  private static let twoNotes = [note("k1", after: 0), note("k2", after: 24)]

  /// Three notes a day for subscribers.
  private static let limited = {
    var app = PlantedApp.notes
    app.change("note") { $0[0] = sold(3) }
    return app
  }()

  private static let bought: (at: Instant, fact: Fact) = (
    start,
    .transaction(
      StoreTransaction(
        id: "1", originalID: "1", product: "pro.month", group: "plans", purchasedAt: start,
        expiresAt: start.after(hours: 30 * 24), signedAt: start))
  )

  /// One note at once for those who do not pay.
  private static func holding(_ surplus: Feature.Surplus) -> Blueprint.Definition {
    var app = PlantedApp.notes
    app.features = app.features.map {
      Feature(
        id: $0.id, rules: [$0.rules[0], Feature.Rule(allowance: .holding(1))],
        paywall: $0.paywall, surplus: surplus)
    }
    return app
  }

  /// A list of two notes, which were there before the limit.
  private static let twoItems = ["a", "b"].enumerated().map {
    (hour, item) -> (at: Instant, fact: Fact) in
    let at = start.after(hours: Int64(hour))
    return (
      at,
      .item(
        ItemChange(
          feature: "note", item: Item.ID(item), key: Idempotency.Key(item), isHeld: true,
          origin: "ann", at: at))
    )
  }

  private static func sold(_ limit: Int) -> Feature.Rule {
    Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(limit, per: .day))
  }

  private static func shown(
    _ key: Idempotency.Key, after hours: Int64
  ) -> (at: Instant, fact: Fact) {
    let at = start.after(hours: hours)
    return (at, .paywall(PaywallEvent(paywall: "plans", action: .shown, key: key, at: at)))
  }

  private static func note(
    _ key: Idempotency.Key, after hours: Int64
  ) -> (at: Instant, fact: Fact) {
    let at = start.after(hours: hours)
    return (at, .use(Use(feature: "note", key: key, origin: "ann", at: at)))
  }
}

@Suite("what-if")
struct WhatIfTests {
  @Test(
    "EX-6 a changed blueprint shows who would have been treated differently",
    arguments: ReplayedChange.all.sampled(3))
  func differences(replayed: ReplayedChange) throws {
    var definition = replayed.app
    replayed.change(&definition)
    let start = ReplayedChange.start
    let whatIf = WhatIf(
      try Blueprint(definition), against: try Blueprint(replayed.app),
      since: replayed.sinceHours.map { start.after(hours: $0) },
      at: start.after(hours: replayed.hours))
    let report = whatIf.replay([RecordedLife(customer: "ann", facts: replayed.facts)])
    #expect(Set(report.changes.map(\.line)) == replayed.differences)
    #expect(report.customers == 1)
    #expect(report.affected == (replayed.differences.isEmpty ? 0 : 1))
    #expect(report.facts == replayed.facts.count)
    #expect(
      report.takesFromPayers == replayed.differences.contains { $0.hasPrefix("paying ") })
  }

  @Test(
    "EX-6 the same blueprint makes no difference to any life", arguments: Array(0..<10).sampled(2))
  func same(seed: Int) throws {
    let apps = [
      PlantedApp.tiers, PlantedApp.notes, PlantedApp.garden, PlantedApp.signUp,
      PlantedApp.paidTrial,
    ]
    for app in apps {
      let blueprint = try Blueprint(app)
      var lives = SeededLives(seed: UInt64(seed), app: app)
      let report = WhatIf(blueprint, against: blueprint, at: lives.end)
        .replay((0..<5).map { lives.next(Customer.ID("c\($0)")) })
      #expect(report.changes.isEmpty, "seed \(seed)")
      #expect(report.affected == 0)
      #expect(report.instants > 5)
    }
  }

  @Test(
    "EX-6 what-if's reports of parts merge into the report of the whole, in any order",
    arguments: Array(0..<5).sampled(1))
  func merge(seed: Int) throws {
    var changed = PlantedApp.notes
    changed.change("note") { $0[1] = Feature.Rule(allowance: .denied) }
    var seeded = SeededLives(seed: UInt64(seed), app: PlantedApp.notes)
    let lives = (0..<9).map { seeded.next(Customer.ID("c\($0)")) }
    let whatIf = WhatIf(
      try Blueprint(changed), against: try Blueprint(PlantedApp.notes), at: seeded.end)
    let whole = whatIf.replay(lives)
    #expect(!whole.changes.isEmpty, "seed \(seed)")
    for cut in 0...lives.count {
      var merged = whatIf.replay(lives[cut...].reversed())
      merged.merge(whatIf.replay(lives[..<cut]))
      #expect(merged == whole, "seed \(seed), cut \(cut)")
      #expect(merged.changes == whole.changes)
    }
  }

  @Test("EX-6 a change names its first customers, its instants and its weeks")
  func samples() throws {
    var changed = PlantedApp.notes
    changed.change("note") { $0[1] = Feature.Rule(allowance: .denied) }
    let lives = ["dan", "cat", "bob", "ann"].map { name -> RecordedLife in
      let customer = Customer.ID(name)
      let facts = (0..<5).map { day -> (at: Instant, fact: Fact) in
        let at = ReplayedChange.start.after(hours: 24 * Int64(day))
        return (
          at, .use(Use(feature: "note", key: Idempotency.Key("k\(day)"), origin: customer, at: at))
        )
      }
      return RecordedLife(customer: customer, facts: facts)
    }
    let report = WhatIf(
      try Blueprint(changed), against: try Blueprint(PlantedApp.notes),
      at: ReplayedChange.start.after(hours: 96)
    ).replay(lives)
    let change = try #require(report.changes.first)
    #expect(change.kind == .refused)
    #expect(change.customers == 4)
    #expect(change.instants == 20)
    #expect(change.first.description == "2026-01-01T00:00:00Z")
    #expect(change.last.description == "2026-01-05T00:00:00Z")
    // 2026-01-01 is a Thursday: four days of its week, and the Monday after.
    #expect(
      change.weeks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        == ["2025-12-29T00:00:00Z 16", "2026-01-05T00:00:00Z 4"])
    #expect(change.samples.map(\.customer) == ["ann", "bob", "cat"])
    #expect(change.samples.allSatisfy { $0.instants.count == 3 })
  }
}

/// Random lives of an app's customers, the same for the same seed.
private struct SeededLives {
  /// The instant after every life.
  let end = ReplayedChange.start.after(hours: 24 * 90)

  private let app: Blueprint.Definition
  private var state: UInt64

  init(seed: UInt64, app: Blueprint.Definition) {
    self.app = app
    state = seed &* 2 &+ 1
  }

  /// A life of thirty facts.
  mutating func next(_ customer: Customer.ID) -> RecordedLife {
    var at = ReplayedChange.start
    let facts = (0..<30).map { number -> (at: Instant, fact: Fact) in
      at = at.after(hours: Int64(below(48)))
      return (at, fact(number, customer, at))
    }
    return RecordedLife(customer: customer, facts: facts)
  }

  private mutating func fact(_ number: Int, _ customer: Customer.ID, _ at: Instant) -> Fact {
    let key = Idempotency.Key("k\(number)")
    switch below(8) {
    case 0:
      return .transaction(
        StoreTransaction(
          id: StoreTransaction.ID("\(number)"), originalID: "1",
          product: app.products[below(app.products.count)].id, group: "plans", purchasedAt: at,
          expiresAt: at.after(hours: 24 * 20), revokedAt: below(4) == 0 ? at.after(hours: 1) : nil,
          signedAt: at))
    case 1: return .milestone(MilestoneReached(milestone: "met", at: at))
    case 2: return .signedUp(SignUp(account: "a1", at: at))
    case 3:
      guard let trial = app.trial else { fallthrough }
      return .trialStarted(TrialStart(trial: trial.id, at: at, terms: trial.terms))
    default:
      let feature = app.features[below(app.features.count)].id
      return .use(Use(feature: feature, key: key, origin: customer, at: at))
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

extension Instant {
  fileprivate func after(hours: Int64) -> Instant { adding(milliseconds: hours * 3_600_000) }
}

extension WhatIfReport.Change {
  /// The change as one line.
  fileprivate var line: String {
    let rule = rule.map { " rule \($0)" } ?? ""
    return
      "\(isPaying ? "paying " : "")\(kind.rawValue) \(customers)×\(instants)\(rule): \(sentence)"
  }
}
