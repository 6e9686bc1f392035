import Testing

@testable import Tollgate

@Suite("Add-on trials")
struct AddOnTrialTests {
  static let start = Fixture.start

  /// An app with a free tier, a plan of one entitlement, and a trial of it after a milestone.
  private static func app(
    _ trials: [AddOnTrial], trial: Trial? = nil
  ) throws -> Blueprint {
    try Blueprint(
      Blueprint.Definition(
        app: Blueprint.App(id: "sketch", name: "Sketch", bundleID: "com.example.sketch"),
        products: [
          CatalogProduct(
            id: "pro.month", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
            period: Period(1, .month), group: "plans", level: 1)
        ],
        milestones: ["tenth", "other"], hasFreeTier: true, trial: trial, addOnTrials: trials,
        features: [
          Feature(
            id: "layers",
            rules: [
              Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
              Feature.Rule(allowance: .denied),
            ])
        ]))
  }

  private static func taste(
    _ start: AddOnTrial.Start = .milestone("tenth"), when: Condition = .always,
    lasts: Period = Period(3, .day), oncePer: Trial.Scope = .account
  ) -> AddOnTrial {
    AddOnTrial(
      id: "taste", start: start, when: when, lasts: lasts, entitlements: ["pro"],
      oncePer: oncePer)
  }

  private static func reaching(
    _ milestone: Milestone.ID = "tenth", by customer: Customer = Customer(), in app: Blueprint,
    on day: Int = 0, history: [Decision.DeviceHistory] = []
  ) -> Customer {
    var customer = customer
    let decision = app.reach(milestone, by: customer, at: start.days(day), history: history)
    for fact in decision.facts { customer.join(fact) }
    return customer
  }

  @Test("a milestone starts it; it gives its entitlement, changes no phase, and ends exactly")
  func startsAtMilestone() throws {
    let app = try Self.app([Self.taste()])
    let customer = Self.reaching(in: app)
    let running = customer.membership(app, Self.start)
    #expect(running.phase == .free)
    #expect(running.trial == nil)
    #expect(running.entitlement("pro") == .active)
    #expect(running.access(to: "layers").isAllowed)
    #expect(running.trial("taste")?.daysLeft == 3)
    #expect(running.nextChange == Self.start.days(1))
    let last = customer.membership(app, Self.start.days(3).adding(milliseconds: -1))
    #expect(last.trial("taste")?.daysLeft == 1)
    #expect(last.nextChange == Self.start.days(3))
    let over = customer.membership(app, Self.start.days(3))
    #expect(over.trial("taste")?.ending == .time)
    #expect(over.entitlement("pro") == .inactive)
    #expect(over.nextChange == nil)
  }

  @Test("a trial that a customer had, and that another device of theirs forfeited, is listed once")
  func hadAndForfeited() throws {
    let app = try Self.app([Self.taste()])
    var customer = Self.reaching(in: app)
    customer.join(.trialForfeited(TrialForfeit(trial: "taste", device: "phone", at: Self.start)))
    for day in [1, 4] {
      let trials = customer.membership(app, Self.start.days(day)).addOnTrials
      #expect(trials.map(\.activatedAt) == [Self.start])
    }
  }

  @Test("an add-on trial's condition is tested once, at the moment of what starts it")
  func conditionAtStart() throws {
    let app = try Self.app([Self.taste(when: Condition(reached: ["other"]))])
    let early = Self.reaching("other", by: Self.reaching(in: app), in: app, on: 1)
    #expect(early.membership(app, Self.start.days(1)).addOnTrials.isEmpty)
    let late = Self.reaching(by: Self.reaching("other", in: app), in: app, on: 1)
    #expect(late.membership(app, Self.start.days(1)).trial("taste")?.isActive == true)
  }

  @Test("a milestone that was reached before the blueprint had the trial starts nothing")
  func nothingRetroactive() throws {
    let customer = Self.reaching(in: try Self.app([]))
    let app = try Self.app([Self.taste()])
    #expect(app.reach("tenth", by: customer, at: Self.start.days(1), history: []).facts.isEmpty)
    #expect(app.record([], for: customer, at: Self.start.days(1), history: []).facts.isEmpty)
  }

