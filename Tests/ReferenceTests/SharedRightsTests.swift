import Testing
import Tollgate

@Suite("Teams, decided twice")
struct SharedRightsTests {
  @Test("RA-15 a member gets what the reference decider says the owner has if nothing new happens")
  func agrees() throws {
    let shipped = try Exploration.shippedBlueprints()
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      let sample = Sample(seed: seed, shipped: shipped)
      var definition = sample.blueprint.definition
      let shares = Set(definition.products.flatMap(\.entitlements)).sorted()
      guard !shares.isEmpty else { continue }
      definition.teams = [Team(id: "family", shares: shares, sizes: [Team.Size(seats: 1)])]
      let facts = sample.facts.filter { $0.kind != .seat }
      let stamp = Moments.newestStamp(facts) ?? GeneratedHistory.start
      let instants = Moments.all(of: facts, in: definition).filter { $0 >= stamp }
      var random = Seeded(seed)
      guard let now = random.pick(from: instants) else { continue }
      let rights = try Self.rights(from: facts, Blueprint(definition), at: now)
      let reference = ReferenceDecider(definition, facts: facts)
      let later = instants.filter { $0 >= now }
      for _ in 0..<30 {
        guard let instant = random.pick(from: later) else { break }
        let expected = reference.entitlements(at: instant).filter { shares.contains($0) }.sorted()
        let shared = rights.filter { right in
          right.startsAt <= instant && right.endsAt.map { instant < $0 } ?? true
        }.map(\.entitlement).sorted()
        guard shared == expected else {
          Issue.record(
            "seed \(seed): from \(now), a member has \(shared) at \(instant), and the owner \(expected)"
          )
          break
        }
      }
    }
  }

  /// What somebody gets who joins an owner's team.
  private static func rights(
    from facts: [Fact], _ blueprint: Blueprint, at now: Instant
  ) -> [TeamSeat.Right] {
    let seat = TeamSeat(
      id: "seat", team: "family", side: .owner, number: 2, owner: "owner", member: "member",
      invitedAt: now, expiresAt: now.adding(Period(7, .day)), joinedAt: now)
    let owner = Customer(facts + [.seat(seat)])
    return blueprint.changedSeats(of: owner, at: now).first?.rights ?? []
  }
}
