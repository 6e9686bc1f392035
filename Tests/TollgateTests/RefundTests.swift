import Testing
import Tollgate

@Suite("Answers about refunds")
struct RefundTests {
  private static let start = Fixture.start

  /// A life, what the blueprint prefers, and the answer on the third day.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var facts: [Fact] = []
    var rules: [RefundPolicy.Rule] = [RefundPolicy.Rule(prefer: .grantProrated)]
    var hasSample: Bool? = false
    var reason = RefundReason.unsatisfied
    let decision: RefundDecision
  }

  private static func sends(
    _ consumed: Int?, _ preference: PreferredRefund, sample: Bool = false
  ) -> RefundDecision {
    .send(RefundReport(consumed: consumed, preference: preference, hadSample: sample))
  }

  private static func used(_ key: String, on day: Int) -> Fact {
    .use(Use(feature: "scan", key: Idempotency.Key(key), origin: "me", at: start.days(day)))
  }

  private static func consents(_ value: Bool?, by setter: Attribute.Setter = .app) -> Fact {
    .attribute(
      AttributeChange(
        attribute: "share", setBy: setter, value: value.map(Attribute.Value.boolean), at: start))
  }

  private static let scans = [
    RefundPolicy.Rule(used: RefundPolicy.Uses(of: "scan", atLeast: 2), prefer: .decline),
    RefundPolicy.Rule(prefer: .grantProrated),
  ]

  static let rows: [Row] = [
    Row(
      testDescription: "nothing spent, so all of it is the unused part",
      facts: [.pack("1", on: 0)], decision: sends(0, .grantFull)),
    Row(
      testDescription: "some spent", facts: [.pack("1", on: 0), .spent(40, "a", on: 1)],
      decision: sends(40_000, .grantProrated)),
    Row(
      testDescription: "a third of several packs in one purchase",
      facts: [.pack("1", "coins.5", on: 0, quantity: 3), .spent(5, "a", on: 1)],
      decision: sends(33_333, .grantProrated)),
    Row(
      testDescription: "all spent, so there is no unused part",
      facts: [.pack("1", on: 0), .spent(100, "a", on: 1)], decision: sends(100_000, .decline)),
    Row(
      testDescription: "another pack was spent first",
      facts: [.pack("0", on: -1), .pack("1", on: 0), .spent(40, "a", on: 1)],
      decision: sends(0, .grantFull)),
    Row(
      testDescription: "at least the share of a rule",
      facts: [.pack("1", on: 0), .spent(50, "a", on: 1)],
      rules: [
        RefundPolicy.Rule(consumed: 50, prefer: .decline), RefundPolicy.Rule(prefer: .grantFull),
      ], decision: sends(50_000, .decline)),
    Row(
      testDescription: "less than the share of a rule",
      facts: [.pack("1", on: 0), .spent(49, "a", on: 1)],
      rules: [
        RefundPolicy.Rule(consumed: 50, prefer: .decline), RefundPolicy.Rule(prefer: .grantFull),
      ], decision: sends(49_000, .grantFull)),
    Row(
      testDescription: "a subscription, whose share is not stated",
      facts: [.period("1", "basic", from: 0, to: 30), .spent(40, "a", on: 1)],
      decision: sends(nil, .grantProrated)),
    Row(
      testDescription: "a feature used often enough in the period",
      facts: [.period("1", "basic", from: 0, to: 30), used("a", on: 0), used("b", on: 2)],
      rules: scans, decision: sends(nil, .decline)),
    Row(
      testDescription: "uses before the period and after it do not count",
      facts: [
        .period("1", "basic", from: 0, to: 2), used("a", on: -1), used("b", on: 1),
        used("c", on: 2),
      ], rules: scans, decision: sends(nil, .grantProrated)),
    Row(
      testDescription: "a rule for another reason",
      facts: [.pack("1", on: 0)],
      rules: [RefundPolicy.Rule(reasons: [.legal], prefer: .decline)], reason: .other,
      decision: sends(0, .nothing)),
    Row(
      testDescription: "a rule for the reason",
      facts: [.pack("1", on: 0)],
      rules: [RefundPolicy.Rule(reasons: [.legal, .other], prefer: .decline)], reason: .other,
      decision: sends(0, .decline)),
    Row(
      testDescription: "a rule for the product, after one for another",
      facts: [.pack("1", on: 0)],
      rules: [
        RefundPolicy.Rule(products: ["coins.5"], prefer: .decline),
        RefundPolicy.Rule(products: ["coins.100"], prefer: .grantFull),
      ], decision: sends(0, .grantFull)),
    Row(
      testDescription: "a sample is what the blueprint says",
      facts: [.pack("1", on: 0)], rules: [], hasSample: true,
      decision: sends(0, .nothing, sample: true)),
    Row(
      testDescription: "a purchase of the family",
      facts: [.pack("1", on: 0, ownership: .familyShared)],
      decision: .withhold(.notBought)),
    Row(
      testDescription: "a purchase that the customer does not have", facts: [.pack("2", on: 0)],
      decision: .withhold(.notBought)),
    Row(
      testDescription: "a consent that was withdrawn",
      facts: [.pack("1", on: 0), consents(nil)], decision: .withhold(.noConsent)),
    Row(
      testDescription: "a consent that was refused",
      facts: [.pack("1", on: 0), consents(false)], decision: .withhold(.noConsent)),
  ]

  private static func blueprint(_ policy: RefundPolicy?) throws -> Blueprint {
    var definition = Fixture.studio.definition
    definition.attributes = [Attribute(id: "share", kind: .boolean)]
    definition.refunds = policy
    return try Blueprint(definition)
  }

  private static func asks(_ reason: RefundReason = .other) -> RefundRequest {
    RefundRequest(
      id: "n", purchase: "1", transaction: "1", reason: reason, askedAt: start.days(3))
  }

  private static func decides(
    _ facts: [Fact], _ policy: RefundPolicy?, _ request: RefundRequest
  ) throws -> RefundDecision {
    let purchases = facts.compactMap { fact -> PurchaseID? in
      if case .transaction(let transaction) = fact { transaction.purchase } else { nil }
    }
    let request = RefundRequest(
      id: request.id, purchase: purchases.last ?? request.purchase,
      transaction: request.transaction, reason: request.reason, askedAt: request.askedAt)
    return RefundDecision(
      on: request, of: Customer(facts), in: try blueprint(policy), at: start.days(3))
  }

  @Test(
    "EX-19 an answer says what was counted, and what the first rule prefers", arguments: rows)
  func decision(_ row: Row) throws {
    let policy = RefundPolicy(consent: "share", hasSample: row.hasSample, rules: row.rules)
    let consents = row.facts.contains { $0.kind == .attribute } ? [] : [Self.consents(true)]
    #expect(try Self.decides(consents + row.facts, policy, Self.asks(row.reason)) == row.decision)
  }

  @Test("EX-19 without the customer's consent or a policy, there is no answer")
  func consent() throws {
    let policy = RefundPolicy(consent: "share")
    let bought = Fact.pack("1", on: 0)
    #expect(try Self.decides([bought], policy, Self.asks()) == .withhold(.noConsent))
    #expect(
      try Self.decides([bought, Self.consents(true, by: .backend)], policy, Self.asks())
        == .withhold(.noConsent))
    #expect(
      try Self.decides([bought, Self.consents(true)], nil, Self.asks()) == .withhold(.noPolicy))
    let hasTrial = Fixture.studio.definition.trial != nil
    #expect(
      try Self.decides([bought, Self.consents(true)], policy, Self.asks())
        == Self.sends(0, .nothing, sample: hasTrial))
  }

  @Test("EX-19 a question lapses after twelve hours")
  func deadline() {
    let request = Self.asks()
    let report = RefundReport(consumed: nil, preference: .decline, hadSample: false)
    let sends = RefundDecision.send(report)
    #expect(request.deadline == Self.start.days(3).hours(12))
    #expect(sends.outcome(of: request, at: request.deadline.adding(milliseconds: -1)) == nil)
    #expect(sends.outcome(of: request, at: request.deadline) == .withheld(.late))
    #expect(
      RefundDecision.withhold(.noConsent).outcome(of: request, at: request.deadline)
        == .withheld(.noConsent))
  }
}
