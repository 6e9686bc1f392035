import Testing
import Tollgate

@Suite("Wallets, decided twice")
struct WalletTests {
  @Test("RA-3 the engine fills, empties and overdraws a wallet as the reference does coin by coin")
  func agrees() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      let wallet = try #require(blueprint.definition.credits.first)
      let draw = try #require(blueprint.handle(of: "draw"))
      var facts: [Fact] = []
      var packs: [StoreTransaction] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        let pause = random.pick(
          random.time(upTo: .hour), random.time(upTo: .day), random.time(upTo: 2 * .day),
          random.time(upTo: 12 * .day))
        now = now.adding(milliseconds: 1 + pause)
        switch random.number(0...9) {
        case 0:
          if let trial = blueprint.definition.trial, Customer(facts).start(of: trial.id) == nil {
            facts.append(.trialStarted(TrialStart(trial: trial.id, at: now, terms: trial.terms)))
          }
          facts.append(.signedUp(SignUp(account: "ada", at: now)))
        case 1: facts.append(.milestone(MilestoneReached(milestone: "met", at: now)))
        case 2:
          let pack = StoreTransaction(
            id: StoreTransaction.ID("\(step)"), originalID: StoreTransaction.OriginalID("\(step)"),
            product: "coins.20", purchasedAt: now, quantity: random.number(1...2), signedAt: now)
          packs.append(pack)
          facts.append(.transaction(pack))
        case 3:
          guard let pack = random.pick(from: packs) else { continue }
          facts.append(.transaction(pack.changed(revokedAt: .some(now), signedAt: now)))
          packs.removeAll { $0.id == pack.id }
        case 4:
          facts += blueprint.statement(
            of: "web", by: Customer(facts), Grant.ID("\(step)"), &random, at: now)
        default:
          let cost = random.number(1...30)
          let before = ReferenceDecider(blueprint.definition, facts: facts)
          let spend = Self.spend(
            cost, on: draw, by: Customer(facts), "\(step)", in: blueprint, at: now)
          let reach = before.reach(of: wallet, at: now)
          #expect((spend != nil) == (cost <= reach), "seed \(seed), step \(step)")
          guard let spend else { continue }
          let paid = min(cost, before.wallet(wallet, at: now).balance)
          #expect([spend.amount, spend.owed] == [paid, cost - paid], "seed \(seed), step \(step)")
          facts.append(.spend(spend))
        }
        let membership = Membership(
          of: Customer(facts.shuffled(using: &random)), in: blueprint, at: now)
        let reference = ReferenceDecider(blueprint.definition, facts: facts)
        let expected = reference.wallet(wallet, at: now)
        #expect(
          [membership.credits(in: wallet.id), membership.owedCredits(in: wallet.id)]
            == [expected.balance, expected.owed], "seed \(seed), step \(step)")
        let change = membership.nextChange ?? now.adding(Period(60, .day))
        let last = reference.wallet(wallet, at: change.adding(milliseconds: -1))
        #expect(last.balance == expected.balance, "seed \(seed), step \(step)")
      }
    }
  }

  /// What a use records; nil if it is denied.
  private static func spend(
    _ cost: Int, on feature: FeatureHandle, by customer: Customer, _ key: String,
    in blueprint: Blueprint, at now: Instant
  ) -> Spend? {
    let decision: Decision
    do throws(Denial) {
      decision = try blueprint.use(
        feature, by: customer, id: "me", key: Idempotency.Key(key), cost: cost, at: now)
    } catch {
      return nil
    }
    for case .spend(let spend) in decision.facts { return spend }
    return nil
  }

  /// A blueprint whose wallet packs fill, a right that was bought elsewhere, gifts that happen once, and one that comes
  /// again, for some customers perhaps; a trial and the right give the plan.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin")))
    definition.hasFreeTier = true
    definition.milestones = ["met"]
    definition.products = [
      CatalogProduct(id: "coins.20", kind: .consumable, name: "20 coins", entitlements: [])
    ]
    definition.grants = [
      GrantTerms(
        id: "web", giver: .backend, entitlements: ["pro"],
        credits: GrantedCredits(wallet: "coins", amount: random.number(1...30)),
        waitsFor: .nothing, isElsewhere: true)
    ]
    definition.trial = Trial(
      start: .signUp, terms: Trial.Terms(lasts: Period(9, .day), entitlements: ["pro"]))
    let amount = random.number(1...6)
    let gifts = [
      Wallet.Gift(
        amount: random.number(1...9), .on(.signUp, lasts: Period(random.number(1...9), .day)),
        when: condition(&random)),
      Wallet.Gift(
        amount: random.number(1...9), .on(.milestone("met"), lasts: nil), when: condition(&random),
        whileSubscribed: random.chance(30)),
      Wallet.Gift(
        amount: amount,
        .each(random.pick(.day, .week), upTo: random.pick(nil, amount + random.number(0...20))),
        when: condition(&random), whileSubscribed: random.chance(30)),
    ]
    definition.credits = [
      Wallet(
        id: "coins", sources: [Wallet.Source(product: "coins.20", amount: 20)],
        given: gifts.filter { _ in random.chance(70) }, spendsGivenFirst: random.chance(50),
        spending: random.chance(40)
          ? Wallet.SpendingLimit(limit: random.number(10...40), window: random.pick(.day, .week))
          : nil,
        mayOverdraw: random.chance(50) ? random.number(1...20) : 0)
    ]
    definition.features = [
      Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))])
    ]
    return try Blueprint(definition)
  }
  /// What must hold when credits come; half of the time nothing.
  private static func condition(_ random: inout Seeded) -> Condition {
    if random.chance(50) { return .always }
    // Blueprints write dates to the second.
    let time = random.time(upTo: 60 * .day) / .second * .second
    let date = EventDate(GeneratedHistory.start.adding(milliseconds: time), isLocal: true)
    let part = random.pick(
      Condition(phases: [.trial]), Condition(phases: [.subscribed]), Condition(entitled: ["pro"]),
      Condition(notEntitled: ["pro"]), Condition(reached: ["met"]), Condition(notReached: ["met"]),
      Condition(past: [.from(date)]), Condition(past: [.until(date)]))
    let other = Condition(phases: [random.pick(.trial, .subscribed)])
    return random.pick(part, part, Condition(not: [part]), Condition(any: [part, other]))
  }
}
