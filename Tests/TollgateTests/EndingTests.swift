import Testing
import Tollgate

@Suite("Conditions on an end that is near")
struct EndingTests {
  private static let start = Fixture.start

  /// An app with a feature that a condition opens.
  private static func blueprint(
    _ base: Blueprint = Fixture.garden, when condition: Condition
  ) throws -> Blueprint {
    var definition = base.definition
    definition.features.append(
      Feature(
        id: "offer",
        rules: [
          Feature.Rule(when: condition, allowance: .unlimited), Feature.Rule(allowance: .denied),
        ]))
    return try Blueprint(definition)
  }

  private static func near(
    _ anchor: Ending.Anchor, _ within: Period, willRenew: Bool? = nil
  ) -> Condition {
    Condition(past: [.ends(Ending(anchor, within: within))], willRenew: willRenew)
  }

  /// Expects a condition to hold from an instant until another, and the next change to be exact at both.
  private static func expect(
    _ facts: [Fact], _ blueprint: Blueprint, from start: Instant, until end: Instant,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let customer = Customer(facts)
    let before = customer.membership(blueprint, start.adding(milliseconds: -1))
    #expect(before.access(to: "offer").isDenied, sourceLocation: sourceLocation)
    #expect(before.nextChange == start, sourceLocation: sourceLocation)
    #expect(
      customer.membership(blueprint, start).access(to: "offer").isAllowed,
      sourceLocation: sourceLocation)
    let last = customer.membership(blueprint, end.adding(milliseconds: -1))
    #expect(last.access(to: "offer").isAllowed, sourceLocation: sourceLocation)
    #expect(last.nextChange == end, sourceLocation: sourceLocation)
    #expect(
      customer.membership(blueprint, end).access(to: "offer").isDenied,
      sourceLocation: sourceLocation)
  }

  private static func isNear(_ facts: [Fact], _ blueprint: Blueprint, _ now: Instant) -> Bool {
    Customer(facts).membership(blueprint, now).access(to: "offer").isAllowed
  }

  private static func period(
    _ id: StoreTransaction.ID, from: Instant, to: Instant, revoked: Instant? = nil
  ) -> Fact {
    .transaction(.subscription(id, from: from, to: to, revoked: revoked))
  }

  private static func renewal(_ willRenew: Bool) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew, signedAt: start.days(3)))
  }

  private static func grant(
    _ id: Grant.ID = "g", from begin: Int = 0, until end: Int?, willRenew: Bool? = nil
  ) -> Fact {
    .grant(
      Grant(
        id: id, entitlements: ["pro"], startsAt: start.days(begin), endsAt: end.map(start.days),
        willRenew: willRenew))
  }

  @Test("RA-13 a condition holds for a time before the end of the app's own trial")
  func ownTrial() throws {
    let blueprint = try Self.blueprint(
      Fixture.coachFree, when: Self.near(.trialEnd, Period(36, .hour)))
    var facts = blueprint.signUp(
      .onPhone(at: Self.start), account: "a", at: Self.start, history: []
    ).facts
    let end = Self.start.days(7)
    Self.expect(facts, blueprint, from: end.hours(-36), until: end)
    facts.append(
      .trialExtension(
        TrialExtension(
          id: "1", trial: "trial", days: 2, author: .support, reason: "help",
          at: Self.start.days(6))))
    #expect(!Self.isNear(facts, blueprint, end.hours(-1)))
    Self.expect(facts, blueprint, from: Self.start.days(9).hours(-36), until: Self.start.days(9))
  }

  @Test("RA-13 a paused trial does not end soon, and its pause moves the end")
  func pause() throws {
    let blueprint = try Self.blueprint(
      Fixture.coachFree, when: Self.near(.trialEnd, Period(36, .hour)))
    let facts = blueprint.signUp(
      .onPhone(at: Self.start), account: "a", at: Self.start, history: []
    ).facts
    func pause(until end: Instant?) -> Fact {
      .trialPause(
        TrialPause(
          id: "p", trial: "trial", author: .support, reason: "help", startsAt: Self.start.days(3),
          endsAt: end))
    }
    #expect(Self.isNear(facts, blueprint, Self.start.days(6)))
    #expect(!Self.isNear(facts + [pause(until: nil)], blueprint, Self.start.days(6)))
    let end = Self.start.days(9)
    Self.expect(
      facts + [pause(until: Self.start.days(5))], blueprint, from: end.hours(-36), until: end)
  }

  @Test("RA-13 the end of the store's trial is the end that the store signed")
  func storeTrial() throws {
    let blueprint = try Self.blueprint(
      Fixture.training, when: Self.near(.trialEnd, Period(12, .hour)))
    let end = Self.start.days(3).hours(5)
    let trial = StoreTransaction.subscription("1", from: Self.start, to: end, offer: .freeTrial)
    Self.expect(
      [.transaction(trial), Self.renewal(false)], blueprint, from: end.hours(-12), until: end)
  }

  @Test(
    "RA-13 a paid period ends whether it renews or not, and a renewal or a refund moves its end")
  func period() throws {
    let blueprint = try Self.blueprint(when: Self.near(.periodEnd, Period(1, .week)))
    let facts = [Self.period("1", from: Self.start, to: Self.start.days(30))]
    let last = Self.start.days(29)
    #expect(Self.isNear(facts, blueprint, last))
    Self.expect(
      facts + [Self.renewal(false)], blueprint, from: Self.start.days(23),
      until: Self.start.days(30))
    let renewed = facts + [Self.period("2", from: Self.start.days(30), to: Self.start.days(60))]
    #expect(!Self.isNear(renewed, blueprint, Self.start.days(30)))
    Self.expect(renewed, blueprint, from: Self.start.days(53), until: Self.start.days(60))
    let refunded = Self.period(
      "1", from: Self.start, to: Self.start.days(30), revoked: Self.start.days(25))
    #expect(!Self.isNear([refunded], blueprint, last))
  }

  @Test("RA-13 nothing ends soon in a grace period")
  func grace() throws {
    let blueprint = try Self.blueprint(when: Self.near(.periodEnd, Period(1, .week)))
    let failure = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: true,
        graceEndsAt: Self.start.days(46), isInBillingRetry: true, signedAt: Self.start.days(30)))
    let facts = [Self.period("1", from: Self.start, to: Self.start.days(30)), failure]
    let membership = Customer(facts).membership(blueprint, Self.start.days(40))
    #expect(membership.subscription?.condition == .grace)
    #expect(membership.access(to: "offer").isDenied)
  }

  @Test("RA-13 only what was cancelled ends soon, if the condition asks for it")
  func cancelled() throws {
    let blueprint = try Self.blueprint(
      when: Self.near(.periodEnd, Period(1, .week), willRenew: false))
    let facts = [Self.period("1", from: Self.start, to: Self.start.days(30))]
    #expect(!Self.isNear(facts + [Self.renewal(true)], blueprint, Self.start.days(29)))
    #expect(Self.isNear(facts + [Self.renewal(false)], blueprint, Self.start.days(29)))
  }

  @Test("RA-13 months before an end are counted in the calendar")
  func months() throws {
    let blueprint = try Self.blueprint(when: Self.near(.periodEnd, Period(1, .month)))
    let end = instant("2027-03-31T09:00:00Z")
    Self.expect(
      [Self.period("1", from: Self.start, to: end), Self.renewal(false)], blueprint,
      from: instant("2027-02-28T09:00:00Z"), until: end)
  }

  @Test("RA-13 what does not renew ends after its time, and what is bought for good never ends")
  func passes() throws {
    let blueprint = try Self.blueprint(when: Self.near(.periodEnd, Period(3, .day)))
    func bought(_ product: CatalogProduct.ID) -> Fact {
      .transaction(
        StoreTransaction(
          id: "5", originalID: "5", product: product, purchasedAt: Self.start,
          signedAt: Self.start))
    }
    let end = Self.start.adding(Period(3, .month))
    Self.expect([bought("season")], blueprint, from: end.days(-3), until: end)
    let owner = Customer([bought("pro.forever")])
    #expect(owner.membership(blueprint, Self.start).access(to: "offer").isDenied)
    #expect(owner.membership(blueprint, Self.start).nextChange == nil)
  }

  @Test("RA-13 the last end of grants and of rights bought elsewhere counts, unless one never ends")
  func grants() throws {
    let blueprint = try Self.blueprint(when: Self.near(.grantEnd, Period(1, .day)))
    for willRenew in [nil, true, false] as [Bool?] {
      Self.expect(
        [Self.grant(until: 10, willRenew: willRenew)], blueprint, from: Self.start.days(9),
        until: Self.start.days(10))
    }
    let two = [Self.grant(until: 10), Self.grant("h", until: 20)]
    #expect(!Self.isNear(two, blueprint, Self.start.days(9)))
    Self.expect(two, blueprint, from: Self.start.days(19), until: Self.start.days(20))
    let endless = [Self.grant(until: 10), Self.grant("h", until: nil)]
    #expect(!Self.isNear(endless, blueprint, Self.start.days(9)))
  }

  @Test("RA-13 a grant that another follows, or a right that was renewed early, ends with the last")
  func following() throws {
    let blueprint = try Self.blueprint(when: Self.near(.grantEnd, Period(1, .day)))
    let last = Self.start.days(20)
    for willRenew in [nil, true] as [Bool?] {
      let facts = [
        Self.grant(until: 10, willRenew: willRenew),
        Self.grant("h", from: 10, until: 20, willRenew: willRenew),
      ]
      #expect(!Self.isNear(facts, blueprint, Self.start.days(9)))
      Self.expect(facts, blueprint, from: last.days(-1), until: last)
      let endless = facts + [Self.grant("i", from: 20, until: nil, willRenew: willRenew)]
      #expect(!Self.isNear(endless, blueprint, Self.start.days(9)))
      #expect(!Self.isNear(endless, blueprint, last.days(-1)))
    }
    let apart = [Self.grant(until: 10), Self.grant("h", from: 11, until: 20)]
    #expect(Self.isNear(apart, blueprint, Self.start.days(9)))
    #expect(!Self.isNear(apart, blueprint, Self.start.days(10)))
  }

  @Test("RA-13 a listed grant that is given twice ends after both")
  func twice() throws {
    var definition = Fixture.garden.definition
    definition.grants = [GrantTerms(id: "week", entitlements: ["pro"], lasts: Period(7, .day))]
    let blueprint = try Self.blueprint(
      Blueprint(definition), when: Self.near(.grantEnd, Period(1, .day)))
    var facts: [Fact] = []
    for id in ["g", "h"] as [Grant.ID] {
      let grant = try blueprint.give(
        "week", by: .support, to: Customer(facts), as: id, at: Self.start)
      facts.append(.grant(grant))
    }
    #expect(!Self.isNear(facts, blueprint, Self.start.days(6)))
    Self.expect(facts, blueprint, from: Self.start.days(13), until: Self.start.days(14))
  }

  @Test("RA-13 no grant ends soon for a member with whom the plan is shared")
  func shared() throws {
    let blueprint = try Self.blueprint(when: Self.near(.grantEnd, Period(1, .day)))
    let seat = Fact.seat(
      TeamSeat(
        id: "s", team: "family", side: .member, owner: "ann", member: "me",
        invitedAt: Self.start, expiresAt: Self.start.days(7), joinedAt: Self.start.days(1),
        rights: [
          TeamSeat.Right(entitlement: "pro", startsAt: Self.start.days(1), endsAt: nil)
        ]))
    #expect(Self.isNear([Self.grant(until: 10)], blueprint, Self.start.days(9)))
    #expect(!Self.isNear([Self.grant(until: 10), seat], blueprint, Self.start.days(9)))
  }

  @Test("a nudge comes before the end of a grant")
  func nudge() {
    var definition = Fixture.garden.definition
    definition.nudges = [
      Nudge(id: "soon", anchor: .grantEnd, before: Period(1, .day), when: .always, text: "hello")
    ]
    let blueprint = Fixture.blueprint { $0 = definition }
    let planned = Customer([Self.grant(until: 10)]).membership(blueprint, Self.start).nudges
    #expect(planned.map(\.at) == [Self.start.days(9)])
    let renewed = Customer([Self.grant(until: 10), Self.grant("h", from: 10, until: 20)])
    #expect(renewed.membership(blueprint, Self.start).nudges.map(\.at) == [Self.start.days(19)])
    let endless = Customer([Self.grant(until: nil)]).membership(blueprint, Self.start).nudges
    #expect(endless.isEmpty)
  }

  @Test("what ends and how soon has one written form", arguments: Ending.Anchor.allCases)
  func written(anchor: Ending.Anchor) {
    let ending = Ending(anchor, within: Period(2, .day))
    #expect(Ending(ending.description) == ending)
    #expect(Ending("\(anchor.rawValue)") == nil)
    #expect(Ending("\(anchor.rawValue)/soon") == nil)
    #expect(Ending("never/P2D") == nil)
  }
}
