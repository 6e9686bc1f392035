import Testing

@testable import Tollgate

@Suite("The condition of a trial")
struct TrialConditionTests {
  private static let start = Fixture.start
  private static let newcomers = Condition(past: [
    .count(PastTest.Count(of: .purchase, lessThan: 1))
  ])

  /// An app whose trial of a week starts under a condition.
  private static func app(_ start: Trial.Start, when: Condition) throws -> Blueprint {
    var definition = Fixture.coachFree.definition
    definition.milestones = ["first-song", "invited"]
    definition.attributes = [Attribute(id: "source", kind: .text(["friend", "ad"]))]
    definition.trial = Trial(
      start: start, when: when,
      terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["premium"]))
    return try Blueprint(definition)
  }

  /// Somebody who opens the app for the first time.
  private static func opening(_ app: Blueprint) -> Customer {
    var customer = Customer()
    customer.record(.device(DeviceUse(device: "phone", origin: "me", at: start)), app, start)
    return customer
  }

  private static func report(
    _ name: Attribute.ID, _ value: Attribute.Value, by setter: Attribute.Setter = .device,
    at now: Instant, _ app: Blueprint, _ customer: inout Customer
  ) {
    let facts = app.set([name: value], by: setter, for: customer, at: now).facts
    for fact in facts { customer.join(fact) }
    for fact in app.record([], for: customer, at: now, history: []).facts { customer.join(fact) }
  }

  @Test("a milestone starts the trial only for those who meet its condition then, and never later")
  func milestone() throws {
    let app = try Self.app(.milestone("first-song"), when: Condition(reached: ["invited"]))
    var invited = Self.opening(app)
    invited.reach("invited", app, Self.start.days(1))
    invited.reach("first-song", app, Self.start.days(2))
    #expect(invited.start(of: "trial")?.at == Self.start.days(2))
    #expect(invited.membership(app, Self.start.days(2)).phase == .trial)
    var other = Self.opening(app)
    other.reach("first-song", app, Self.start.days(2))
    other.reach("invited", app, Self.start.days(3))
    other.reach("first-song", app, Self.start.days(4))
    #expect(other.start(of: "trial") == nil)
    let membership = other.membership(app, Self.start.days(4))
    #expect(membership.phase == .blocked)
    #expect(membership.trial == nil)
    #expect(membership.nextChange == nil)
  }

  @Test("a trial for those who have not bought anything is not for those who have")
  func newcomers() throws {
    let app = try Self.app(.milestone("first-song"), when: Self.newcomers)
    var buyer = Self.opening(app)
    buyer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: Self.start, to: Self.start.days(3))), app,
      Self.start)
    buyer.reach("first-song", app, Self.start.days(6))
    #expect(buyer.start(of: "trial") == nil)
    #expect(buyer.membership(app, Self.start.days(6)).phase == .lapsed)
    var newcomer = Self.opening(app)
    newcomer.reach("first-song", app, Self.start.days(6))
    #expect(newcomer.membership(app, Self.start.days(6)).phase == .trial)
  }

  @Test("a sign-up starts the trial at that moment alone, where the trial has a condition")
  func signUp() throws {
    let app = try Self.app(.signUp, when: Condition(reached: ["invited"]))
    func signingUp(_ customer: Customer, on day: Int) -> Customer {
      var customer = customer
      let now = Self.start.days(day)
      for fact in app.signUp(customer, account: "ada", at: now, history: []).facts {
        customer.join(fact)
      }
      return customer
    }
    var late = signingUp(Self.opening(app), on: 1)
    late.reach("invited", app, Self.start.days(2))
    #expect(late.start(of: "trial") == nil)
    var early = Self.opening(app)
    early.reach("invited", app, Self.start.days(1))
    early = signingUp(early, on: 2)
    #expect(early.start(of: "trial")?.at == Self.start.days(2))
    early.reach("first-song", app, Self.start.days(5))
    #expect(early.start(of: "trial")?.at == Self.start.days(2))
    // Without a condition, a blueprint gives its trial to those who signed up before.
    let unconditional = try Self.app(.signUp, when: .always)
    #expect(
      unconditional.record([], for: late, at: Self.start.days(3), history: []).facts.map(\.kind)
        == [.trialStarted])
  }

  @Test(
    "the trial of the first launch waits for what its condition asks of the device, for a day",
    arguments: [
      (Condition(audience: Audience(countries: ["DE"])), "DE", 23, true),
      (Condition(audience: Audience(countries: ["DE"])), "FR", 23, false),
      (Condition(audience: Audience(countries: ["DE"])), "DE", 24, false),
      (Condition(not: [Condition(audience: Audience(countries: ["DE"]))]), "FR", 1, true),
      (Condition(not: [Condition(audience: Audience(countries: ["DE"]))]), "DE", 1, false),
    ])
  func firstLaunch(when: Condition, country: String, hours: Int, starts: Bool) throws {
    let app = try Self.app(.firstSeen, when: when)
    var customer = Self.opening(app)
    #expect(customer.start(of: "trial") == nil)
    #expect(customer.membership(app, Self.start).phase == .blocked)
    let reported = Self.start.hours(hours)
    Self.report("country", .string(country), at: reported, app, &customer)
    #expect(customer.start(of: "trial")?.at == (starts ? reported : nil))
    // Neither a later report nor anything else starts it again.
    for (days, value) in [(3, "DE"), (4, "FR"), (5, "DE")] {
      Self.report("country", .string(value), at: Self.start.days(days), app, &customer)
    }
    customer.reach("first-song", app, Self.start.days(6))
    #expect(customer.start(of: "trial")?.at == (starts ? reported : nil))
  }

  @Test("an attribute that is set within a day of the first launch may start the trial")
  func attribute() throws {
    let when = Condition(
      audience: Audience(attributes: [AttributeTest(attribute: "source", values: ["friend"])]))
    let app = try Self.app(.firstSeen, when: when)
    var early = Self.opening(app)
    Self.report("source", "ad", by: .app, at: Self.start.hours(1), app, &early)
    #expect(early.start(of: "trial") == nil)
    Self.report("source", "friend", by: .app, at: Self.start.hours(2), app, &early)
    #expect(early.start(of: "trial")?.at == Self.start.hours(2))
    var late = Self.opening(app)
    Self.report("source", "friend", by: .app, at: Self.start.days(1), app, &late)
    #expect(late.start(of: "trial") == nil)
  }

  @Test("what a device reported long before a milestone is tested with it at once")
  func knownBefore() throws {
    let app = try Self.app(
      .milestone("first-song"), when: Condition(audience: Audience(countries: ["DE"])))
    var customer = Self.opening(app)
    Self.report("country", "DE", at: Self.start.hours(1), app, &customer)
    #expect(customer.start(of: "trial") == nil)
    customer.reach("first-song", app, Self.start.days(9))
    #expect(customer.start(of: "trial")?.at == Self.start.days(9))
  }

  @Test("an add-on trial waits for the device in the same way")
  func addOn() throws {
    var definition = try Self.app(.signUp, when: .always).definition
    definition.trial = nil
    definition.nudges = []
    definition.addOnTrials = [
      AddOnTrial(
        id: "taste", start: .firstSeen, when: Condition(audience: Audience(devices: [.iPad])),
        lasts: Period(3, .day), entitlements: ["premium"])
    ]
    let app = try Blueprint(definition)
    var customer = Self.opening(app)
    #expect(customer.membership(app, Self.start).addOnTrials.isEmpty)
    Self.report("device", "iPad", at: Self.start.hours(1), app, &customer)
    #expect(customer.start(of: "taste")?.at == Self.start.hours(1))
  }

  @Test("a device that had the trial refuses it only to somebody who meets the condition")
  func hadOnDevice() throws {
    let app = try Self.app(.milestone("first-song"), when: Condition(reached: ["invited"]))
    let history = [Decision.DeviceHistory(device: "phone", trial: "trial")]
    var customer = Self.opening(app)
    let refused = app.reach("first-song", by: customer, at: Self.start.days(1), history: history)
    #expect(refused.facts.map(\.kind) == [.milestone])
    customer.reach("invited", app, Self.start)
    let forfeited = app.reach("first-song", by: customer, at: Self.start.days(1), history: history)
    #expect(forfeited.facts.map(\.kind) == [.milestone, .trialForfeited])
  }

  @Test("a condition that asks for the trial, or that cannot be met where it starts, is a mistake")
  func mistakes() {
    func mistake(_ start: Trial.Start, _ when: Condition) -> String {
      do {
        _ = try Self.app(start, when: when)
        return "none"
      } catch { return "\(error)" }
    }
    #expect(mistake(.signUp, Condition(phases: [.blocked, .lapsed])) == "none")
    #expect(
      mistake(.signUp, Condition(phases: [.blocked, .trialExpired]))
        == "trial.when.phase: the trial starts at most once, and before it nobody is in the phase `trialExpired`; expected other phases, or no condition"
    )
    #expect(
      mistake(.signUp, Condition(not: [Condition(phases: [.trial])]))
        == "trial.when.not.0.phase: the trial starts at most once, and before it nobody is in the phase `trial`; expected other phases, or no condition"
    )
    let once =
      "the trial starts at most once, and before it has neither started nor ended; expected no condition on it, or another event"
    #expect(
      mistake(
        .signUp, Condition(past: [.count(PastTest.Count(of: .trialStart, lessThan: 1))]))
        == "trial.when: \(once)")
    #expect(
      mistake(
        .firstSeen,
        Condition(any: [
          Condition(past: [.since(PastTest.Since(.trialEnd, atLeast: Period(90, .day)))])
        ]))
        == "trial.when.any.0: \(once)")
    #expect(
      mistake(
        .signUp, Condition(left: [Condition.Left(of: .feature("send-message"), atLeast: 1)]))
        == "trial.when.left.0: what a trial gives decides what is left, so no trial can depend on it; expected `count`, or `held`"
    )
    #expect(
      mistake(.firstSeen, Condition(audience: Audience(environments: [.sandbox])))
        == "trial.when: the device sends what the store signed about the app only after its first launch; expected `start: signUp` or `start: { milestone: NAME }`"
    )
    #expect(mistake(.signUp, Condition(audience: Audience(environments: [.sandbox]))) == "none")
    #expect(
      mistake(.purchase(after: nil), Self.newcomers)
        == "trial.when: the store decides who gets the offer that starts the trial; expected `when` in the packages of the paywalls that sell it, or a `start` without a purchase"
    )
    #expect(
      mistake(.milestone("first-song"), Condition(reached: ["invted"]))
        == "trial.when.reached: there is no milestone `invted`; did you mean `invited`?")
  }
}
