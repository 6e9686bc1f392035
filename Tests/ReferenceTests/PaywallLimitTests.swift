import Testing
import Tollgate

@Suite("Limits of paywalls, decided twice")
struct PaywallLimitTests {
  @Test(
    "a placement shows while the reference decider allows a paywall, and the next change is exact")
  func decidedTwice() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            0, random.time(upTo: .hour), random.time(upTo: .day), random.time(upTo: 5 * .day)))
        facts.append(Self.fact(step, at: now, &random))
        let reference = ReferenceDecider(
          blueprint.definition, facts: facts.shuffled(using: &random))
        let customer = Customer(facts)
        let membership = Membership(of: customer, in: blueprint, at: now)
        let expected = reference.mayShowPaywall(at: now)
        #expect((membership.paywall(at: "home") != nil) == expected, "seed \(seed), step \(step)")
        #expect(membership.withholdsPaywall(at: "home") != expected, "seed \(seed), step \(step)")
        let end = membership.nextChange ?? now.adding(Period(2, .year))
        let before = reference.mayShowPaywall(at: end.adding(milliseconds: -1))
        #expect(before == expected, "seed \(seed), step \(step)")
        guard let next = membership.nextChange else { continue }
        #expect(reference.mayShowPaywall(at: next) != expected, "seed \(seed), step \(step)")
      }
    }
  }

  /// A paywall that was shown or closed, some of them reported again.
  private static func fact(_ step: Int, at now: Instant, _ random: inout Seeded) -> Fact {
    let key = random.chance(15) ? "again" : "\(step)"
    return .paywall(
      PaywallEvent(
        paywall: random.pick("plans", "welcome"), action: random.chance(80) ? .shown : .closed,
        key: Idempotency.Key(key), at: now))
  }

  /// A blueprint with one to three limits, in windows of its time zone or within a span of time.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin", "America/New_York")),
      texts: [LocalizedText(id: "hello", wordings: ["en": LocalizedText.Wording("Hello")])])
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    definition.features = [
      Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)])
    ]
    definition.paywalls = ["plans", "welcome"].map { name in
      Paywall(id: name, title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
    }
    definition.placements = [Placement(id: "home", paywall: "plans")]
    for _ in 0..<random.number(1...3) {
      let window: Feature.Window? = random.pick(nil, .day, .week, .month, .year)
      definition.paywallLimits.append(
        PastTest.Count(
          of: .anyPaywall, lessThan: random.number(1...4),
          within: window == nil ? Period(random.number(1...9), random.pick(.day, .hour)) : nil,
          window: window))
    }
    return try Blueprint(definition)
  }
}
