import Testing
import Tollgate

@Suite("Listed grants, decided twice")
struct ListedGrantTests {
  @Test("RA-2 the engine gives listed grants as the reference decider does")
  func agrees() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      var store = GrantedStore()
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            random.time(upTo: .hour), random.time(upTo: 3 * .day), random.time(upTo: 20 * .day)))
        switch random.number(0...14) {
        case 0:
          facts.append(
            .attribute(
              AttributeChange(
                attribute: "timeZone", setBy: .device,
                value: .string(random.pick("UTC", "Asia/Tokyo", "America/New_York")), at: now)))
        case 1:
          guard case .grant(let grant)? = random.pick(from: facts) else { continue }
          facts.append(
            .grant(
              Grant(
                id: grant.id, entitlements: grant.entitlements, startsAt: grant.startsAt,
                endsAt: grant.endsAt, lasts: grant.lasts, revokedAt: now, name: grant.name,
                givenAt: grant.givenAt)))
        case 2...5: facts += store.step(step, &random, at: now)
        default:
          let name = random.pick(from: blueprint.definition.grants)?.id ?? "none"
          let giver = random.pick(GrantTerms.Giver.support, .backend)
          let expected = ReferenceDecider(blueprint.definition, facts: facts)
            .gift(name, by: giver, at: now)
          let given = Self.given(
            name, by: giver, to: Customer(facts), as: Grant.ID("\(step)"), by: blueprint, at: now)
          #expect(given?.startsAt == expected?.start, "seed \(seed), step \(step)")
          #expect(given?.endsAt == expected?.end, "seed \(seed), step \(step)")
          #expect(given?.lasts == expected?.lasts, "seed \(seed), step \(step)")
          if let given { facts.append(.grant(given)) }
        }
        guard random.chance(30) else { continue }
        let seen = Membership(of: Customer(facts), in: blueprint, at: now)
        let reference = ReferenceDecider(blueprint.definition, facts: facts)
        let entitlements = reference.entitlements(at: now).sorted()
        let waiting = reference.waiting(at: now).map { "\($0.id) \($0.daysLeft)" }
        guard seen.entitlements.sorted() == entitlements,
          seen.waitingGrants.map({ "\($0.id) \($0.daysLeft)" }) == waiting
        else {
          Issue.record(
            """
            seed \(seed), step \(step), at \(now): \(seen.entitlements) and \
            \(seen.waitingGrants.map { "\($0.id) \($0.daysLeft)" }) waiting, and in the reference \
            \(entitlements) and \(waiting)
            \(facts.map { "  " + Rendering.line(of: $0) }.joined(separator: "\n"))
            """)
          break
        }
      }
    }
  }

  /// What the engine gives; nil if it refuses.
  private static func given(
    _ name: GrantTerms.ID, by giver: GrantTerms.Giver, to customer: Customer, as id: Grant.ID,
    by blueprint: Blueprint, at now: Instant
  ) -> Grant? {
    do throws(GrantRefusal) {
      return try blueprint.give(name, by: giver, to: customer, as: id, at: now)
    } catch {
      return nil
    }
  }

  /// A blueprint that lists three grants of two entitlements.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        timeZone: random.pick("UTC", "Europe/Berlin"), usesCustomerTimeZone: random.chance(50)))
    definition.products = [
      CatalogProduct(
        id: "monthly", kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
        price: Money(milliunits: 9990, currency: "USD"), period: Period(1, .month), group: "plans"),
      CatalogProduct(
        id: "pass", kind: .nonRenewing, name: "Pass", entitlements: ["pro", "extra"],
        price: Money(milliunits: 990, currency: "USD"), period: Period(5, .day), addsUp: false),
    ]
    for name in ["referral", "quest", "voucher"] {
      let lasts: Period? =
        random.chance(90)
        ? random.pick(Period(1, .day), Period(7, .day), Period(1, .month)) : nil
      let waitsFor = random.pick(
        GrantTerms.Wait.grants, .nothing, .nothing, .purchases, .purchases)
      definition.grants.append(
        GrantTerms(
          id: GrantTerms.ID(name), giver: random.pick(.support, .backend, .backend),
          when: condition(&random),
          entitlements: random.pick(["pro"], ["pro"], ["extra"], ["pro", "extra"]), lasts: lasts,
          until: waitsFor == .nothing && random.chance(40) ? date(&random) : nil,
          waitsFor: waitsFor,
          limit: random.chance(70) ? random.number(1...4) : nil,
          window: random.pick(.day, .week, .month, .year, .ever),
          within: random.chance(30) ? Period(random.number(1...40), .day) : nil))
    }
    return try Blueprint(definition)
  }

  /// What must hold for a customer who is given something; mostly nothing.
  private static func condition(_ random: inout Seeded) -> Condition {
    if random.chance(60) { return .always }
    return random.pick(
      Condition(phases: [.blocked, .lapsed]), Condition(notEntitled: ["extra"]),
      Condition(products: ["monthly"]), Condition(not: [Condition(entitled: ["pro"])]))
  }

  private static func date(_ random: inout Seeded) -> EventDate {
    let day = GeneratedHistory.start.adding(Period(1, .day), times: random.number(10...200))
    return EventDate(day, isLocal: random.chance(50))
  }
}

