import Testing
import Tollgate

@Suite("Members of a team, decided twice")
struct TeamMembersTests {
  private static let tests: [PastTest] = [
    .members(of: "family", lessThan: 1), .members(of: "family", atLeast: 1),
    .members(of: "family", atLeast: 2, lessThan: 4), .members(of: "crew", atLeast: 2),
  ]

  @Test(
    "RA-15 the engine counts a team's members as the reference decider does, and the next change is exact"
  )
  func agrees() throws {
    let blueprint = try Self.blueprint()
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      var owner = Owner()
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            0, random.time(upTo: .hour), random.time(upTo: .day), random.time(upTo: 3 * .day)))
        owner.step(step, at: now, &random)
        let reference = ReferenceDecider(
          blueprint.definition, facts: owner.facts.shuffled(using: &random))
        let customer = Customer(owner.facts.shuffled(using: &random))
        let membership = Membership(of: customer, in: blueprint, at: now)
        let expected = Self.holding(reference, at: now)
        #expect(Self.tests.map { membership.holds($0) } == expected, "seed \(seed), step \(step)")
        let end = membership.nextChange ?? now.adding(Period(1, .year))
        let before = Self.holding(reference, at: end.adding(milliseconds: -1))
        #expect(before == expected, "seed \(seed), step \(step)")
        guard let next = membership.nextChange else { continue }
        #expect(Self.holding(reference, at: next) != expected, "seed \(seed), step \(step)")
      }
    }
  }

  private static func holding(_ reference: ReferenceDecider, at now: Instant) -> [Bool] {
    tests.map { reference.holds($0, phase: .free, at: now) }
  }

  /// A blueprint with two teams and a feature for each test.
  private static func blueprint() throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"))
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    definition.teams = ["family", "crew"].map { name in
      Team(id: name, shares: ["pro"], sizes: [Team.Size(seats: 4)])
    }
    for (position, test) in tests.enumerated() {
      definition.features.append(
        Feature(
          id: Feature.ID("feature-\(position)"),
          rules: [
            Feature.Rule(when: Condition(past: [test]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ]))
    }
    return try Blueprint(definition)
  }
}

/// An owner who invites to two teams, and those who join and leave them; some turn out to be the owner.
private struct Owner {
  private(set) var facts: [Fact] = []
  private var seats: [TeamSeat] = []

  /// One thing that happens; the step names it.
  mutating func step(_ step: Int, at now: Instant, _ random: inout Seeded) {
    guard random.chance(60), let seat = random.pick(from: seats), seat.endedAt == nil else {
      let name = TeamSeat.ID("\(step)")
      return record(
        TeamSeat(
          id: name, team: random.pick("family", "crew"), side: .owner, owner: "me",
          invitedAt: now, expiresAt: now.adding(milliseconds: .hour + random.time(upTo: 9 * .day))))
    }
    if seat.joinedAt != nil || random.chance(30) {
      record(
        version(
          after: seat, member: seat.member, joinedAt: seat.joinedAt, endedAt: now,
          seat.joinedAt == nil ? .withdrawn : random.pick(.removed, .left)))
    } else if now < seat.expiresAt {
      let joined = version(after: seat, member: "ann", joinedAt: now)
      record(joined)
      if random.chance(15) { facts.append(.seat(ofMember(joined))) }
    }
  }

  private mutating func record(_ seat: TeamSeat) {
    seats.removeAll { $0.id == seat.id }
    seats.append(seat)
    facts.append(.seat(seat))
  }

  /// The next version of a seat, in the owner's record.
  private func version(
    after seat: TeamSeat, member: Customer.ID?, joinedAt: Instant?, endedAt: Instant? = nil,
    _ ending: TeamSeat.Ending? = nil
  ) -> TeamSeat {
    TeamSeat(
      id: seat.id, team: seat.team, side: .owner, number: seat.number + 1, owner: seat.owner,
      member: member, invitedAt: seat.invitedAt, expiresAt: seat.expiresAt, joinedAt: joinedAt,
      endedAt: endedAt, ending: ending)
  }

  /// The same seat in a member's record.
  private func ofMember(_ seat: TeamSeat) -> TeamSeat {
    TeamSeat(
      id: seat.id, team: seat.team, side: .member, number: seat.number, owner: seat.owner,
      member: seat.member, invitedAt: seat.invitedAt, expiresAt: seat.expiresAt,
      joinedAt: seat.joinedAt)
  }
}
