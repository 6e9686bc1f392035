import Testing
import Tollgate

@Suite("Prices that several wallets share, decided twice")
struct SharedPriceTests {
  @Test(
    "RA-3 the engine splits a price between wallets as the reference does credit by credit, until the next change"
  )
  func agrees() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      let wallets = blueprint.definition.credits
      let payers = wallets.map(\.id)
      let sing = try #require(blueprint.handle(of: "sing"))
      let draw = try #require(blueprint.handle(of: "draw"))
      var now = GeneratedHistory.start
      var lives: [Customer.ID: [Fact]] = [
        "me": [.signedUp(SignUp(account: "ada", at: now))],
        "you": [.signedUp(SignUp(account: "bea", at: now))],
      ]
      var packs: [(owner: Customer.ID, pack: StoreTransaction)] = []
      var reserved: [(by: Customer.ID, key: Idempotency.Key)] = []
      for step in 0..<40 {
        let pause = random.pick(
          random.time(upTo: .minute), random.time(upTo: .hour), random.time(upTo: 2 * .day))
        now = now.adding(milliseconds: 1 + pause)
        let id: Customer.ID = random.pick("me", "me", "you")
        var facts = lives[id] ?? []
        let customer = Customer(facts)
        // Both customers use the same keys.
        let key = Idempotency.Key("\(facts.count)")
        switch random.number(0...11) {
        case 0, 1:
          let pack = StoreTransaction(
            id: StoreTransaction.ID("\(step)"), originalID: StoreTransaction.OriginalID("\(step)"),
            product: random.pick("pack.0", "pack.1", "pack.2"), purchasedAt: now, signedAt: now)
          packs.append((id, pack))
          facts.append(.transaction(pack))
        case 2:
          if let place = packs.firstIndex(where: { $0.owner == id }) {
            let pack = packs.remove(at: place).pack
            facts.append(.transaction(pack.changed(revokedAt: .some(now), signedAt: now)))
          }
        case 3, 4:
          let handle = random.pick(sing, draw)
          do throws(Denial) {
            facts += try blueprint.reserve(
              handle, by: customer, id: id, key: key, cost: random.number(1...20), at: now
            ).facts
            if handle == sing { reserved.append((id, key)) }
          } catch {}
        case 5:
          guard let place = reserved.firstIndex(where: { $0.by == id }) else { continue }
          let key = reserved.remove(at: place).key
          guard let terms = customer.reservation(of: "sing", key: key, preferring: id),
            terms.isOpen(at: now)
          else { continue }
          if random.chance(40) {
            facts +=
              blueprint.releaseReservation(of: sing, key: key, by: customer, id: id, at: now).facts
          } else {
            let decision = try blueprint.use(sing, by: customer, id: id, key: key, at: now)
            let spend = try #require(Self.spend(of: decision))
            let paid = spend.payments.reduce(0) { $0 + $1.amount + $1.owed } + spend.unpaid
            let setAside = terms.rest.reduce(terms.amount) { $0 + $1.amount }
            #expect(paid == setAside, "seed \(seed), step \(step)")
            facts += decision.facts
          }
        case 6:
          do throws(Denial) {
            facts += try blueprint.use(draw, by: customer, id: id, key: key, at: now).facts
          } catch {}
        default:
          let cost = random.number(1...30)
          let before = ReferenceDecider(blueprint.definition, facts: facts)
          let expected = before.payments(of: cost, from: payers, at: now)
          var payments: [CreditPayment]?
          do throws(Denial) {
            let decision = try blueprint.use(
              sing, by: customer, id: id, key: key, cost: cost, at: now)
            payments = Self.spend(of: decision)?.payments
            facts += decision.facts
          } catch {}
          #expect(payments == expected, "seed \(seed), step \(step)")
        }
        lives[id] = facts
        Self.compare(
          blueprint, facts.shuffled(using: &random), at: now, "seed \(seed), step \(step)")
        // Two customers' debts depend on the order in which each of them was paid.
        if wallets.allSatisfy({ $0.mayOverdraw == 0 }) {
          let merged = lives.values.flatMap(\.self).shuffled(using: &random)
          Self.compare(blueprint, merged, at: now, "seed \(seed), step \(step), merged")
        }
      }
    }
  }

  /// Compares what both answer at an instant, and just before the engine's next change.
  private static func compare(
    _ blueprint: Blueprint, _ facts: [Fact], at now: Instant, _ place: String
  ) {
    let membership = Membership(of: Customer(facts), in: blueprint, at: now)
    let reference = ReferenceDecider(blueprint.definition, facts: facts)
    let expected = reference.answer(at: now).features
    #expect(Answer(membership).features == expected, "\(place)")
    for wallet in blueprint.definition.credits {
      #expect(
        membership.owedCredits(in: wallet.id) == reference.wallet(wallet, at: now).owed, "\(place)")
    }
    guard let change = membership.nextChange else { return }
    let before = reference.answer(at: change.adding(milliseconds: -1)).features
    #expect(before == expected, "\(place)")
  }

  private static func spend(of decision: Decision) -> Spend? {
    for case .spend(let spend) in decision.facts { return spend }
    return nil
  }

  /// A blueprint with three wallets, which packs fill and perhaps gifts that come each day or week.
  ///
  /// A song is paid from all of them at the cost that a use states, a drawing from two of them in another order, perhaps
  /// beside or after a limit.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin")))
    definition.hasFreeTier = true
    definition.products = (0..<3).map {
      CatalogProduct(
        id: CatalogProduct.ID("pack.\($0)"), kind: .consumable, name: "Pack", entitlements: [])
    }
    let overdraws = random.chance(50)
    definition.credits = (0..<3).map { number in
      let amount = random.number(1...6)
      let gift = Wallet.Gift(
        amount: amount,
        .each(random.pick(.day, .week), upTo: random.pick(nil, amount + random.number(0...9))))
      return Wallet(
        id: Wallet.ID("wallet.\(number)"),
        sources: [
          Wallet.Source(
            product: CatalogProduct.ID("pack.\(number)"), amount: random.number(5...20))
        ], given: random.chance(60) ? [gift] : [],
        spending: random.chance(30)
          ? Wallet.SpendingLimit(limit: random.number(4...15), window: random.pick(.day, .week))
          : nil,
        mayOverdraw: overdraws && random.chance(60) ? random.number(1...12) : 0)
    }
    let shared: Feature.Allowance = .spend(
      "wallet.2", then: ["wallet.0"], cost: random.number(1...8))
    let length = Period(random.pick(1, 20), .hour)
    definition.features = [
      Feature(
        id: "sing",
        rules: [
          Feature.Rule(
            allowance: .spend("wallet.0", then: ["wallet.1", "wallet.2"], cost: nil))
        ], reservation: length),
      Feature(
        id: "draw",
        rules: [
          Feature.Rule(
            allowance: random.pick(
              shared, .all([.upTo(random.number(1...9), per: .day), shared]),
              .first([.upTo(random.number(1...3), per: .day), shared])))
        ], reservation: length),
    ]
    return try Blueprint(definition)
  }
}
