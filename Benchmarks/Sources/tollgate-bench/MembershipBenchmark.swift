import Foundation
import Tollgate
import TollgateWire

/// A membership made from a customer, and how its cost grows with what is long past.
enum MembershipBenchmark {
  static func run() throws {
    let blueprint = try Blueprint(definition)
    let now = start.adding(Period(10, .year))
    let typical = Customer(try subscriber(uses: 20, until: now))
    let thousand = Customer(
      try subscriber(uses: 20, until: now) + EngineBenchmark.facts(from: start, count: 970))
    let ancient = Customer(try subscriber(uses: 100_000, until: now))
    let measured = try [typical, thousand, ancient].map { customer in
      try measure {
        // Whole milliseconds, so that the sum is not what is measured.
        Membership(
          of: customer, in: blueprint, at: Instant(milliseconds: now.milliseconds + $0))
      }
    }
    report(
      "a membership, 12 transactions and 20 uses",
      "\(microseconds(measured[0])), \(decimal(measured[0].allocationsPerRound)) allocations",
      goal: "under 5 µs")
    let every = try Blueprint(EveryCondition.definition)
    var meeting = Customer(try EveryCondition.facts())
    meeting.id = "customer-1"
    let asking = try measure {
      Membership(
        of: meeting, in: every, at: Instant(milliseconds: EveryCondition.now.milliseconds + $0))
    }
    report(
      "a membership, every kind of condition",
      "\(microseconds(asking)), \(decimal(asking.allocationsPerRound)) allocations",
      goal: "under 50 µs")
    for (what, other) in [("1,000 facts", measured[1]), ("100,000 uses in ten years", measured[2])]
    {
      report(
        "a membership, \(what) : the typical one",
        "\(decimal(other.nanosecondsPerRound / measured[0].nanosecondsPerRound)) "
          + "(\(microseconds(other)), \(decimal(other.allocationsPerRound)) allocations)",
        goal: "does not grow with what is past")
    }
  }

  private static func measure(_ membership: (Int64) -> Membership) throws -> Measurement {
    let rounds = 50_000
    return Measurement(rounds: rounds) {
      for round in 0..<rounds { use(membership(Int64(round))) }
    }
  }

  private static func microseconds(_ measured: Measurement) -> String {
    "\(decimal(measured.nanosecondsPerRound / 1000)) µs"
  }

  private static let start = Instant(milliseconds: 1_772_000_000_000)

  /// Somebody who signed up, reached a milestone, paid for a year of months and used a feature now and then.
  private static func subscriber(uses: Int, until now: Instant) throws -> [Fact] {
    let spread = start.duration(to: now) / uses
    let first = now.adding(Period(1, .month), times: -12).adding(Period(1, .day))
    return [
      .signedUp(SignUp(account: "account", at: start)),
      .device(DeviceUse(device: "phone", origin: "customer-1", at: start)),
      .milestone(MilestoneReached(milestone: "discovery-complete", at: start)),
    ] + (try (0..<12).map { try transaction($0, from: first) }) + [
      try renewal(at: first.adding(Period(1, .month), times: 11))
    ]
      + (0..<uses).map {
        .use(
          Use(
            feature: "send-message", key: Idempotency.Key("use-\($0)"), origin: "customer-1",
            at: start.advanced(by: spread * $0)))
      }
  }

  private static func transaction(_ month: Int, from first: Instant) throws -> Fact {
    let from = first.adding(Period(1, .month), times: month)
    let to = first.adding(Period(1, .month), times: month + 1)
    return try fact(
      """
      {"kind":"transaction","id":"20000000000\(10 + month)","originalID":"2000000000010","product":"coach.monthly",
       "group":"plans","purchasedAt":\(from.milliseconds),"expiresAt":\(to.milliseconds),"isUpgraded":false,
       "ownership":"purchased","quantity":1,"environment":"production","signedAt":\(from.milliseconds)}
      """)
  }

  private static func renewal(at instant: Instant) throws -> Fact {
    try fact(
      """
      {"kind":"renewal","originalID":"2000000000010","environment":"production","renewsTo":"coach.monthly",
       "willRenew":true,"isInBillingRetry":false,"signedAt":\(instant.milliseconds)}
      """)
  }

  /// A fact as a server sends it: other packages cannot construct verified data.
  static func fact(_ json: String) throws -> Fact {
    let response = #"{"facts":[\#(json)],"version":1,"serverTime":0}"#
    guard
      let fact = try JSONDecoder().decode(ChangeResponse.self, from: Data(response.utf8)).facts
        .first
    else { throw BenchmarkError(message: "the response has no fact") }
    return fact
  }

  private static let definition: Blueprint.Definition = {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "bench", name: "Bench", bundleID: "com.example.bench"))
    definition.milestones = ["discovery-complete"]
    definition.onboarding = "discovery-complete"
    definition.products = [
      CatalogProduct(
        id: "coach.monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["premium"],
        price: Money(milliunits: 19_990, currency: "USD"), period: Period(1, .month),
        group: "plans",
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .payAsYouGo, period: Period(3, .day)))
    ]
    definition.trial = Trial(
      start: .purchase(after: "discovery-complete"),
      terms: Trial.Terms(
        lasts: Period(3, .day), uses: Trial.Uses(feature: "send-message", limit: 100),
        entitlements: ["premium"]))
    definition.features = [
      Feature(
        id: "send-message",
        rules: [
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited),
          Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(100, per: .trial)),
          Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .upTo(500, per: .day)),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans"),
      Feature(id: "read-conversation", rules: [Feature.Rule(allowance: .unlimited)]),
    ]
    definition.texts = [
      LocalizedText(id: "title", wordings: ["en": LocalizedText.Wording("Go on")])
    ]
    definition.paywalls = [
      Paywall(id: "plans", title: "title", packages: [Paywall.Package(product: "coach.monthly")])
    ]
    return definition
  }()
}
