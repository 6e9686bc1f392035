import Testing

@testable import Tollgate

@Suite("The main trial without an account or a purchase")
struct EventTrialTests {
  private static let start = Fixture.start

  /// An app whose trial of a week starts without a purchase.
  private static func app(
    _ start: Trial.Start = .firstSeen, lasts: Period? = Period(7, .day), uses: Trial.Uses? = nil,
    earned: [Trial.EarnedDays] = [], oncePer: Trial.Scope = .accountAndDevice
  ) throws -> Blueprint {
    var definition = Fixture.coachFree.definition
    definition.milestones = ["first-song", "shared", "rated"]
    definition.trial = Trial(
      start: start,
      terms: Trial.Terms(
        lasts: lasts, uses: uses, entitlements: ["premium"], earned: earned), oncePer: oncePer)
    definition.features.append(
      Feature(id: "practice", rules: [Feature.Rule(allowance: .upTo(9, per: .day))]))
    return try Blueprint(definition)
  }

  /// Somebody who opens the app for the first time.
  private static func opening(
    _ app: Blueprint, on device: Device.ID = "phone", at instant: Instant = start,
    history: [Decision.DeviceHistory] = []
  ) -> Customer {
    var customer = Customer([.device(DeviceUse(device: device, origin: "me", at: instant))])
    let decision = app.record([], for: customer, at: instant, history: history)
    for fact in decision.facts { customer.join(fact) }
    return customer
  }

  private static let had = [Decision.DeviceHistory(device: "phone", trial: "trial")]

  @Test("RA-9 the first launch starts the trial, with its phase, days, nudge and exact end")
  func firstLaunch() throws {
    let app = try Self.app()
    let customer = Self.opening(app)
    let membership = customer.membership(app, Self.start)
    #expect(customer.account == nil)
    #expect(membership.phase == .trial)
    #expect(membership.trial?.day == 1)
    #expect(membership.trial?.daysLeft == 7)
    #expect(membership.entitlement("premium") == .active)
    #expect(membership.nudges.map(\.at) == [Self.start.days(6)])
    #expect(membership.nextChange == Self.start.days(1))
    let last = customer.membership(app, Self.start.days(7).adding(milliseconds: -1))
    #expect(last.phase == .trial)
    #expect(last.nextChange == Self.start.days(7))
    let over = customer.membership(app, Self.start.days(7))
    #expect(over.phase == .trialExpired)
    #expect(over.access(to: "send-message").isDenied)
  }

  @Test("RA-9 a milestone starts the trial, once; until then there is none")
  func milestone() throws {
    let app = try Self.app(.milestone("first-song"))
    var customer = Self.opening(app)
    #expect(customer.membership(app, Self.start).phase == .blocked)
    customer.reach("first-song", app, Self.start.days(2))
    customer.reach("first-song", app, Self.start.days(5))
    #expect(customer.start(of: "trial")?.at == Self.start.days(2))
    #expect(customer.membership(app, Self.start.days(8)).phase == .trial)
    #expect(customer.membership(app, Self.start.days(9)).phase == .trialExpired)
  }

  @Test("RA-9 a device has the trial once: somebody else on it gets none, and is not told of days")
  func oncePerDevice() throws {
    let app = try Self.app()
    let second = Self.opening(app, history: Self.had)
    let membership = second.membership(app, Self.start)
    #expect(membership.phase == .trialExpired)
    #expect(membership.trial?.activatedAt == nil)
    #expect(membership.trial?.days == nil)
    let generous = try Self.app(oncePer: .account)
    #expect(Self.opening(generous, history: Self.had).membership(app, Self.start).phase == .trial)
  }

  @Test("RA-9 somebody new on a device continues the trial of one to whom nothing else happened")
  func continued() throws {
    let app = try Self.app()
    let first = try #require(Self.opening(app).start(of: "trial"))
    let had = [Decision.DeviceHistory(device: "phone", trial: "trial", start: first)]
    let again = Self.opening(app, at: Self.start.days(2), history: had)
    #expect(again.start(of: "trial") == first)
    #expect(again.membership(app, Self.start.days(2)).trial?.daysLeft == 5)
    let late = Self.opening(app, at: Self.start.days(7), history: had)
    #expect(late.start(of: "trial") == nil)
    #expect(late.membership(app, Self.start.days(7)).phase == .trialExpired)
  }

  @Test("RA-9 a trial limited by device waits for one, after its milestone or its account")
  func waitsForDevice() throws {
    let app = try Self.app(.milestone("first-song"))
    var customer = Customer()
    customer.reach("first-song", app, Self.start)
    #expect(customer.start(of: "trial") == nil)
    customer.record(
      .device(DeviceUse(device: "phone", origin: "me", at: Self.start.days(3))), app,
      Self.start.days(3))
    #expect(customer.start(of: "trial")?.at == Self.start.days(3))
  }

