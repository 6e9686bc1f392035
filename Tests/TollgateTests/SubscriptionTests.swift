import Testing
import Tollgate

@Suite("Store conditions")
struct SubscriptionTests {
  static let start = Fixture.start
  let start = Fixture.start

  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let day: Int
    let condition: StoreCondition?
    let phase: Phase

    init(_ what: String, _ facts: [Fact], day: Int, _ condition: StoreCondition?, _ phase: Phase) {
      testDescription = "\(what), day \(day)"
      self.facts = facts
      self.day = day
      self.condition = condition
      self.phase = phase
    }
  }

  static func month(
    _ number: Int, product: CatalogProduct.ID = "pro.monthly", revoked: Int? = nil,
    upgraded: Bool = false, of original: StoreTransaction.OriginalID = "1",
    ownership: StoreTransaction.Ownership = .purchased
  ) -> Fact {
    .transaction(
      .subscription(
        StoreTransaction.ID("\(original)-\(number)"), of: original, product: product,
        from: start.days(30 * (number - 1)), to: start.days(30 * number),
        revoked: revoked.map { start.days($0) }, upgraded: upgraded, ownership: ownership))
  }

  static func news(
    signed: Int, grace: Int? = nil, retry: Bool = false, renews: Bool = true, resumes: Int? = nil
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: renews,
        graceEndsAt: grace.map { start.days($0) }, isInBillingRetry: retry,
        resumesAt: resumes.map { start.days($0) }, signedAt: start.days(signed)))
  }

  static let lines = [
    Line("never bought", [], day: 0, nil, .free),
    Line("bought", [month(1)], day: 0, .active, .subscribed),
    Line("bought", [month(1)], day: 29, .active, .subscribed),
    Line("ended", [month(1)], day: 30, .expired, .lapsed),
    Line("renewed", [month(1), month(2)], day: 30, .active, .subscribed),
    Line("cancelled", [month(1), news(signed: 5, renews: false)], day: 29, .active, .subscribed),
    Line("cancelled", [month(1), news(signed: 5, renews: false)], day: 30, .expired, .lapsed),
    Line(
      "grace", [month(1), news(signed: 30, grace: 46, retry: true)], day: 45, .grace, .subscribed),
    Line(
      "grace over", [month(1), news(signed: 30, grace: 46, retry: true)], day: 46, .billingRetry,
      .lapsed),
    Line("retry", [month(1), news(signed: 30, retry: true)], day: 89, .billingRetry, .lapsed),
    Line("retry over", [month(1), news(signed: 30, retry: true)], day: 90, .expired, .lapsed),
    Line(
      "recovered, old news", [month(1), news(signed: 30, grace: 46, retry: true), month(2)],
      day: 61, .expired, .lapsed),
    Line("paused", [month(1), news(signed: 30, resumes: 50)], day: 49, .paused, .lapsed),
    Line("refunded", [month(1, revoked: 3)], day: 2, .active, .subscribed),
    Line("refunded", [month(1, revoked: 3)], day: 3, .revoked, .lapsed),
    Line(
      "old period refunded", [month(1, revoked: 33), month(2)], day: 33, .active, .subscribed),
    Line(
      "upgraded", [month(1, revoked: 3, upgraded: true), month(1, of: "2")], day: 5, .active,
      .subscribed),
    Line(
      "family", [month(1, ownership: .familyShared)], day: 5, .active, .subscribed),
    Line(
      "family stops sharing", [month(1, revoked: 4, ownership: .familyShared)], day: 5, .revoked,
      .lapsed),
    Line(
      "another product still grants",
      [month(1, revoked: 3), month(1, product: "pro.forever", of: "9")],
      day: 5, .active, .subscribed),
  ]

  @Test("Pain 13: the condition and the phase follow from what was signed", arguments: lines)
  func conditions(line: Line) {
    let membership = Customer(line.facts).membership(Fixture.garden, start.days(line.day))
    #expect(membership.subscription?.condition == line.condition)
    #expect(membership.phase == line.phase)
    #expect(membership.entitlement("pro").isActive == (line.phase == .subscribed))
  }

  @Test("Pain 12: a lifetime purchase has no end rather than a distant one")
  func lifetime() {
    let customer = Customer([
      .transaction(.subscription("1", product: "pro.forever", from: start, to: nil))
    ])
    let membership = customer.membership(Fixture.garden, start)
    #expect(membership.phase == .subscribed)
    #expect(membership.nextChange == nil)
    #expect(customer.membership(Fixture.garden, start.days(100_000)).phase == .subscribed)
  }

  @Test("a non-renewing product lasts its period; a consumable entitles to nothing")
  func otherKinds() {
    let season = Customer([
      .transaction(.subscription("1", product: "season", from: start, to: nil))
    ])
    #expect(season.membership(Fixture.garden, start).nextChange == instant("2026-06-01T09:00:00Z"))
    #expect(season.membership(Fixture.garden, instant("2026-06-01T09:00:00Z")).phase == .lapsed)
    let seeds = Customer([
      .transaction(.subscription("1", product: "seeds", from: start, to: nil))
    ])
    #expect(seeds.membership(Fixture.garden, start).phase == .free)
  }

  @Test("a purchase is active at the instant it starts, and never expired from the start")
  func boundaries() {
    let customer = Customer([.transaction(.subscription("1", from: start, to: start.days(30)))])
    #expect(customer.membership(Fixture.garden, start).phase == .subscribed)
    #expect(customer.membership(Fixture.garden, start.adding(milliseconds: -1)).phase == .free)
  }

  @Test("a grant gives access until it ends or is revoked")
  func grants() {
    let grant = Grant(id: "g", entitlements: ["pro"], startsAt: start, endsAt: start.days(10))
    var customer = Customer([.grant(grant)])
    #expect(customer.membership(Fixture.garden, start.days(9)).phase == .subscribed)
    #expect(customer.membership(Fixture.garden, start.days(10)).phase == .lapsed)
    customer.join(
      .grant(
        Grant(
          id: "g", entitlements: ["pro"], startsAt: start, endsAt: start.days(10),
          revokedAt: start.days(2))))
    #expect(customer.membership(Fixture.garden, start.days(2)).phase == .lapsed)
  }

  @Test("EX-1 Pain 18: every order of a life's store messages leaves the same membership")
  func orders() {
    let facts = [
      Self.month(1), Self.month(2), Self.month(2, revoked: 40),
      Self.news(signed: 0), Self.news(signed: 30), Self.news(signed: 60, grace: 66, retry: true),
    ]
    let days = [0, 10, 35, 45, 61, 70, 200]
    let expected = days.map { Customer(facts).membership(Fixture.garden, start.days($0)) }
    var random = Seeded(state: 7)
    for _ in 0..<200 {
      let customer = Customer((facts + facts).shuffled(using: &random))
      #expect(days.map { customer.membership(Fixture.garden, start.days($0)) } == expected)
    }
  }

  @Test("Pain 15: a refund ends access although its transaction was seen before, in either order")
  func refundOfKnown() {
    let bought = Fact.transaction(.subscription("1", from: start, to: start.days(30)))
    let refunded = Fact.transaction(
      .subscription(
        "1", from: start, to: start.days(30), revoked: start.days(3), signed: start.days(3)))
    for facts in [[bought, refunded], [refunded, bought]] {
      let membership = Customer(facts).membership(Fixture.garden, start.days(3))
      #expect(membership.phase == .lapsed)
      #expect(membership.subscription?.condition == .revoked)
    }
  }

  @Test("Pain 16: a refunded early renewal leaves the current period to decide the plan")
  func refundedEarly() {
    let customer = Customer([
      .transaction(.subscription("1", from: start, to: start.days(30))),
      .transaction(
        .subscription("2", from: start.days(29), to: start.days(60), revoked: start.days(29))),
    ])
    let membership = customer.membership(Fixture.garden, start.days(29))
    #expect(membership.phase == .subscribed)
    #expect(membership.subscription?.condition == .active)
    #expect(membership.subscription?.expiresAt == start.days(30))
  }

  @Test("another product replaces a period that is running, and none that has ended")
  func replaced() {
    func replaced(byOneFrom later: Instant) -> [StoreTransaction.ID] {
      Customer([
        .transaction(.subscription("1", from: start, to: start.days(30))),
        .transaction(
          .subscription("2", product: "pro.yearly", from: later, to: later.days(365))),
      ]).replacedTransactions.map(\.id)
    }
    #expect(replaced(byOneFrom: start.days(29)) == ["1"])
    #expect(replaced(byOneFrom: start.days(30)) == [])
    #expect(replaced(byOneFrom: start.days(60)) == [])
  }

  @Test("a subscription to an unknown product does not decide the plan")
  func unknownProduct() {
    let customer = Customer([
      .transaction(
        .subscription("9", of: "9", product: "other.app", from: start, to: start.days(300))),
      .transaction(.subscription("1", from: start, to: start.days(30))),
    ])
    let membership = customer.membership(Fixture.garden, start.days(1))
    #expect(membership.subscription?.product == "pro.monthly")
    let only = Customer([
      .transaction(
        .subscription("9", of: "9", product: "other.app", from: start, to: start.days(300)))
    ]).membership(Fixture.garden, start.days(1))
    #expect(only.phase == .free)
  }

  @Test("a subscription without an end lasts for its product's period")
  func noEnd() {
    let customer = Customer([.transaction(.subscription("1", from: start, to: nil))])
    #expect(customer.membership(Fixture.garden, start.days(1)).phase == .subscribed)
    #expect(customer.membership(Fixture.garden, start.days(40)).phase == .lapsed)
  }
}
