import Testing
import Tollgate

@Suite("Conditions on what the store signed, and on paywalls that were shown")
struct StorePastTests {
  private static let start = Fixture.start
  private static let events: [CustomerEvent] = [
    .purchase, .renewal, .cancellation, .refund, .paywall("plans"),
  ]
  /// The events that name a product, or a paywall that was closed.
  private static let named: [CustomerEvent] = [
    .bought("pro.monthly"), .bought("pro.yearly"), .closed("plans"), .anyPaywall,
  ]
  private static let most = 3

  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans"),
      CatalogProduct(
        id: "pro.yearly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .year), group: "plans"),
    ]
    $0.paywalls = [
      Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
    ]
    $0.features = [
      Feature(
        id: "read",
        rules: (events + named).flatMap { event in
          (1...most).map { number in
            Feature.Rule(
              when: Condition(past: [.count(PastTest.Count(of: event, atLeast: number))]),
              allowance: .unlimited)
          }
        })
    ]
  }

  /// What the store signed in a customer's life, and how often each event happened by an instant; none if left out.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let at: Instant
    let counts: [CustomerEvent: Int]
  }

  private static func period(
    _ id: StoreTransaction.ID, _ days: Range<Int>, product: CatalogProduct.ID = "pro.monthly",
    revoked: Int? = nil, upgraded: Bool = false, isRenewal: Bool? = nil,
    ownership: StoreTransaction.Ownership = .purchased
  ) -> Fact {
    .transaction(
      .subscription(
        id, product: product, from: start.days(days.lowerBound), to: start.days(days.upperBound),
        revoked: revoked.map { start.days($0) }, upgraded: upgraded, isRenewal: isRenewal,
        ownership: ownership))
  }

  private static func renewal(
    _ willRenew: Bool, signed: Int, renews: Int, grace: Int? = nil
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew,
        renewsAt: start.days(renews), graceEndsAt: grace.map { start.days($0) },
        signedAt: start.days(signed)))
  }

  private static func shown(
    _ key: String, _ action: PaywallEvent.Action = .shown, of paywall: Paywall.ID = "plans"
  ) -> Fact {
    .paywall(
      PaywallEvent(paywall: paywall, action: action, key: Idempotency.Key(key), at: start))
  }

  private static let bought = period("1", 0..<30)
  private static let renewed = period("2", 30..<60)

  static let lives: [Life] = [
    Life(testDescription: "nothing happened", facts: [], at: start, counts: [:]),
    Life(
      testDescription: "a renewal", facts: [bought, renewed], at: start.days(30),
      counts: [.purchase: 1, .renewal: 1]),
    Life(
      testDescription: "a renewal that is to come", facts: [bought, renewed], at: start.days(29),
      counts: [.purchase: 1]),
    Life(
      testDescription: "a return after a lapse",
      facts: [
        bought, period("2", 50..<80, isRenewal: false), period("3", 80..<110, isRenewal: true),
      ], at: start.days(80), counts: [.purchase: 2, .renewal: 1]),
    Life(
      testDescription: "a return at the instant of the end",
      facts: [bought, period("2", 30..<60, isRenewal: false)],
      at: start.days(30), counts: [.purchase: 2]),
    Life(
      testDescription: "a return to another product",
      facts: [bought, period("2", 50..<415, product: "pro.yearly", isRenewal: false)],
      at: start.days(50), counts: [.purchase: 2]),
    Life(
      testDescription: "a return of which the store does not say that it is one",
      facts: [bought, period("2", 50..<80)], at: start.days(50), counts: [.purchase: 2]),
    Life(
      testDescription: "a return that was refunded",
      facts: [bought, period("2", 50..<80, revoked: 55, isRenewal: false)],
      at: start.days(55), counts: [.purchase: 1, .refund: 1]),
    Life(
      testDescription: "a return after a refund, before the refunded period ends",
      facts: [
        bought, period("2", 30..<60, revoked: 35, isRenewal: true),
        period("3", 40..<70, isRenewal: false),
      ], at: start.days(40), counts: [.purchase: 2, .refund: 1]),
    Life(
      testDescription: "a renewal that was paid when the store tried again",
      facts: [bought, period("2", 50..<80, isRenewal: true)],
      at: start.days(50), counts: [.purchase: 1, .renewal: 1]),
    Life(
      testDescription: "a family's return",
      facts: [
        period("1", 0..<30, ownership: .familyShared),
        period("2", 50..<80, isRenewal: false, ownership: .familyShared),
      ], at: start.days(50), counts: [:]),
    Life(
      testDescription: "an upgrade, which renews nothing",
      facts: [
        period("1", 0..<30, revoked: 10, upgraded: true),
        period("2", 10..<375, product: "pro.yearly", isRenewal: false),
      ], at: start.days(11), counts: [.purchase: 1]),
    Life(
      testDescription: "a refunded renewal",
      facts: [bought, period("2", 30..<60, revoked: 35)], at: start.days(35),
      counts: [.purchase: 1, .refund: 1]),
    Life(
      testDescription: "before that refund",
      facts: [bought, period("2", 30..<60, revoked: 35)], at: start.days(34),
      counts: [.purchase: 1, .renewal: 1]),
    Life(
      testDescription: "a family's subscription, renewed and no longer shared",
      facts: [
        period("1", 0..<30, ownership: .familyShared),
        period("2", 30..<60, revoked: 40, ownership: .familyShared),
      ], at: start.days(41), counts: [:]),
    Life(
      testDescription: "renewal turned off",
      facts: [bought, renewal(false, signed: 5, renews: 30)], at: start.days(5),
      counts: [.purchase: 1, .cancellation: 1]),
    Life(
      testDescription: "renewal turned off and on again",
      facts: [
        bought, renewal(false, signed: 5, renews: 30), renewal(true, signed: 6, renews: 30),
      ], at: start.days(6), counts: [.purchase: 1, .cancellation: 1]),
    Life(
      testDescription: "renewal turned off twice in a period",
      facts: [
        bought, renewal(false, signed: 5, renews: 30), renewal(true, signed: 6, renews: 30),
        renewal(false, signed: 7, renews: 30),
      ], at: start.days(8), counts: [.purchase: 1, .cancellation: 1]),
    Life(
      testDescription: "renewal turned off in two periods",
      facts: [
        bought, renewal(false, signed: 5, renews: 30), renewal(true, signed: 6, renews: 30),
        renewed, renewal(true, signed: 30, renews: 60), renewal(false, signed: 40, renews: 60),
      ], at: start.days(40), counts: [.purchase: 1, .renewal: 1, .cancellation: 2]),
    Life(
      testDescription: "renewal turned off in a grace period",
      facts: [bought, renewal(false, signed: 33, renews: 30, grace: 46)], at: start.days(34),
      counts: [.purchase: 1, .cancellation: 1]),
    Life(
      testDescription: "a renewal that the store gave up after retrying the payment",
      facts: [bought, renewal(false, signed: 90, renews: 30)], at: start.days(91),
      counts: [.purchase: 1]),
    Life(
      testDescription: "a renewal that the store ended with a refund",
      facts: [period("1", 0..<30, revoked: 5), renewal(false, signed: 5, renews: 30)],
      at: start.days(6), counts: [.refund: 1]),
    Life(
      testDescription: "renewal turned off before a refund",
      facts: [
        period("1", 0..<30, revoked: 5), renewal(false, signed: 3, renews: 30),
        renewal(false, signed: 5, renews: 30),
      ], at: start.days(6), counts: [.cancellation: 1, .refund: 1]),
    Life(
      testDescription: "a subscription that went to another customer",
      facts: [
        bought, renewal(false, signed: 5, renews: 30), renewed,
        .transfer(
          PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: start.days(40))),
      ], at: start.days(40), counts: [:]),
    Life(
      testDescription: "a paywall shown twice, once reported twice, and closed",
      facts: [shown("a"), shown("b"), shown("a"), shown("a", .closed)], at: start,
      counts: [.paywall("plans"): 2]),
  ]

  @Test("EX-2 each event counts as often as it happened, in any order of facts", arguments: lives)
  func counts(life: Life) {
    for facts in [life.facts, life.facts.reversed(), life.facts + life.facts] {
      let customer = Customer(facts)
      let membership = customer.membership(Self.blueprint, life.at)
      for event in Self.events {
        let counted = (1...Self.most).count {
          membership.holds(.count(PastTest.Count(of: event, atLeast: $0)))
        }
        #expect(counted == life.counts[event] ?? 0, "\(event)")
      }
      #expect(Customer(customer.facts) == customer)
    }
  }

  static let purchases: [Life] = [
    Life(
      testDescription: "a renewal, which buys nothing", facts: [bought, renewed],
      at: start.days(30), counts: [.bought("pro.monthly"): 1]),
    Life(
      testDescription: "an upgrade, and a downgrade after it",
      facts: [
        period("1", 0..<30, revoked: 10, upgraded: true),
        period("2", 10..<375, product: "pro.yearly"), period("3", 375..<405),
      ], at: start.days(375), counts: [.bought("pro.monthly"): 2, .bought("pro.yearly"): 1]),
    Life(
      testDescription: "a return to the same product, and one to another",
      facts: [
        bought, period("2", 50..<80, isRenewal: false),
        period("3", 90..<455, product: "pro.yearly", isRenewal: false),
      ], at: start.days(90), counts: [.bought("pro.monthly"): 2, .bought("pro.yearly"): 1]),
    Life(
      testDescription: "a refunded period before one that is paid",
      facts: [period("1", 0..<30, revoked: 40), renewed], at: start.days(41),
      counts: [.bought("pro.monthly"): 1]),
    Life(
      testDescription: "a family's subscription",
      facts: [period("1", 0..<30, ownership: .familyShared)],
      at: start.days(1), counts: [:]),
    Life(
      testDescription: "a paywall closed twice, once reported twice",
      facts: [shown("a"), shown("a", .closed), shown("b", .closed), shown("b", .closed)], at: start,
      counts: [.closed("plans"): 2, .anyPaywall: 1]),
    Life(
      testDescription: "two paywalls, one of them shown twice",
      facts: [shown("a"), shown("b"), shown("a", of: "welcome")], at: start,
      counts: [.anyPaywall: 3]),
  ]

  @Test(
    "buying a product and closing a paywall count as often as they happened, in any order of facts",
    arguments: purchases)
  func named(life: Life) {
    for facts in [life.facts, life.facts.reversed(), life.facts + life.facts] {
      let membership = Customer(facts).membership(Self.blueprint, life.at)
      for event in Self.named {
        let counted = (1...Self.most).count {
          membership.holds(.count(PastTest.Count(of: event, atLeast: $0)))
        }
        #expect(counted == life.counts[event] ?? 0, "\(event)")
      }
    }
  }

  @Test("a cancellation that was taken back goes with its purchase to another customer")
  func transferred() {
    let facts = [
      Self.bought, Self.renewal(false, signed: 5, renews: 30),
      Self.renewal(true, signed: 6, renews: 30),
    ]
    #expect(Customer(facts).facts(of: "1").count == 3)
  }
}