  @Test("RA-9 the first launch counts, not the account that follows or another device")
  func oneFirstLaunch() throws {
    let app = try Self.app()
    var customer = Self.opening(app)
    for fact in app.signUp(customer, account: "ada", at: Self.start.days(3), history: []).facts {
      customer.join(fact)
    }
    customer.record(
      .device(DeviceUse(device: "tablet", origin: "me", at: Self.start.days(4))), app,
      Self.start.days(4))
    #expect(customer.start(of: "trial")?.at == Self.start)
    #expect(customer.membership(app, Self.start.days(7)).phase == .trialExpired)
  }

  @Test("RA-9 an anonymous trial on a new device ends when its owner signs in, who had the trial")
  func merged() throws {
    let app = try Self.app()
    var owner = Self.opening(app)
    let anonymous = Self.opening(app, on: "tablet", at: Self.start.days(20))
    #expect(anonymous.membership(app, Self.start.days(20)).phase == .trial)
    owner.join(anonymous)
    #expect(owner.membership(app, Self.start.days(20)).phase == .trialExpired)
  }

  @Test("RA-9 what happened before the blueprint had the trial starts nothing")
  func nothingRetroactive() throws {
    for start in [Trial.Start.firstSeen, .milestone("first-song")] {
      var customer = Customer.onPhone(at: Self.start)
      customer.join(.milestone(MilestoneReached(milestone: "first-song", at: Self.start)))
      let app = try Self.app(start)
      let facts = app.record([], for: customer, at: Self.start.days(1), history: []).facts
      #expect(facts.isEmpty)
      #expect(customer.membership(app, Self.start.days(1)).phase == .blocked)
    }
  }

  @Test("RA-9 who was seen by another system first has launched the app before")
  func moved() throws {
    let app = try Self.app()
    var customer = Customer([
      .milestone(MilestoneReached(milestone: Milestone.firstSeen, at: Self.start))
    ])
    customer.record(
      .device(DeviceUse(device: "phone", origin: "me", at: Self.start.days(9))), app,
      Self.start.days(9))
    #expect(customer.start(of: "trial") == nil)
  }

  @Test("RA-9 a trial after a milestone can end with its uses")
  func uses() throws {
    let app = try Self.app(
      .milestone("first-song"), lasts: nil, uses: Trial.Uses(feature: "practice", limit: 2))
    var customer = Self.opening(app)
    customer.use("practice", "before", app, Self.start)
    customer.reach("first-song", app, Self.start.hours(1))
    customer.use("practice", "1", app, Self.start.hours(2))
    #expect(customer.membership(app, Self.start.hours(2)).trial?.usesLeft == 1)
    customer.use("practice", "2", app, Self.start.hours(3))
    #expect(customer.membership(app, Self.start.hours(3)).trial?.ending == .uses)
  }

  @Test("RA-9 the first launch starts an add-on trial too, which changes no phase")
  func addOn() throws {
    var definition = try Self.app().definition
    definition.trial = nil
    definition.nudges = []
    definition.addOnTrials = [
      AddOnTrial(id: "taste", start: .firstSeen, lasts: Period(3, .day), entitlements: ["premium"])
    ]
    let app = try Blueprint(definition)
    let membership = Self.opening(app).membership(app, Self.start.days(1))
    #expect(membership.phase == .blocked)
    #expect(membership.trial("taste")?.daysLeft == 2)
    #expect(
      Self.opening(
        app,
        history: [
          Decision.DeviceHistory(device: "phone", trial: "taste")
        ]
      ).membership(app, Self.start).entitlement("premium") == .inactive)
  }

  @Test("RA-9 only what starts without a purchase is given up on a device that had it")
  func neverByPurchase() throws {
    var definition = try Self.app().definition
    definition.products = Fixture.coachPaid.definition.products
    definition.trial = Trial(start: .purchase(after: nil), terms: Trial.Terms(lasts: nil))
    let app = try Blueprint(definition)
    let customer = Self.opening(app, history: Self.had)
    #expect(customer.membership(app, Self.start).trial == nil)
  }
}

@Suite("Days that are earned in a trial")
struct EarnedDaysTests {
  private static let start = Fixture.start

  private static func app(_ earned: Trial.EarnedDays..., uses: Trial.Uses? = nil) throws
    -> Blueprint
  {
    var definition = Fixture.coachFree.definition
    definition.milestones = ["shared", "rated"]
    definition.trial = Trial(
      start: .firstSeen,
      terms: Trial.Terms(
        lasts: Period(3, .day), uses: uses, entitlements: ["premium"], earned: earned))
    definition.features.append(
      Feature(id: "practice", rules: [Feature.Rule(allowance: .upTo(9, per: .day))]))
    return try Blueprint(definition)
  }

