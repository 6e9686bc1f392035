import Testing
import Tollgate

@Suite("Nudges after events and silence")
struct NudgeTests {
  let start = Fixture.start

  private static let afterThreeDays = Period(3, .day)

  private static func blueprint(
    _ moment: Nudge.Moment, _ repetition: Nudge.Repetition? = nil,
    quiet: (from: String, to: String)? = nil, when: Condition = .always
  ) throws -> Blueprint {
    var definition = Fixture.coachFree.definition
    definition.milestones = ["met"]
    definition.features.append(
      Feature(id: "ask", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]))
    let quietHours = try quiet.map {
      QuietHours(
        from: try #require(QuietHours.TimeOfDay($0.from)),
        to: try #require(QuietHours.TimeOfDay($0.to)))
    }
    definition.nudges = [
      Nudge(
        id: "back", moment: moment, repetition: repetition, quietHours: quietHours, when: when,
        text: "hello")
    ]
    return try Blueprint(definition)
  }

  /// A subscriber for thirty days.
  private func subscriber(renews: Bool) -> Customer {
    Customer([
      .transaction(.subscription("1", product: "coach.monthly", from: start, to: start.days(30))),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "coach.monthly", willRenew: renews, signedAt: start)),
    ])
  }

  /// Somebody who has reached the milestone and asked once.
  private var newcomer: Customer {
    Customer([
      .device(DeviceUse(device: "phone", origin: "me", at: start)),
      .milestone(MilestoneReached(milestone: "met", at: start.days(1))),
      .use(Use(feature: "ask", key: "1", origin: "me", at: start.days(2))),
    ])
  }

  @Test(
    "a nudge comes three days after its event",
    arguments: [
      (.firstSeen, 0, 3), (.milestone("met"), 1, 4), (.milestone("met"), 0, nil),
      (.use("ask"), 2, 5), (.use("ask"), 5, nil), (.firstPurchase, 2, nil), (.lapse, 2, nil),
    ] as [(CustomerEvent, Int, Int?)])
  func event(event: CustomerEvent, day: Int, planned: Int?) throws {
    let blueprint = try Self.blueprint(.after(event, Self.afterThreeDays))
    let facts = newcomer.facts.filter { $0.kind != .milestone || day > 0 }
    let nudges = Customer(facts).membership(blueprint, start.days(day)).nudges
    #expect(nudges.map(\.at) == planned.map { [start.days($0)] } ?? [])
  }

  @Test(
    "a nudge after the end of a plan that will not renew is planned before it, by what holds then")
  func lapse() throws {
    let blueprint = try Self.blueprint(
      .after(.lapse, Self.afterThreeDays), when: Condition(phases: [.lapsed]))
    let leaving = subscriber(renews: false)
    #expect(leaving.membership(blueprint, start.days(2)).nudges.map(\.at) == [start.days(33)])
    #expect(leaving.membership(blueprint, start.days(31)).nudges.map(\.at) == [start.days(33)])
    #expect(leaving.membership(blueprint, start.days(33)).nudges.isEmpty)
    #expect(subscriber(renews: true).membership(blueprint, start.days(2)).nudges.isEmpty)
    var returned = leaving
    returned.join(
      .transaction(
        .subscription(
          "2", product: "coach.monthly", from: start.days(31), to: start.days(61))))
    returned.join(
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "coach.monthly", willRenew: true, signedAt: start.days(31))))
    #expect(returned.membership(blueprint, start.days(31)).nudges.isEmpty)
  }

  @Test("a nudge after the trial's end is planned with the trial, unless its customer buys")
  func trialEnd() throws {
    let blueprint = try Self.blueprint(
      .after(.trialEnd, Self.afterThreeDays), when: Condition(phases: [.trialExpired]))
    var customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    #expect(customer.membership(blueprint, start).nudges.map(\.at) == [start.days(10)])
    #expect(customer.membership(blueprint, start.days(8)).nudges.map(\.at) == [start.days(10)])
    customer.join(
      .transaction(
        .subscription("1", product: "coach.monthly", from: start.days(1), to: start.days(31))))
    #expect(customer.membership(blueprint, start.days(1)).nudges.isEmpty)
  }

  @Test("a nudge before the end of an introductory offer comes in its last period, if it renews")
  func introductoryOfferEnd() {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["pro"],
          period: Period(1, .month), group: "plans",
          introductoryOffer: CatalogProduct.IntroductoryOffer(
            payment: .payAsYouGo, period: Period(1, .month), periods: 2,
            price: Money(milliunits: 990, currency: "USD")))
      ]
      $0.nudges = [
        Nudge(
          id: "rises", anchor: .introductoryOfferEnd, before: Period(1, .day), when: .always,
          text: "hello")
      ]
    }
    func period(
      _ number: Int, offer: StoreOffer.Payment? = .payAsYouGo,
      _ ownership: StoreTransaction.Ownership = .purchased
    ) -> Fact {
      .transaction(
        .subscription(
          StoreTransaction.ID("\(number)"), of: "1", from: start.days(number * 30),
          to: start.days(number * 30 + 30), isRenewal: number > 0, offer: offer,
          ownership: ownership))
    }
    func nudges(_ day: Int, _ facts: Fact...) -> [Instant] {
      Customer(facts).membership(blueprint, start.days(day)).nudges.map(\.at)
    }
    let first = period(0)
    #expect(nudges(1, first).isEmpty)
    #expect(nudges(31, first, period(1)) == [start.days(59)])
    #expect(nudges(61, first, period(1), period(2, offer: nil)).isEmpty)
    let cancelled = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: false, signedAt: start.days(40)))
    #expect(nudges(41, first, period(1), cancelled).isEmpty)
    #expect(nudges(31, period(0, .familyShared), period(1, .familyShared)).isEmpty)
    // Another product costs its regular price from the next period on.
    let changed = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.yearly", willRenew: true, signedAt: start.days(1)))
    #expect(nudges(2, first, changed) == [start.days(29)])
  }

  /// What happens to a customer in a free trial of thirty days, and whether the nudge two days before its end comes.
  struct InTrial: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let facts: [Fact]
    let comes: Bool
    var ownership = StoreTransaction.Ownership.purchased

    static func renewal(_ willRenew: Bool) -> Fact {
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew,
          signedAt: Fixture.start.days(3)))
    }
    static let gift = Fact.grant(
      Grant(
        id: "g", entitlements: ["pro"], startsAt: Fixture.start.days(1),
        endsAt: Fixture.start.days(61)))
    static let seat = Fact.seat(
      TeamSeat(
        id: "s", team: "family", side: .member, owner: "ann", member: "me",
        invitedAt: Fixture.start, expiresAt: Fixture.start.days(7),
        joinedAt: Fixture.start.days(1),
        rights: [
          TeamSeat.Right(entitlement: "pro", startsAt: Fixture.start.days(1), endsAt: nil)
        ]))
    static let lifetime = Fact.transaction(
      StoreTransaction(
        id: "9", originalID: "9", product: "pro.life", purchasedAt: Fixture.start.days(1),
        signedAt: Fixture.start.days(1)))

    static let all = [
      InTrial(testDescription: "nothing else", facts: [], comes: true),
      InTrial(testDescription: "a gift", facts: [gift], comes: true),
      InTrial(testDescription: "a seat of a team", facts: [seat], comes: true),
      InTrial(testDescription: "a lifetime purchase", facts: [lifetime], comes: true),
      InTrial(testDescription: "a gift, renewing", facts: [gift, renewal(true)], comes: true),
      InTrial(testDescription: "a cancellation", facts: [renewal(false)], comes: true),
      InTrial(
        testDescription: "a gift and a cancellation", facts: [gift, renewal(false)], comes: false),
      InTrial(
        testDescription: "a lifetime purchase and a cancellation",
        facts: [lifetime, renewal(false)], comes: false),
      InTrial(
        testDescription: "a gift, and the family pays", facts: [gift], comes: false,
        ownership: .familyShared),
    ]
  }

  @Test(
    "a nudge before the trial's end comes to whom the store will charge, whatever else gives the plan",
    arguments: InTrial.all)
  func charged(life: InTrial) throws {
    var definition = Fixture.training.definition
    definition.products.append(
      CatalogProduct(
        id: "pro.life", kind: .nonConsumable, name: "For life", entitlements: ["pro"]))
    definition.nudges = [
      Nudge(
        id: "soon", anchor: .trialEnd, before: Period(2, .day),
        when: Condition(phases: [.trial]), text: "hello")
    ]
    let blueprint = try Blueprint(definition)
    let end = start.days(30)
    var customer = Customer([
      .transaction(
        .subscription("1", from: start, to: end, offer: .freeTrial, ownership: life.ownership))
    ])
    let planned = try #require(customer.membership(blueprint, start).nudges.first)
    for fact in life.facts { customer.join(fact) }
    let later = customer.membership(blueprint, start.days(4))
    #expect(later.nudges.map(\.at) == (life.comes ? [end.days(-2)] : []))
    #expect(later.stillWants(planned) == life.comes)
  }

  @Test("a nudge before the end of a trial without a purchase does not come to who has bought")
  func converted() {
    let blueprint = Fixture.coachFree
    var customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    #expect(customer.membership(blueprint, start).nudges.map(\.at) == [start.days(6)])
    customer.join(
      .transaction(
        .subscription("1", product: "coach.monthly", from: start.days(1), to: start.days(31))))
    #expect(customer.membership(blueprint, start.days(1)).nudges.isEmpty)
  }

  @Test("a repetition counts once for each event, and starts over with the next one")
  func repetition() throws {
    let blueprint = try Self.blueprint(
      .after(.use("ask"), Self.afterThreeDays),
      Nudge.Repetition(every: Period(7, .day), atMost: 3))
    var customer = newcomer
    let planned = customer.membership(blueprint, start.days(2)).nudges
    #expect(planned.map(\.at) == [5, 12, 19].map(start.days))
    #expect(planned.map(\.id) == ["back", "back#2", "back#3"])
    #expect(planned.map(\.nudge) == ["back", "back", "back"])
    for _ in 1...2 {
      customer.join(
        .nudge(NudgeDelivery(nudge: "back", occurrence: planned[1].occurrence, at: start.days(12))))
      let left = customer.membership(blueprint, start.days(2)).nudges
      #expect(left == [planned[0], planned[2]])
    }
    #expect(customer.membership(blueprint, start.days(2)).nextChange != nil)
    #expect(customer.membership(blueprint, start.days(19)).nudges.isEmpty)
    customer.join(.use(Use(feature: "ask", key: "2", origin: "me", at: start.days(20))))
    #expect(
      customer.membership(blueprint, start.days(20)).nudges.map(\.at)
        == [23, 30, 37].map(start.days))
  }

  @Test("the membership changes when the time of a nudge passes")
  func nextChange() throws {
    let blueprint = try Self.blueprint(.after(.milestone("met"), Self.afterThreeDays))
    let customer = Customer([.milestone(MilestoneReached(milestone: "met", at: start))])
    #expect(customer.membership(blueprint, start).nextChange == start.days(3))
    #expect(customer.membership(blueprint, start.days(3)).nextChange == nil)
  }

  @Test("silence counts from the last activity or from opening the app, not from a delivery")
  func silence() throws {
    let blueprint = try Self.blueprint(
      .silence(Period(7, .day)), Nudge.Repetition(every: Period(7, .day), atMost: 2))
    var customer = newcomer
    func planned(_ day: Int, openedOn opened: Int? = nil) -> [Instant] {
      customer.membership(blueprint, start.days(day))
        .nudges(inTimeZone: "UTC", openedAt: opened.map(start.days)).map(\.at)
    }
    #expect(planned(2) == [start.days(9), start.days(16)])
    #expect(planned(2, openedOn: 1) == [start.days(9), start.days(16)])
    #expect(planned(4, openedOn: 4) == [start.days(11), start.days(18)])
    customer.join(
      .nudge(NudgeDelivery(nudge: "back", occurrence: start.days(2), at: start.days(9))))
    #expect(planned(9) == [start.days(16)])
    #expect(planned(16).isEmpty)
    #expect(planned(20, openedOn: 20) == [start.days(27), start.days(34)])
    #expect(Customer().membership(blueprint, start).nudges.isEmpty)
  }

  @Test(
    "quiet hours of the device's zone move a nudge to their end, also when clocks change",
    arguments: [
      ("UTC", "21:00", "08:00", "2026-03-02T20:59:00Z", "2026-03-02T20:59:00Z"),
      ("UTC", "21:00", "08:00", "2026-03-02T21:00:00Z", "2026-03-03T08:00:00Z"),
      ("UTC", "21:00", "08:00", "2026-03-03T02:00:00Z", "2026-03-03T08:00:00Z"),
      ("UTC", "21:00", "08:00", "2026-03-03T08:00:00Z", "2026-03-03T08:00:00Z"),
      ("UTC", "12:00", "14:30", "2026-03-03T13:00:00Z", "2026-03-03T14:30:00Z"),
      ("Asia/Tokyo", "21:00", "08:00", "2026-03-02T13:00:00Z", "2026-03-02T23:00:00Z"),
      ("America/New_York", "21:00", "08:00", "2026-03-02T21:00:00Z", "2026-03-02T21:00:00Z"),
      ("no/such", "21:00", "08:00", "2026-03-02T22:00:00Z", "2026-03-03T08:00:00Z"),
      // 02:30 is skipped on 29 March, and comes twice on 25 October.
      ("Europe/Berlin", "21:00", "08:00", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"),
      ("Europe/Berlin", "21:00", "02:30", "2026-03-28T22:00:00Z", "2026-03-29T01:30:00Z"),
      ("Europe/Berlin", "21:00", "02:30", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z"),
      ("Europe/Berlin", "21:00", "02:30", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"),
    ])
  func quietHours(zone: String, from: String, to: String, due: String, shown: String) throws {
    let blueprint = try Self.blueprint(
      .after(.milestone("met"), Period(1, .hour)), quiet: (from, to))
    let reached = instant(due).hours(-1)
    let customer = Customer([.milestone(MilestoneReached(milestone: "met", at: reached))])
    func scheduled(at now: Instant) -> [Instant] {
      customer.membership(blueprint, now).nudges(inTimeZone: zone).map(\.at)
    }
    #expect(scheduled(at: reached) == [instant(shown)])
    #expect(scheduled(at: instant(shown)).isEmpty)
    if shown != due { #expect(scheduled(at: instant(due)) == [instant(shown)]) }
  }

  @Test("quiet hours drop a nudge whose trial would be over at their end")
  func tooLate() throws {
    // The trial ends at the same time of day as it starts.
    let end = start.days(7)
    let blueprint = try Self.blueprint(
      .before(.trialEnd, Period(1, .hour)), quiet: ("00:00", "23:59"))
    let customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    let membership = customer.membership(blueprint, start)
    #expect(membership.nudges.map(\.at) == [end.hours(-1)])
    #expect(membership.nudges(inTimeZone: "UTC").isEmpty)
  }

  @Test(
    "a blueprint refuses nudges that can't be planned",
    arguments: [
      (
        Nudge(id: "a", moment: .after(.use("no"), Period(1, .day)), text: "hello"), "nudges.a.after"
      ),
      (
        Nudge(id: "a", moment: .after(.milestone("no"), Period(1, .day)), text: "hello"),
        "nudges.a.after"
      ),
      (
        Nudge(id: "a", moment: .silence(Period(1, .month)), text: "hello"), "nudges.a.after.silence"
      ),
      (
        Nudge(
          id: "a", moment: .silence(Period(1, .day)),
          repetition: Nudge.Repetition(every: Period(1, .day), atMost: 11), text: "hello"),
        "nudges.a.repeat.atMost"
      ),
      (
        Nudge(
          id: "a", moment: .silence(Period(1, .day)), delivery: .webhook, text: "days"),
        "nudges.a.text"
      ),
    ])
  func mistakes(nudge: Nudge, path: String) {
    var definition = Fixture.coachFree.definition
    definition.nudges = [nudge]
    definition.texts.append(
      LocalizedText(id: "days", wordings: ["en": LocalizedText.Wording("{trial.daysLeft} left")]))
    do {
      _ = try Blueprint(definition)
      Issue.record("it was accepted")
    } catch {
      #expect(error.mistakes.count == 1)
      #expect(error.mistakes.first?.path.joined(separator: ".").hasPrefix(path) == true)
    }
  }
}
