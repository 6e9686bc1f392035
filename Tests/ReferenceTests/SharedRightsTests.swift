import Testing
import Tollgate

@Suite("Teams, decided twice")
struct SharedRightsTests {
  @Test("RA-15 a member gets what the reference decider says the owner has if nothing new happens")
  func agrees() throws { try Self.expectAgreement { $0 } }

  @Test("RA-16 a member gets what the reference decider says the stated seats share")
  func agreesOnStatedSeats() throws { try Self.expectAgreement(Self.statingSeats) }

  @Test("RA-15 a member gets what the team gives instead for as long as the reference decider says")
  func agreesOnWhatIsGivenInstead() throws {
    try Self.expectAgreement(giving: ["guest", "member"]) { $0 }
    try Self.expectAgreement(giving: ["guest", "member"], Self.statingSeats)
  }

  @Test("RA-15 a member gets what the reference decider says an owner shares in the team's phases")
  func agreesUnderACondition() throws {
    for phases: Set<Phase> in [[.subscribed], [.trial, .lapsed, .free]] {
      try Self.expectAgreement(in: phases) { $0 }
    }
  }

  private static func expectAgreement(
    giving gives: [Entitlement.ID] = [], in phases: Set<Phase> = Set(Phase.allCases),
    _ change: (Fact) -> Fact
  ) throws {
    let shipped = try Exploration.shippedBlueprints()
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      let sample = Sample(seed: seed, shipped: shipped)
      var definition = sample.blueprint.definition
      let shares = Set(definition.products.flatMap(\.entitlements)).sorted()
      guard !shares.isEmpty else { continue }
      definition.teams = [
        Team(
          id: "family", when: Condition(phases: phases), shares: shares, gives: gives,
          sizes: [Team.Size(seats: 1)])
      ]
      let facts = sample.facts.filter { $0.kind != .seat }.map(change)
      let stamp = Moments.newestStamp(facts) ?? GeneratedHistory.start
      let instants = Moments.all(of: facts, in: definition).filter { $0 >= stamp }
      var random = Seeded(seed)
      guard let now = random.pick(from: instants) else { continue }
      let rights = try Self.rights(from: facts, Blueprint(definition), at: now)
      let reference = ReferenceDecider(definition, facts: facts)
      let later = instants.filter { $0 >= now }
      for _ in 0..<30 {
        guard let instant = random.pick(from: later) else { break }
        let isOpen = phases.contains(reference.phase(at: instant))
        let own = isOpen ? Self.shared(shares, by: reference, at: instant) : []
        let expected = gives.isEmpty || own.isEmpty ? own : gives
        let shared = rights.filter { right in
          right.startsAt <= instant && right.endsAt.map { instant < $0 } ?? true
        }.map(\.entitlement).sorted()
        guard shared == expected else {
          Issue.record(
            "seed \(seed): from \(now), a member has \(shared) at \(instant), and the owner shares \(expected)"
          )
          break
        }
      }
    }
  }

  /// Some grants with no seat or one, the same in every report of a grant.
  private static func statingSeats(_ fact: Fact) -> Fact {
    guard case .grant(let grant) = fact, grant.credits == nil, grant.lasts == nil else {
      return fact
    }
    let number = grant.id.rawValue.utf8.reduce(0) { $0 + Int($1) } % 3
    guard number > 0 else { return fact }
    return .grant(
      Grant(
        id: grant.id, entitlements: grant.entitlements, startsAt: grant.startsAt,
        endsAt: grant.endsAt, revokedAt: grant.revokedAt, notes: grant.notes, name: grant.name,
        givenAt: grant.givenAt, willRenew: grant.willRenew, seats: number - 1))
  }

  /// What an owner shares with the first member of a team of one seat: nothing, if all that the owner has is of grants that
  /// state no seat.
  private static func shared(
    _ shares: [Entitlement.ID], by reference: ReferenceDecider, at instant: Instant
  ) -> [Entitlement.ID] {
    let own = reference.entitlements(at: instant).filter { shares.contains($0) }.sorted()
    let stated = reference.grants.filter { grant in
      grant.seats != nil && grant.startsAt <= instant
        && grant.endsAt.map { instant < $0 } ?? true
        && grant.revokedAt.map { instant < $0 } ?? true
    }
    if stated.isEmpty { return own }
    let ids = stated.map(\.id)
    let rest = ReferenceDecider(
      reference.blueprint,
      facts: reference.facts.filter { fact in
        guard case .grant(let grant) = fact else { return true }
        return !ids.contains(grant.id)
      })
    if rest.entitlements(at: instant).contains(where: { shares.contains($0) }) { return own }
    let hasSeat = stated.contains { grant in
      grant.seats != 0 && grant.entitlements.contains { shares.contains($0) }
    }
    return hasSeat ? own : []
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