  private static func opening(_ app: Blueprint) -> Customer {
    var customer = Customer.onPhone(at: start)
    for fact in app.record([], for: customer, at: start, history: []).facts { customer.join(fact) }
    return customer
  }

  private static let shared = Trial.EarnedDays(days: 2, on: .milestone("shared"))
  private static let practice = Trial.EarnedDays(days: 1, on: .use("practice"), upTo: 2)

  @Test(
    "RA-9 a milestone that is reached in the trial adds its days, and moves all that follows it")
  func milestone() throws {
    let app = try Self.app(Self.shared)
    var customer = Self.opening(app)
    customer.reach("shared", app, Self.start.days(1))
    customer.reach("shared", app, Self.start.days(2))
    let membership = customer.membership(app, Self.start.days(2))
    #expect(membership.trial?.endsAt == Self.start.days(5))
    #expect(membership.trial?.days == 5)
    #expect(membership.trial?.daysLeft == 3)
    #expect(membership.nudges.map(\.at) == [Self.start.days(4)])
    let last = customer.membership(app, Self.start.days(5).adding(milliseconds: -1))
    #expect(last.phase == .trial)
    #expect(last.nextChange == Self.start.days(5))
    #expect(customer.membership(app, Self.start.days(5)).phase == .trialExpired)
  }

  @Test("RA-9 uses add days up to their limit, the last of them as many as are left")
  func limit() throws {
    let app = try Self.app(Trial.EarnedDays(days: 2, on: .use("practice"), upTo: 5))
    var customer = Self.opening(app)
    for (number, end) in [5, 7, 8, 8].enumerated() {
      customer.use("practice", "\(number)", app, Self.start.hours(number + 1))
      let membership = customer.membership(app, Self.start.hours(number + 1))
      #expect(membership.trial?.endsAt == Self.start.days(end))
    }
  }

  @Test("RA-9 what happens once the trial is over adds nothing, at the very end neither")
  func over() throws {
    let app = try Self.app(Self.shared)
    for (at, isLate) in [
      (Self.start.days(3).adding(milliseconds: -1), false), (Self.start.days(3), true),
    ] {
      var customer = Self.opening(app)
      customer.reach("shared", app, at)
      let phase = customer.membership(app, Self.start.days(4)).phase
      #expect(phase == (isLate ? .trialExpired : .trial))
    }
  }

  @Test("RA-9 what happened before the trial, or to a merged customer twice, adds nothing")
  func beforeAndTwice() throws {
    let app = try Self.app(Self.practice)
    var customer = Self.opening(app)
    customer.join(
      .use(Use(feature: "practice", key: "early", origin: "me", at: Self.start.hours(-1))))
    #expect(customer.membership(app, Self.start).trial?.days == 3)
    var other = Self.opening(app)
    for number in 1...2 {
      customer.use("practice", "\(number)", app, Self.start.hours(number))
      other.use("practice", "other \(number)", app, Self.start.hours(number))
    }
    customer.join(other)
    #expect(customer.membership(app, Self.start.days(1)).trial?.days == 5)
  }

  @Test("RA-9 the facts of earned days give the same trial in any order")
  func anyOrder() throws {
    let app = try Self.app(Self.shared, Self.practice)
    var customer = Self.opening(app)
    customer.use("practice", "1", app, Self.start.days(1))
    customer.reach("shared", app, Self.start.days(3))
    customer.use("practice", "2", app, Self.start.days(5))
    let membership = customer.membership(app, Self.start.days(5))
    // Each came in time only because of the one before it.
    #expect(membership.trial?.endsAt == Self.start.days(7))
    let reversed = Customer(customer.facts.reversed())
    #expect(reversed.membership(app, Self.start.days(5)).trial == membership.trial)
  }

  @Test(
    "RA-9 days are earned in a pause and in time that support adds, and a reset takes them back")
  func support() throws {
    func changed(_ customer: inout Customer, _ action: TrialChange.Action, on day: Int) throws {
      let change = TrialChange(
        action, "trial", key: Idempotency.Key("\(day)"), author: .support, reason: "")
      for fact in try #require(customer.facts(of: change, at: Self.start.days(day))) {
        customer.join(fact)
      }
    }
    let app = try Self.app(Self.shared)
    var paused = Self.opening(app)
    try changed(&paused, .pause, on: 1)
    paused.reach("shared", app, Self.start.days(30))
    try changed(&paused, .resume, on: 31)
    #expect(paused.membership(app, Self.start.days(31)).trial?.endsAt == Self.start.days(35))

