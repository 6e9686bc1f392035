import Tollgate
import TollgateLedger
import TollgateWire

extension CustomerWriter {
  /// Adds to a change what it changes for the members of teams, so that one commit takes from them what their owner loses.
  ///
  /// Every change goes through here: whatever happens to an owner, a member's record says the same from then on.
  ///
  /// - Parameters:
  ///   - decided: The change, without what follows for members.
  ///   - record: The record that it was decided on.
  /// - Returns: The change, with the next version of each seat that it changes, for the owner and the member.
  /// - Throws: `Problem` if a member's record cannot be read.
  func sharing(
    _ decided: CustomerWrite, on record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerWrite {
    var change = decided
    if record.customer.seatCount > 0 || decided.facts.contains(where: { $0.kind == .seat }) {
      let customer = decided.customer(after: record)
      try await share(decided.facts, by: customer, record, to: &change, on: record, in: app)
      try await endSeats(heldTwiceBy: customer, in: &change, on: record, in: app)
    }
    guard !app.blueprint.definition.teams.isEmpty else { return change }
    for release in decided.releases {
      guard let other = try await records.record(of: release.customer, in: app),
        other.customer.seatCount > 0
      else { continue }
      var customer = other.customer
      for fact in release.facts { customer.join(fact) }
      try await share(release.facts, by: customer, other, to: &change, on: record, in: app)
    }
    if app.blueprint.poolsItems { try await countItems(in: &change, on: record, in: app) }
    return change
  }

  /// Adds to the owners of teams how many items their members hold of what a team counts together, where a change leads to
  /// another number: that of a customer who is written to, or of a member whose seat changes.
  private func countItems(
    in change: inout CustomerWrite, on record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) {
    let facts = change.facts + change.releases.flatMap(\.facts)
    let changed = facts.compactMap { fact -> TeamSeat? in
      if case .seat(let seat) = fact, seat.side == .owner { seat } else { nil }
    }
    if changed.isEmpty, record.customer.seatCount == 0 { return }
    var counted: Set<TeamSeat.ID> = []
    for seat in change.customer(after: record).takenSeats + changed
    where counted.insert(seat.id).inserted {
      guard let ownerID = seat.owner, let owner = try await records.present(ownerID, in: app),
        let memberID = seat.member, let member = try await records.present(memberID, in: app),
        owner.id != member.id
      else { continue }
      let sharing = change.customer(afterItOf: owner, on: record)
      guard let shared = sharing.sharedSeat(seat.id), shared.isTaken else { continue }
      let holding = change.customer(afterItOf: member, on: record)
      for fact in app.blueprint.changedItems(
        in: shared, of: holding, countedBy: sharing, at: change.at)
      {
        change.add(fact, to: owner, on: record)
      }
    }
  }

  /// Ends the duplicate seats of a customer because two members of a team, or two owners, turned out to be one; the
  /// earlier seat stays.
  private func endSeats(
    heldTwiceBy customer: Customer, in change: inout CustomerWrite, on record: CustomerRecord,
    in app: ServedApp
  ) async throws(Problem) {
    let taken = customer.takenSeats
    if Set(taken.map(\.team)).count == taken.count { return }
    var owners: [Customer.ID: CustomerRecord] = [:]
    var kept: [Customer.ID: Set<Team.ID>] = [:]
    var ended: [Customer.ID: [Fact]] = [:]
    for held in taken {
      guard let id = held.owner, let owner = try await records.present(id, in: app),
        owner.id != record.id, owner.id != change.absorbs?.customer,
        let seat = owner.customer.sharedSeat(held.id), seat.isTaken
      else { continue }
      owners[owner.id] = owner
      if kept[owner.id, default: []].insert(held.team).inserted { continue }
      ended[owner.id, default: []].append(.seat(seat.ended(.left, at: change.at)))
    }
    for (id, facts) in ended.sorted(by: { $0.key < $1.key }) {
      guard let owner = owners[id] else { continue }
      var sharing = owner.customer
      for fact in facts {
        sharing.join(fact)
        change.add(fact, to: owner, on: record)
      }
      try await share(facts, by: sharing, owner, to: &change, on: record, in: app)
    }
  }

  /// Adds what follows for the members of one customer's teams.
  ///
  /// - Parameters:
  ///   - facts: What is recorded for the owner.
  ///   - customer: The owner with these facts.
  ///   - owner: The owner's record.
  ///   - sharers: The customers whose members are up to date already.
  private func share(
    _ facts: [Fact], by customer: Customer, _ owner: CustomerRecord,
    to change: inout CustomerWrite, on record: CustomerRecord, in app: ServedApp,
    after sharers: Set<Customer.ID> = []
  ) async throws(Problem) {
    var customer = customer
    var seats = Set(facts.compactMap(\.sharedSeat))
    for seat in app.blueprint.changedSeats(of: customer, at: change.at) {
      customer.join(.seat(seat))
      change.add(.seat(seat), to: owner, on: record)
      seats.insert(seat.id)
    }
    for id in seats.sorted() {
      guard let seat = customer.sharedSeat(id), let member = seat.member,
        let survivor = try await records.present(member, in: app)
      else { continue }
      change.add(.seat(seat.forMember), to: survivor, on: record)
      // The seat moves a waiting grant of the member's, which the member may share in a team of their own.
      let sharers = sharers.union([owner.id, record.id])
      guard !sharers.contains(survivor.id), survivor.customer.sharesGrantThatWaits else { continue }
      var sharing = survivor.customer
      sharing.join(.seat(seat.forMember))
      try await share([], by: sharing, survivor, to: &change, on: record, in: app, after: sharers)
    }
  }
}

extension CustomerRecords {
  /// The record that has a customer's facts now; nil for one who is unknown or was erased.
  func present(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let known = try await record(of: customer, in: app) else { return nil }
    let survivor = try await survivor(of: known, in: app)
    return survivor.isErased ? nil : survivor
  }
}

extension Customer {
  /// Whether members of the customer's teams may have what a grant that waits gives.
  fileprivate var sharesGrantThatWaits: Bool {
    sharedSeats.contains(where: \.isTaken) && allGrants.contains { $0.lasts != nil }
  }
}

extension CustomerWrite {
  /// A customer, as far as it is known, with what the change writes to them.
  fileprivate func customer(
    afterItOf other: CustomerRecord, on record: CustomerRecord
  ) -> Customer {
    if other.id == record.id { return customer(after: record) }
    var customer = other.customer
    if other.id == absorbs?.customer { for fact in facts { customer.join(fact) } }
    for release in releases where release.customer == other.id {
      for fact in release.facts { customer.join(fact) }
    }
    return customer
  }

  /// Adds a fact for a customer: the one that is written to or merged into it, or another one.
  fileprivate mutating func add(
    _ fact: Fact, to customer: CustomerRecord, on record: CustomerRecord
  ) {
    if customer.id == record.id || customer.id == absorbs?.customer {
      facts.append(fact)
      self.customer?.join(fact)
    } else if let position = releases.firstIndex(where: { $0.customer == customer.id }) {
      releases[position].facts.append(fact)
    } else {
      releases.append(
        LedgerRelease(
          customer: customer.id, expectedVersion: customer.version, facts: [fact]))
    }
  }
}

extension Fact {
  /// The seat that the fact records for its owner; nil for any other fact.
  fileprivate var sharedSeat: TeamSeat.ID? {
    if case .seat(let seat) = self, seat.side == .owner { seat.id } else { nil }
  }
}
