import Testing
import Tollgate

@Suite("Several limits, decided twice")
struct SeveralLimitsTests {
  @Test(
    "RA-7 the engine decides limits at once as the reference decider does, until their next change")
  func agrees() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      let scan = try #require(blueprint.handle(of: "scan"))
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            random.time(upTo: .hour), random.time(upTo: 2 * .day), random.time(upTo: 20 * .day)))
        let customer = Customer(facts)
        let key = Idempotency.Key("\(step)")
        switch random.number(0...9) {
        case 0:
          let zone = random.pick("UTC", "Asia/Tokyo", "America/New_York")
          facts.append(
            .attribute(
              AttributeChange(
                attribute: "timeZone", setBy: .device, value: .string(zone), at: now)))
        case 1:
          do throws(Denial) {
            facts += try blueprint.reserve(scan, by: customer, id: "me", key: key, at: now).facts
          } catch {}
        default:
          do throws(Denial) {
            facts += try blueprint.use(scan, by: customer, id: "me", key: key, at: now).facts
          } catch {}
        }
        let reference = ReferenceDecider(blueprint.definition, facts: facts)
        let membership = Membership(of: Customer(facts), in: blueprint, at: now)
        let expected = reference.answer(at: now)
        #expect(Answer(membership).features == expected.features, "seed \(seed), step \(step)")
        guard let change = membership.nextChange else { continue }
        let before = reference.answer(at: change.adding(milliseconds: -1))
        #expect(before.features == expected.features, "seed \(seed), step \(step)")
        #expect(
          reference.answer(at: change).features != expected.features, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(
    "RA-7 the engine decides limits that features share as the reference decider does, until their next change"
  )
  func shared() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.sharing(&random)
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            random.time(upTo: .hour), random.time(upTo: 2 * .day), random.time(upTo: 20 * .day)))
        let customer = Customer(facts)
        let key = Idempotency.Key("\(step)")
        let name: Feature.ID = random.pick("scan", "improve", "read")
        let feature = try #require(blueprint.handle(of: name))
        let size = random.number(1...3)
        let parent: Parent.ID? = random.pick(nil, "p")
        switch random.number(0...9) {
        case 0:
          let zone = random.pick("UTC", "Asia/Tokyo", "America/New_York")
          facts.append(
            .attribute(
              AttributeChange(
                attribute: "timeZone", setBy: .device, value: .string(zone), at: now)))
        case 1:
          do throws(Denial) {
            facts += try blueprint.reserve(
              feature, by: customer, id: "me", key: key, cost: size, parent: parent, at: now
            ).facts
          } catch {}
        default:
          do throws(Denial) {
            facts += try blueprint.use(
              feature, by: customer, id: "me", key: key, cost: size, parent: parent, at: now
            ).facts
          } catch {}
        }
        let reference = ReferenceDecider(
          blueprint.definition, facts: facts.shuffled(using: &random))
        let membership = Membership(of: Customer(facts), in: blueprint, at: now)
        let expected = reference.answer(at: now)
        #expect(Answer(membership).features == expected.features, "seed \(seed), step \(step)")
        var inParent = reference
        inParent.parent = "p"
        #expect(
          Answer.Feature(blueprint.access(to: feature, of: Customer(facts), in: "p", at: now))
            == inParent.answer(at: now).features[name], "seed \(seed), step \(step)")
        guard let change = membership.nextChange else { continue }
        let before = reference.answer(at: change.adding(milliseconds: -1))
        #expect(before.features == expected.features, "seed \(seed), step \(step)")
        let next = Membership(of: Customer(facts), in: blueprint, at: change)
        // A larger use may fit then, although another limit decides about one of size 1.
        let hasRoom = (["scan", "improve", "read"] as [Feature.ID]).contains {
          next.limits(of: $0) != membership.limits(of: $0)
        }
        // Or the answer for a parent changes.
        let (nowInParent, nextInParent) = (
          Membership(of: Customer(facts), in: blueprint, parent: "p", at: now),
          Membership(of: Customer(facts), in: blueprint, parent: "p", at: change)
        )
        let hasRoomInParent = (["scan", "improve", "read"] as [Feature.ID]).contains {
          nextInParent.limits(of: $0) != nowInParent.limits(of: $0)
        }
        #expect(
          reference.answer(at: change).features != expected.features || hasRoom
            || hasRoomInParent, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(
    "RA-7 the engine decides limits and credits at once as the reference decider does, until their next change"
  )
  func paid() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.paid(&random)
      let wallet = try #require(blueprint.definition.credits.first)
      let draw = try #require(blueprint.handle(of: "draw"))
      var now = GeneratedHistory.start
      var facts: [Fact] = [.signedUp(SignUp(account: "ada", at: now))]
      var reserved: [Idempotency.Key] = []
      for step in 0..<40 {
        let pause = random.pick(
          random.time(upTo: .minute), random.time(upTo: .hour), random.time(upTo: 2 * .day))
        now = now.adding(milliseconds: 1 + pause)
        let customer = Customer(facts)
        let cost = random.number(1...5)
        switch random.number(0...9) {
        case 0:
          facts.append(
            .transaction(
              StoreTransaction(
                id: StoreTransaction.ID("\(step)"),
                originalID: StoreTransaction.OriginalID("\(step)"), product: "coins.20",
                purchasedAt: now, signedAt: now)))
        case 1:
          let key = Idempotency.Key("\(step)")
          do throws(Denial) {
            facts += try blueprint.reserve(
              draw, by: customer, id: "me", key: key, cost: cost, at: now
            ).facts
            reserved.append(key)
          } catch {}
        default:
          let key = random.chance(30) ? reserved.popLast() : nil
          do throws(Denial) {
            facts += try blueprint.use(
              draw, by: customer, id: "me", key: key ?? Idempotency.Key("\(step)"), cost: cost,
              at: now
            ).facts
          } catch {}
        }
        let reference = ReferenceDecider(blueprint.definition, facts: facts)
        func credits(_ instant: Instant) -> [Int] {
          [
            reference.wallet(wallet, at: instant).balance,
            reference.spendable(in: wallet, at: instant), reference.reach(of: wallet, at: instant),
          ]
        }
        let membership = Membership(
          of: Customer(facts.shuffled(using: &random)), in: blueprint, at: now)
        let expected = reference.answer(at: now)
        #expect(Answer(membership).features == expected.features, "seed \(seed), step \(step)")
        guard let change = membership.nextChange else { continue }
        let last = change.adding(milliseconds: -1)
        let before = reference.answer(at: last)
        #expect(before.features == expected.features, "seed \(seed), step \(step)")
        #expect(credits(last) == credits(now), "seed \(seed), step \(step)")
        // Limits that do not decide are listed too.
        let later = Membership(of: Customer(facts), in: blueprint, at: change)
        #expect(
          reference.answer(at: change).features != expected.features
            || credits(change) != credits(now)
            || later.limits(of: "draw") != membership.limits(of: "draw"),
          "seed \(seed), step \(step)")
      }
    }
  }

  @Test("RA-10 the engine counts the months of a plan as the reference decider does")
  func planMonths() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.plans(&random)
      let scan = try #require(blueprint.handle(of: "scan"))
      // Starts at month ends, in leap years and others.
      let first = GeneratedHistory.start.adding(milliseconds: random.time(upTo: 900 * .day))
      let products = blueprint.definition.products
      var facts = Self.purchases(1, from: first, of: Array(products.prefix(2)), &random)
      if random.chance(60) {
        let second = first.adding(milliseconds: random.time(upTo: 60 * .day))
        facts += Self.purchases(2, from: second, of: Array(products.suffix(2)), &random)
      }
      if random.chance(60) {
        let seen = first.adding(milliseconds: -random.time(upTo: 60 * .day))
        facts.append(.device(DeviceUse(device: "phone", origin: "me", at: seen)))
      }
      var now = first
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(random.time(upTo: .day), random.time(upTo: 25 * .day)))
        if random.chance(15) {
          let right: GrantTerms.ID = random.pick("web", "partner")
          facts += blueprint.statement(
            of: right, by: Customer(facts), Grant.ID("\(step)"), &random, at: now)
        }
        do throws(Denial) {
          facts += try blueprint.use(
            scan, by: Customer(facts), id: "me", key: Idempotency.Key("\(step)"), at: now
          ).facts
        } catch {}
        let reference = ReferenceDecider(blueprint.definition, facts: facts)
        let membership = Membership(of: Customer(facts), in: blueprint, at: now)
        let expected = reference.answer(at: now)
        #expect(Answer(membership).features == expected.features, "seed \(seed), step \(step)")
        guard let change = membership.nextChange else { continue }
        let before = reference.answer(at: change.adding(milliseconds: -1))
        #expect(before.features == expected.features, "seed \(seed), step \(step)")
      }
    }
  }

  /// Periods of one subscription: renewed, upgraded, lapsed for a while or refunded.
  private static func purchases(
    _ line: Int, from first: Instant, of products: [CatalogProduct], _ random: inout Seeded
  ) -> [Fact] {
    var facts: [Fact] = []
    var start = first
    var level = random.number(0...1)
    for number in 0..<6 {
      let product = products[level]
      let end = start.adding(product.period ?? Period(1, .month))
      let isUpgraded = random.chance(25)
      let next = isUpgraded ? start.adding(milliseconds: random.time(upTo: end.since(start))) : end
      let revokedAt = random.chance(15) ? start.adding(Period(20, .day)) : nil
      facts.append(
        .transaction(
          StoreTransaction(
            id: StoreTransaction.ID("\(10 * line + number)"),
            originalID: StoreTransaction.OriginalID("\(line)"), product: product.id,
            group: product.group, purchasedAt: start, expiresAt: end, revokedAt: revokedAt,
            isUpgraded: isUpgraded, signedAt: max(next, revokedAt ?? next))))
      start = !isUpgraded && random.chance(20) ? next.adding(Period(40, .day)) : next
      // The same product within its own period would be more seats of it.
      level = isUpgraded ? 1 - level : random.number(0...1)
    }
    return facts
  }

  /// A blueprint with a monthly and a yearly plan in each of two groups, and two rights that were bought elsewhere, whose
  /// uses count in each month of them.
  private static func plans(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin")))
    definition.hasFreeTier = true
    definition.plan = ["pro"]
    let groups: [(id: String, gives: [Entitlement.ID])] = [
      ("plans", ["pro"]), ("studios", ["pro", "studio"]),
    ]
    for group in groups {
      for (level, period) in [Period(1, .month), Period(1, .year)].enumerated() {
        definition.products.append(
          CatalogProduct(
            id: CatalogProduct.ID("\(group.id).\(level + 1)"), kind: .autoRenewable, name: "Plan",
            entitlements: group.gives, period: period, group: SubscriptionGroup.ID(group.id),
            level: level + 1))
      }
    }
    let rights: [(id: GrantTerms.ID, gives: [Entitlement.ID])] = [
      ("web", ["pro"]), ("partner", ["pro", "studio"]),
    ]
    definition.grants = rights.map { right in
      GrantTerms(
        id: right.id, giver: .backend, entitlements: right.gives, waitsFor: .nothing,
        isElsewhere: true)
    }
    let monthly: Feature.Allowance = .upTo(random.number(1...4), per: .planMonth)
    var rules: [Feature.Rule] = []
    if random.chance(50) {
      let most = random.number(1...4)
      rules.append(
        Feature.Rule(
          when: Condition(entitled: ["studio"]), allowance: .upTo(most, per: .planMonth)))
    }
    rules.append(
      Feature.Rule(
        when: Condition(entitled: ["pro"]),
        allowance: random.chance(50)
          ? monthly : .all([monthly, .upTo(random.number(1...2), per: .day)])))
    rules.append(Feature.Rule(allowance: .upTo(1, per: .planMonth)))
    definition.features = [Feature(id: "scan", rules: rules)]
    return try Blueprint(definition)
  }

  /// A blueprint in which everybody has two or more limits at once.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    let windows: [Feature.Window] = [.day, .week, .month, .year, .ever].shuffled(using: &random)
    var limits: [Feature.Allowance] = windows.prefix(random.number(1...3)).map {
      .upTo(random.number(1...5), per: $0)
    }
    if limits.count == 1 || random.chance(50) {
      limits.append(
        .pool(random.number(1...4), refills: Period(random.pick(1, 5, 20, 60), .hour)))
    }
    if random.chance(50) {
      limits.append(
        .rolling(random.number(1...4), within: Period(random.pick(1, 5, 20, 60), .hour)))
    }
    if random.chance(40) {
      limits.append(
        .fromFirstUse(random.number(1...4), within: Period(random.pick(1, 5, 20, 60), .hour)))
    }
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin"), usesCustomerTimeZone: random.chance(50)))
    definition.hasFreeTier = true
    definition.features = [Feature(id: "scan", rules: [Feature.Rule(allowance: .all(limits))])]
    return try Blueprint(definition)
  }

  /// A blueprint in which a use counts toward limits and spends credits that packs and a gift give.
  private static func paid(_ random: inout Seeded) throws -> Blueprint {
    let windows: [Feature.Window] = [.day, .week, .month, .ever].shuffled(using: &random)
    var parts: [Feature.Allowance] = windows.prefix(random.number(1...2)).map {
      .upTo(random.number(1...9), per: $0)
    }
    let length = Period(random.pick(1, 5, 20), .hour)
    if random.chance(40) {
      parts.append(
        random.pick(
          .pool(random.number(1...4), refills: length),
          .rolling(random.number(1...4), within: length),
          .fromFirstUse(random.number(1...4), within: length)))
    }
    let cost: Int? = random.pick(1, 2, 4, nil)
    let place = random.number(0...parts.count)
    parts.insert(.spend("coins", cost: cost), at: place)
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin")))
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(id: "coins.20", kind: .consumable, name: "20 coins", entitlements: [])
    ]
    let amount = random.number(1...6)
    definition.credits = [
      Wallet(
        id: "coins", sources: [Wallet.Source(product: "coins.20", amount: 20)],
        given: random.chance(60)
          ? [Wallet.Gift(amount: amount, .each(random.pick(.day, .week), upTo: amount + 4))] : [],
        spending: random.chance(30)
          ? Wallet.SpendingLimit(limit: random.number(10...20), window: .day) : nil,
        mayOverdraw: cost != 1 && random.chance(30) ? random.number(1...4) : 0)
    ]
    definition.features = [Feature(id: "draw", rules: [Feature.Rule(allowance: .all(parts))])]
    return try Blueprint(definition)
  }

  /// A blueprint in which two features share limits, alone and beside their own, and a third shares one of them.
  private static func sharing(_ random: inout Seeded) throws -> Blueprint {
    let isSized = random.chance(30)
    let kind: Parent.Kind? = random.chance(30) ? "project" : nil
    func shared(_ random: inout Seeded) -> Feature.Allowance {
      let most = random.number(2...6)
      if random.chance(60) {
        return .upTo(
          most, per: random.pick(.day, .week, .month, .year, .ever), sized: isSized, each: kind,
          counts: "actions")
      }
      let length = Period(random.pick(1, 5, 20, 60), .hour)
      return random.chance(50)
        ? .rolling(most, within: length, sized: isSized, each: kind, counts: "actions")
        : .fromFirstUse(most, within: length, sized: isSized, each: kind, counts: "actions")
    }
    func rule(_ random: inout Seeded) -> Feature.Rule {
      let limit = shared(&random)
      let own: Feature.Allowance = .upTo(random.number(1...4), per: random.pick(.day, .month))
      return Feature.Rule(
        allowance: random.chance(60) ? limit : .all(random.pick([limit, own], [own, limit])))
    }
    /// A rule for some time, which counts without the shared limit, so that this counts only its own uses.
    func apart(_ random: inout Seeded) -> [Feature.Rule] {
      guard kind == nil, random.chance(40) else { return [] }
      let (most, name): (Int, CountedUses.ID?) = (random.number(1...3), random.pick(nil, "apart"))
      let often = PastTest.Count(of: .use("scan"), atLeast: 2, within: Period(3, .day))
      return [
        Feature.Rule(
          when: Condition(past: [.count(often)]),
          allowance: .upTo(most, per: random.pick(.day, .month), counts: name))
      ]
    }
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin"), usesCustomerTimeZone: random.chance(50)))
    definition.hasFreeTier = true
    definition.features = ["scan", "improve"].map { name in
      Feature(id: Feature.ID(name), rules: apart(&random) + [rule(&random)])
    }
    definition.features.append(
      Feature(
        id: "read",
        rules: [
          random.chance(50)
            ? rule(&random) : Feature.Rule(allowance: .upTo(random.number(1...4), per: .day))
        ]))
    return try Blueprint(definition)
  }
}