    var reset = Self.opening(app)
    reset.reach("shared", app, Self.start.days(1))
    try changed(&reset, .reset, on: 4)
    #expect(reset.membership(app, Self.start.days(4)).trial?.endsAt == Self.start.days(7))

    var extended = Self.opening(app)
    try changed(&extended, .extend(days: 1), on: 9)
    #expect(extended.membership(app, Self.start.days(9)).phase == .trialExpired)
    try changed(&extended, .extend(days: 9), on: 10)
    extended.reach("shared", app, Self.start.days(11))
    #expect(extended.membership(app, Self.start.days(11)).trial?.endsAt == Self.start.days(15))

    let practising = try Self.app(Self.practice)
    var late = Self.opening(practising)
    late.use("practice", "too late", practising, Self.start.days(5))
    try changed(&late, .extend(days: 9), on: 6)
    #expect(late.membership(practising, Self.start.days(6)).trial?.endsAt == Self.start.days(12))
    late.use("practice", "in time", practising, Self.start.days(7))
    #expect(late.membership(practising, Self.start.days(7)).trial?.endsAt == Self.start.days(13))
  }

  @Test("RA-9 a trial that is over by its uses stays over, whatever is earned")
  func spent() throws {
    let app = try Self.app(Self.shared, uses: Trial.Uses(feature: "practice", limit: 1))
    var customer = Self.opening(app)
    customer.use("practice", "1", app, Self.start.hours(1))
    customer.reach("shared", app, Self.start.hours(2))
    #expect(customer.membership(app, Self.start.hours(2)).trial?.ending == .uses)
  }

  @Test("RA-9 a trial keeps the days that it could earn when it started")
  func keepsTerms() throws {
    let app = try Self.app(Self.shared)
    var customer = Self.opening(app)
    customer.reach("shared", app, Self.start.days(1))
    let plain = try Self.app()
    #expect(customer.membership(plain, Self.start.days(4)).phase == .trial)
  }

  @Test("RA-9 days that nothing limits, nobody can earn or that are earned twice are mistakes")
  func mistakes() {
    func mistake(
      _ earned: Trial.EarnedDays..., start: Trial.Start = .milestone("shared"),
      lasts: Period? = Period(3, .day)
    ) -> String {
      var definition = Fixture.coachFree.definition
      definition.milestones = ["shared", "rated"]
      definition.features.append(
        Feature(id: "practice", rules: [Feature.Rule(allowance: .upTo(9, per: .day))]))
      definition.trial = Trial(
        start: start,
        terms: Trial.Terms(
          lasts: lasts, uses: Trial.Uses(feature: "practice", limit: 5), earned: earned))
      do {
        _ = try Blueprint(definition)
        return "none"
      } catch { return "\(error)" }
    }
    let rated = Trial.EarnedDays(days: 1, on: .milestone("rated"))
    #expect(mistake(rated) == "none")
    #expect(
      mistake(Trial.EarnedDays(days: 1, on: .milestone("ratd")))
        == "trial.earned.0.on.milestone: there is no milestone `ratd`; did you mean `rated`?")
    #expect(
      mistake(Self.shared)
        == "trial.earned.0.on.milestone: `shared` starts the trial; expected a milestone that is reached while it runs"
    )
    #expect(
      mistake(Trial.EarnedDays(days: 1, on: .use("practice")))
        == "trial.earned.0: every use adds days without end; expected `upTo`")
    #expect(
      mistake(Trial.EarnedDays(days: 3, on: .use("practice"), upTo: 2))
        == "trial.earned.0.upTo: up to 2 days; expected 3 to 366")
    #expect(
      mistake(Trial.EarnedDays(days: 1, on: .milestone("rated"), upTo: 2))
        == "trial.earned.0.upTo: a milestone is reached once; expected no `upTo`")
    #expect(
      mistake(Trial.EarnedDays(days: 1, on: .use("send-mesage"), upTo: 2))
        == "trial.earned.0.on.use: there is no feature `send-mesage`; did you mean `send-message`?"
    )
    #expect(
      mistake(rated, rated)
        == "trial.earned.1.on: the same adds days twice; expected one entry with their sum")
    #expect(
      mistake(Trial.EarnedDays(days: 1, on: .signUp))
        == "trial.earned.0.on: days are earned by a milestone or a use")
    #expect(
      mistake(Trial.EarnedDays(days: 400, on: .milestone("rated")))
        == "trial.earned.0.days: 400 days; expected 1 to 366")
    #expect(
      mistake(rated, lasts: nil)
        == "trial.earned: only uses end the trial; expected a trial with `lasts`")
  }
}