  @Test(
    "an add-on trial keeps the terms it started with, and runs on in a blueprint that no longer has it"
  )
  func keepsTerms() throws {
    let customer = Self.reaching(in: try Self.app([Self.taste()]))
    let shorter = try Self.app([Self.taste(lasts: Period(1, .day))])
    #expect(customer.membership(shorter, Self.start.days(2)).trial("taste")?.isActive == true)
    let without = try Self.app([])
    #expect(customer.membership(without, Self.start.days(2)).phase == .free)
    #expect(customer.membership(without, Self.start.days(2)).trial("taste")?.isActive == true)
    #expect(customer.membership(without, Self.start.days(3)).addOnTrials.isEmpty)
    let promoted = try Self.app(
      [], trial: Trial(id: "taste", start: .signUp, terms: Trial.Terms(lasts: Period(9, .day))))
    #expect(customer.membership(promoted, Self.start.days(2)).phase == .free)
  }

  @Test("one that is limited by device waits for a device, and is refused where the device had it")
  func oncePerDevice() throws {
    let app = try Self.app([Self.taste(oncePer: .accountAndDevice)])
    var waiting = Self.reaching(in: app)
    #expect(waiting.membership(app, Self.start).addOnTrials.isEmpty)
    waiting.join(.device(DeviceUse(device: "phone", origin: "me", at: Self.start.days(2))))
    let seen = app.record([], for: waiting, at: Self.start.days(2), history: [])
    #expect(seen.facts.map(\.kind) == [.trialStarted])
    let known = Customer([.device(DeviceUse(device: "phone", origin: "me", at: Self.start))])
    let refused = Self.reaching(
      by: known, in: app, on: 1,
      history: [Decision.DeviceHistory(device: "phone", trial: "taste")])
    let membership = refused.membership(app, Self.start.days(1))
    #expect(membership.trial("taste")?.activatedAt == nil)
    #expect(membership.trial("taste")?.isActive == false)
    #expect(membership.entitlement("pro") == .inactive)
    #expect(membership.phase == .free)
  }

  @Test("signing up starts both the main trial and an add-on trial")
  func besideTheTrial() throws {
    let app = try Self.app(
      [Self.taste(.signUp, lasts: Period(9, .day))],
      trial: Trial(
        start: .signUp, terms: Trial.Terms(lasts: Period(1, .week)), oncePer: .account))
    var customer = Customer()
    let decision = app.signUp(customer, account: "ada", at: Self.start, history: [])
    for fact in decision.facts { customer.join(fact) }
    #expect(customer.membership(app, Self.start).phase == .trial)
    let later = customer.membership(app, Self.start.days(8))
    #expect(later.phase == .trialExpired)
    #expect(later.entitlements == ["pro"])
  }

  @Test("support extends and pauses it by its name")
  func changes() throws {
    let app = try Self.app([Self.taste()])
    var customer = Self.reaching(in: app)
    for (action, key) in [(TrialChange.Action.extend(days: 2), "x"), (.pause, "p")] {
      let change = TrialChange(
        action, "taste", key: Idempotency.Key(key), author: .support, reason: "bug")
      for fact in try #require(customer.facts(of: change, at: Self.start.days(1))) {
        customer.join(fact)
      }
    }
    let paused = customer.membership(app, Self.start.days(30))
    #expect(paused.trial("taste")?.daysLeft == 4)
    #expect(paused.trial("taste")?.pausedAt == Self.start.days(1))
    #expect(paused.entitlement("pro") == .active)
    #expect(paused.nextChange == nil)
  }

  @Test("what it gives stays for sale")
  func staysForSale() throws {
    var definition = try Self.app([Self.taste()]).definition
    definition.texts = [
      LocalizedText(id: "hello", wordings: ["en": LocalizedText.Wording("Hello")])
    ]
    definition.paywalls = [
      Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.month")])
    ]
    let app = try Blueprint(definition)
    #expect(Self.reaching(in: app).membership(app, Self.start).sells("plans"))
  }

  @Test("a name that is taken, an unknown milestone and no entitlement are mistakes")
  func mistakes() {
    #expect {
      _ = try Self.app(
        [
          AddOnTrial(
            id: "trial", start: .milestone("tent"), lasts: Period(1, .day), entitlements: [])
        ], trial: Trial(start: .signUp, terms: Trial.Terms(lasts: Period(1, .week))))
    } throws: { error in
      "\(error)" == """
        trials.trial: `trial` has the name `trial` too; expected another name
        trials.trial.start.milestone: there is no milestone `tent`; did you mean `tenth`?
        trials.trial.entitles: the trial gives nothing; expected an entitlement
        """
    }
  }
}
