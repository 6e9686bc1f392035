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
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            random.time(upTo: .hour), random.time(upTo: 3 * .day), random.time(upTo: 20 * .day)))
        switch random.number(0...9) {
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
                endsAt: grant.endsAt, revokedAt: now, name: grant.name, givenAt: grant.givenAt)))
        default:
          let name = random.pick(from: blueprint.definition.grants)?.id ?? "none"
          let giver = random.pick(GrantTerms.Giver.support, .backend)
          let expected = ReferenceDecider(blueprint.definition, facts: facts)
            .gift(name, by: giver, at: now)
          let given = Self.given(
            name, by: giver, to: Customer(facts), as: Grant.ID("\(step)"), by: blueprint, at: now)
          #expect(given?.startsAt == expected?.start, "seed \(seed), step \(step)")
          #expect(given?.endsAt == expected?.end, "seed \(seed), step \(step)")
          if let given { facts.append(.grant(given)) }
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
    for name in ["referral", "quest", "voucher"] {
      let lasts: Period? =
        random.chance(90)
        ? random.pick(Period(1, .day), Period(7, .day), Period(1, .month)) : nil
      definition.grants.append(
        GrantTerms(
          id: GrantTerms.ID(name), giver: random.pick(.support, .backend, .backend),
          entitlements: random.pick(["pro"], ["pro"], ["extra"], ["pro", "extra"]), lasts: lasts,
          waitsFor: random.chance(70) ? .grants : .nothing,
          limit: random.chance(70) ? random.number(1...4) : nil,
          window: random.pick(.day, .week, .month, .ever)))
    }
    return try Blueprint(definition)
  }
}
