import Tollgate

/// A feature's decision against a dictionary look-up, and the fold of facts.
enum EngineBenchmark {
  static func run() throws {
    let blueprint = try Blueprint(definition)
    let start = Instant(milliseconds: 1_772_000_000_000)
    let facts = facts(from: start, count: 1000)
    let customer = Customer(facts)
    let membership = Membership(of: customer, in: blueprint, at: start)
    let names = blueprint.definition.features.map(\.id)
    let handles = names.compactMap { blueprint.handle(of: $0) }

    let rounds = 2_000_000
    let decision = Measurement(rounds: rounds) {
      var allowed = 0
      for round in 0..<rounds where membership.access(to: handles[round & 7]).isAllowed {
        allowed += 1
      }
      use(allowed)
    }
    reportDecision("a feature's decision", decision, rounds: rounds)

    let asking = try Blueprint(askingThePast)
    let asked = Membership(of: customer, in: asking, at: start)
    let askedHandles = names.compactMap { asking.handle(of: $0) }
    let past = Measurement(rounds: rounds) {
      var allowed = 0
      for round in 0..<rounds where asked.access(to: askedHandles[round & 7]).isAllowed {
        allowed += 1
      }
      use(allowed)
    }
    reportDecision("a decision with conditions on the past", past, rounds: rounds)

    let every = try Blueprint(EveryCondition.definition)
    let meeting = Membership(
      of: Customer(try EveryCondition.facts()), in: every, at: EveryCondition.now)
    let everyHandles = EveryCondition.features.compactMap { every.handle(of: $0) }
    guard everyHandles.allSatisfy({ meeting.access(to: $0).isAllowed }) else {
      throw BenchmarkError(message: "a condition does not hold, so the rest are not tested")
    }
    let conditions = Measurement(rounds: rounds) {
      var allowed = 0
      for round in 0..<rounds where meeting.access(to: everyHandles[round & 7]).isAllowed {
        allowed += 1
      }
      use(allowed)
    }
    reportDecision("a decision with every kind of condition", conditions, rounds: rounds)

    let many = (0..<200).flatMap {
      Self.facts(from: start.advanced(by: .milliseconds($0)), count: 1000)
    }
    let fold = Measurement(rounds: many.count) {
      for customer in 0..<200 {
        use(Customer(many[(customer * 1000)..<(customer * 1000 + 1000)]))
      }
    }
    let insert = Measurement(rounds: many.count) {
      for customer in 0..<200 {
        var seen: [Fact: Int] = [:]
        for fact in many[(customer * 1000)..<(customer * 1000 + 1000)] { seen[fact] = 1 }
        use(seen)
      }
    }
    report(
      "folding a fact : putting it in a dictionary",
      "\(decimal(fold.nanosecondsPerRound / insert.nanosecondsPerRound)) "
        + "(\(grouped(fold.perSecond))/s : \(grouped(insert.perSecond))/s)",
      goal: "over 1,000,000/s")
  }

  /// Reports a decision about the features' names against looking one of them up in a dictionary.
  static func reportDecision(_ what: String, _ decision: Measurement, rounds: Int) {
    let keys = definition.features.map(\.id.rawValue)
    let table = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let lookup = Measurement(rounds: rounds) {
      var sum = 0
      for round in 0..<rounds { sum += table[keys[round & 7]] ?? 0 }
      use(sum)
    }
    report(
      "\(what) : a dictionary look-up",
      "\(decimal(decision.nanosecondsPerRound / lookup.nanosecondsPerRound)) "
        + "(\(decimal(decision.nanosecondsPerRound)) ns : \(decimal(lookup.nanosecondsPerRound)) ns, "
        + "\(decimal(decision.allocationsPerRound)) allocations)",
      goal: "under 200 ns, no allocation")
  }

  static func facts(from start: Instant, count: Int) -> [Fact] {
    (0..<count).map { number in
      let at = start.advanced(by: .seconds(number * 60))
      switch number % 4 {
      case 0, 1:
        return .use(
          Use(feature: "scan", key: Idempotency.Key("use-\(number)"), origin: "customer-1", at: at))
      case 2:
        return .item(
          ItemChange(
            feature: "add-plant", item: Item.ID("plant-\(number / 8)"), isHeld: true,
            origin: "customer-1", at: at))
      default:
        return .dismissal(
          Dismissal(prompt: "card", key: Idempotency.Key("dismissal-\(number)"), at: at))
      }
    }
  }

  /// The same features, each with rules that test when something happened and how often.
  private static let askingThePast: Blueprint.Definition = {
    var definition = Self.definition
    for index in definition.features.indices {
      let feature = definition.features[index]
      let week = Period(7, .day)
      let condition = Condition(past: [
        .since(PastTest.Since(.firstSeen, lessThan: Period(index + 1, .day))),
        .count(PastTest.Count(of: .use("scan"), atLeast: 1000 + index, within: week)),
      ])
      definition.features[index] = Feature(
        id: feature.id,
        rules: [
          Feature.Rule(when: condition, allowance: .denied),
          Feature.Rule(when: Condition(entitled: ["pro"], not: [condition]), allowance: .unlimited),
        ] + feature.rules)
    }
    return definition
  }()

  static let definition: Blueprint.Definition = {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "bench", name: "Bench", bundleID: "com.example.bench"))
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(id: "pro", kind: .nonConsumable, name: "Pro", entitlements: ["pro"])
    ]
    definition.features = (0..<8).map { number in
      Feature(
        id: Feature.ID(
          number == 0 ? "scan" : number == 1 ? "add-plant" : "feature-number-\(number)"),
        rules: [
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited),
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(
            allowance: number == 0
              ? .upTo(1000, per: .ever) : number == 1 ? .holding(3) : .upTo(5, per: .day)),
        ])
    }
    return definition
  }()
}
