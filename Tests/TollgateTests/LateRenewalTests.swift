import Testing
import Tollgate

@Suite("A renewal the store has not reported yet")
struct LateRenewalTests {
  private static let day = Period(1, .day)

  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let hours: Int
    let condition: StoreCondition
    let phase: Phase

    init(
      _ what: String, _ facts: [Fact], hours: Int, _ condition: StoreCondition, _ phase: Phase
    ) {
      testDescription = "\(what), \(hours) h after the period"
      self.facts = facts
      self.hours = hours
      self.condition = condition
      self.phase = phase
    }
  }

  private static func life(_ news: Fact...) -> [Fact] { [SubscriptionTests.month(1)] + news }

  static let lines = [
    Line("nothing said of renewing", life(), hours: 0, .expired, .lapsed),
    Line("to renew", life(SubscriptionTests.news(signed: 0)), hours: -1, .active, .subscribed),
    Line("to renew", life(SubscriptionTests.news(signed: 0)), hours: 0, .active, .subscribed),
    Line("to renew", life(SubscriptionTests.news(signed: 29)), hours: 23, .active, .subscribed),
    Line("to renew", life(SubscriptionTests.news(signed: 29)), hours: 24, .expired, .lapsed),
    Line(
      "cancelled", life(SubscriptionTests.news(signed: 29, renews: false)), hours: 0, .expired,
      .lapsed),
    Line(
      "told at the end that it did not", life(SubscriptionTests.news(signed: 30)), hours: 0,
      .expired, .lapsed),
    Line(
      "told that it is not paid", life(SubscriptionTests.news(signed: 30, retry: true)), hours: 0,
      .billingRetry, .lapsed),
    Line(
      "unpaid before already", life(SubscriptionTests.news(signed: 29, retry: true)), hours: 0,
      .billingRetry, .lapsed),
    Line(
      "refunded", [SubscriptionTests.month(1, revoked: 20), SubscriptionTests.news(signed: 0)],
      hours: 0, .revoked, .lapsed),
    Line(
      "renewed", life(SubscriptionTests.news(signed: 0), SubscriptionTests.month(2)), hours: 0,
      .active, .subscribed),
  ]

  @Test(
    "a renewal the store has not reported yet is awaited for as long as the blueprint says, if the store had promised it",
    arguments: lines
  )
  func waiting(line: Line) {
    let at = SubscriptionTests.start.days(30).adding(milliseconds: Int64(line.hours) * 3_600_000)
    let membership = Customer(line.facts).membership(Self.patient, at)
    #expect(membership.subscription?.condition == line.condition)
    #expect(membership.phase == line.phase)
    #expect(membership.entitlement("pro").isActive == (line.phase == .subscribed))
  }

  @Test(
    "a renewal the store has not reported yet is awaited for a day by default, or the period's own length if that is shorter"
  )
  func standard() {
    let end = SubscriptionTests.start.days(30)
    let customer = Customer(Self.life(SubscriptionTests.news(signed: 0)))
    #expect(customer.membership(Fixture.garden, end.hours(24)).phase == .lapsed)
    #expect(customer.membership(Fixture.garden, end.hours(23)).phase == .subscribed)
    let start = SubscriptionTests.start
    let sandbox = Customer([
      .transaction(.subscription("1", from: start, to: start.adding(Period(5, .minute)))),
      SubscriptionTests.news(signed: 0),
    ])
    let late = start.adding(Period(10, .minute))
    #expect(sandbox.membership(Fixture.garden, late.adding(milliseconds: -1)).phase == .subscribed)
    #expect(sandbox.membership(Fixture.garden, late).phase == .lapsed)
  }

  @Test("a renewal the store has not reported yet is not awaited if the blueprint says so")
  func impatient() {
    let customer = Customer(Self.life(SubscriptionTests.news(signed: 0)))
    let end = SubscriptionTests.start.days(30)
    let blueprint = Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.purchases = Blueprint.PurchaseRules(lateRenewal: .notAllowed)
    }
    #expect(customer.membership(blueprint, end).phase == .lapsed)
  }

  @Test("any news signed at or after the period's end ends the wait")
  func news() {
    let end = SubscriptionTests.start.days(30)
    let refund = Fact.transaction(
      .subscription("1", from: SubscriptionTests.start, to: end, signed: end))
    let customer = Customer(Self.life(SubscriptionTests.news(signed: 0), refund))
    #expect(customer.membership(Fixture.garden, end).phase == .lapsed)
  }

  @Test("the end of the wait is the next change, and until then it is known to be late")
  func nextChange() {
    let customer = Customer(Self.life(SubscriptionTests.news(signed: 0)))
    let end = SubscriptionTests.start.days(30)
    let before = customer.membership(Self.patient, end.adding(milliseconds: -1))
    #expect(before.subscription?.isRenewalLate == false)
    #expect(before.nextChange == end)
    let late = customer.membership(Self.patient, end)
    #expect(late.subscription?.isRenewalLate == true)
    #expect(late.nextChange == end.days(1))
    #expect(customer.membership(Self.patient, end.days(1)).subscription?.isRenewalLate == false)
  }

  @Test("the end of a wait that is longer than the store's billing retry is the next change too")
  func longWait() {
    let customer = Customer(Self.life(SubscriptionTests.news(signed: 0)))
    let blueprint = Blueprint.patient(Fixture.garden, for: Period(90, .day))
    let end = SubscriptionTests.start.days(30)
    let late = customer.membership(blueprint, end.days(61))
    #expect(late.subscription?.isRenewalLate == true)
    #expect(late.nextChange == end.days(90))
    #expect(customer.membership(blueprint, end.days(90)).nextChange == nil)
  }

  @Test("a transaction that moves to another line ends no wait, in any order of arrival")
  func movedTransaction() {
    let start = SubscriptionTests.start
    let end = start.days(30)
    let moved = ["1", "2"].enumerated().map { version, original in
      Fact.transaction(
        .subscription(
          "moved", of: StoreTransaction.OriginalID(original), from: start, to: end,
          revoked: start.days(1), signed: end.days(version)))
    }
    let facts = [SubscriptionTests.month(1), SubscriptionTests.news(signed: 0)]
    for order in [facts + moved, moved + facts, facts + moved.reversed()] {
      let membership = Customer(order).membership(Self.patient, end.adding(milliseconds: 3_600_000))
      #expect(membership.phase == .subscribed)
    }
  }

  @Test(
    "a renewal the store has not reported yet gives the product that the subscription renews to")
  func downgrade() {
    let blueprint = Fixture.blueprint { definition in
      definition.purchases = Blueprint.PurchaseRules(lateRenewal: .upTo(Self.day))
      definition.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"]),
        CatalogProduct(
          id: "basic.monthly", kind: .autoRenewable, name: "Basic", entitlements: ["basic"]),
      ]
    }
    let end = SubscriptionTests.start.days(30)
    let customer = Customer([
      SubscriptionTests.month(1),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "basic.monthly", willRenew: true,
          signedAt: SubscriptionTests.start)),
    ])
    #expect(customer.membership(blueprint, end.adding(milliseconds: -1)).entitlements == ["pro"])
    #expect(customer.membership(blueprint, end).entitlements == ["basic"])
  }

  private static let patient = Blueprint.patient(Fixture.garden)
}

extension Blueprint {
  fileprivate static func patient(
    _ blueprint: Blueprint, for length: Period = Period(1, .day)
  ) -> Blueprint {
    Fixture.blueprint {
      $0 = blueprint.definition
      $0.purchases = PurchaseRules(lateRenewal: .upTo(length))
    }
  }
}