/// What a customer buys and shares beside the grants: subscriptions without renewal information, passes, refunds,
/// transfers and seats.
private struct GrantedStore {
  private var bought: [StoreTransaction] = []
  /// The last transfer of each purchase.
  private var transfers: [PurchaseID: PurchaseTransfer] = [:]

  /// One thing that happens; the step names it.
  mutating func step(_ step: Int, _ random: inout Seeded, at now: Instant) -> [Fact] {
    switch random.number(0...7) {
    case 0, 1, 2: return buy(step, &random, at: now)
    case 3: return refund(&random, at: now)
    case 4, 5: return transfer(&random, at: now)
    default: return [seat(step, &random, at: now)]
    }
  }

  /// Buys something, renews what ended, or gets a purchase that somebody else made.
  private mutating func buy(_ step: Int, _ random: inout Seeded, at now: Instant) -> [Fact] {
    let id = StoreTransaction.ID("\(1000 + step)")
    var original = StoreTransaction.OriginalID("\(1000 + step)")
    var start = now
    let product: CatalogProduct.ID = random.pick("monthly", "monthly", "pass")
    let comes = random.chance(25)
    if product == "monthly", !comes, random.chance(60),
      let last = bought.last(where: { $0.product == "monthly" }), let end = last.expiresAt,
      end <= now, last.revokedAt == nil
    {
      original = last.originalID
      // Renewals can be reported late.
      if random.chance(50) { start = end }
    } else if comes {
      start = now.adding(milliseconds: -random.time(upTo: 10 * .day))
    }
    let transaction = StoreTransaction(
      id: id, originalID: original, product: product, purchasedAt: start,
      expiresAt: product == "monthly"
        ? start.adding(milliseconds: .day + random.time(upTo: 15 * .day)) : nil, signedAt: now)
    bought.append(transaction)
    let fact = Fact.transaction(transaction)
    return comes ? [fact, move(transaction.purchase, isHeld: true, at: now)] : [fact]
  }

  private mutating func refund(_ random: inout Seeded, at now: Instant) -> [Fact] {
    guard let one = random.pick(from: bought), one.revokedAt == nil else { return [] }
    let refunded = StoreTransaction(
      id: one.id, originalID: one.originalID, product: one.product, purchasedAt: one.purchasedAt,
      expiresAt: one.expiresAt, revokedAt: now, signedAt: now)
    bought.removeAll { $0.id == one.id }
    bought.append(refunded)
    return [.transaction(refunded)]
  }

  /// Transfers a purchase to somebody else, or back.
  private mutating func transfer(_ random: inout Seeded, at now: Instant) -> [Fact] {
    guard let purchase = random.pick(from: bought)?.purchase else { return [] }
    return [move(purchase, isHeld: !(transfers[purchase]?.isHeld ?? true), at: now)]
  }

  private mutating func move(_ purchase: PurchaseID, isHeld: Bool, at now: Instant) -> Fact {
    let transfer = PurchaseTransfer(
      purchase: purchase, isHeld: isHeld, number: 1 + (transfers[purchase]?.number ?? 0),
      spent: [], at: now)
    transfers[purchase] = transfer
    return .transfer(transfer)
  }

  private func seat(_ step: Int, _ random: inout Seeded, at now: Instant) -> Fact {
    .seat(
      TeamSeat(
        id: TeamSeat.ID("\(step)"), team: "family", side: .member, owner: "owner", member: "me",
        invitedAt: now, expiresAt: now.adding(milliseconds: .day), joinedAt: now,
        rights: [
          TeamSeat.Right(
            entitlement: random.pick("pro", "extra"), startsAt: now,
            endsAt: now.adding(milliseconds: random.time(upTo: 12 * .day)))
        ]))
  }
}
