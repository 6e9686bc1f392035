import Tollgate
import TollgateLedger
import TollgateWire

/// What a customer shares with another one, whose record counts everybody's: the uses of a purchase's trial, and the uses
/// and held items of the features that a team counts together.
struct SharedUses {
  private enum Counted {
    case trial(TrialUseFilter)
    case seat(PooledSeat)
  }

  /// A customer's seat in a team that counts features together.
  fileprivate struct PooledSeat {
    let seat: TeamSeat
    let features: Set<Feature.ID>
    let blueprint: Blueprint
    /// How many items the owner and the other members hold.
    let others: [Fact]
  }

  /// The record of the owner of the purchase or the team, to which everyone's uses are also written.
  let owner: CustomerRecord
  private let counted: Counted

  fileprivate init(owner: CustomerRecord, trial: TrialUseFilter) {
    self.owner = owner
    counted = .trial(trial)
  }

  fileprivate init(owner: CustomerRecord, seat: PooledSeat) {
    self.owner = owner
    counted = .seat(seat)
  }

  /// Joins what others used and hold into the customer of a record.
  fileprivate func join(into customer: inout Customer, of record: CustomerRecord) {
    switch counted {
    case .trial(let filter):
      for fact in filter.facts(of: owner.customer) { customer.join(fact) }
    case .seat(let pooled):
      for feature in pooled.features.sorted() {
        customer.join(
          usesOf: feature, countedBy: owner.customer, besides: record.absorbed.union([record.id]))
      }
      for fact in pooled.others { customer.join(fact) }
    }
  }

  /// Whether a fact is a use that counts for all, or the reservation of one.
  fileprivate func counts(_ fact: Fact) -> Bool {
    switch counted {
    case .trial(let filter): filter.counts(fact)
    case .seat(let pooled): fact.pooledFeature.map(pooled.features.contains) ?? false
    }
  }

  /// What follows for the owner from the items that a customer adds, releases or changes: how many the customer holds
  /// afterwards, and reservations that became items.
  ///
  /// - Parameter customer: The customer with the facts.
  fileprivate func items(following facts: [Fact], of customer: Customer, at now: Instant) -> [Fact]
  {
    guard case .seat(let pooled) = counted, !facts.isEmpty else { return [] }
    let closed = facts.compactMap { fact -> Fact? in
      guard case .item(let change) = fact, pooled.features.contains(change.feature) else {
        return nil
      }
      return owner.customer.closingReservation(of: change, at: now)
    }
    return closed
      + pooled.blueprint.changedItems(
        in: pooled.seat, of: customer, countedBy: owner.customer, at: now)
  }
}

extension [SharedUses] {
  /// The customer with everything that counts for all, no matter who used it.
  func joined(into record: CustomerRecord) -> Customer {
    reduce(into: record.customer) { $1.join(into: &$0, of: record) }
  }

  /// Refuses facts that count for all if the owner's record has no room for them; uses without a limit are left out there.
  func check(_ facts: [Fact], at now: Instant) throws(Problem) {
    for shared in self {
      _ = try RecordLimits.recorded(
        facts.filter(shared.counts), for: shared.owner.customer, at: now)
    }
  }

  /// What is written to the owners of what is shared: the facts that count for all, and how many items the customer holds.
  ///
  /// It is based on the owners' records that the decision read, so that a decision at the same moment about anybody who
  /// shares with them is made again.
  ///
  /// - Parameter customer: The customer with the facts.
  func releases(of facts: [Fact], by customer: Customer, at now: Instant) -> [LedgerRelease] {
    Dictionary(grouping: self, by: \.owner.id).sorted { $0.key < $1.key }.compactMap {
      owner, shared in
      guard let record = shared.first?.owner else { return nil }
      let uses = facts.filter { fact in shared.contains { $0.counts(fact) } }.map(\.shared)
      // Who released something is not refused for want of room.
      let recorded = (try? RecordLimits.recorded(uses, for: record.customer, at: now)) ?? uses
      let counted =
        recorded + shared.flatMap { $0.items(following: facts, of: customer, at: now) }
      guard !counted.isEmpty else { return nil }
      return LedgerRelease(customer: owner, expectedVersion: record.version, facts: counted)
    }
  }
}

extension CustomerRecords {
  /// What a customer shares with others now; empty without anything, and for the owner.
  func sharedUses(
    of record: CustomerRecord, _ membership: Membership, in app: ServedApp
  ) async throws(Problem) -> [SharedUses] {
    var shared = try await teamUses(of: record, in: app, at: membership.instant)
    if app.hasTrialsOfPurchases,
      let trial = try await sharedTrial(of: record, membership, in: app)
    {
      shared.append(trial)
    }
    return shared
  }

  /// What a customer shares with others; does not read the ledger if no purchase starts a trial and no team counts uses
  /// together.
  func sharedUses(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [SharedUses] {
    guard app.hasTrialsOfPurchases else { return try await teamUses(of: record, in: app, at: now) }
    return try await sharedUses(
      of: record, Membership(of: record.customer, in: app.blueprint, at: now), in: app)
  }

  /// Whether a customer certainly shares nothing with another one, whose record then need not be read.
  func isAlone(_ record: CustomerRecord, in app: ServedApp, at now: Instant) -> Bool {
    guard record.customer.seatCount == 0 else { return false }
    guard app.hasTrialsOfPurchases,
      let trial = Membership(of: record.customer, in: app.blueprint, at: now).trial
    else { return true }
    return !trial.isActive || trial.purchase == nil
  }

  /// The trial that a customer shares, while it is running, or nil if there isn't one or it is the customer's own.
  private func sharedTrial(
    of record: CustomerRecord, _ membership: Membership, in app: ServedApp
  ) async throws(Problem) -> SharedUses? {
    guard let trial = membership.trial, trial.isActive, let purchase = trial.purchase,
      let uses = TrialUseFilter(trial, of: purchase, record.customer, in: app),
      case .customer(let owner) = try await ownership(of: purchase, in: app), owner != record.id,
      let holder = try await self.record(of: owner, in: app)
    else { return nil }
    return SharedUses(owner: holder, trial: uses)
  }

  /// What the teams of which a customer is a member count together, while the customer has something from the owner.
  private func teamUses(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [SharedUses] {
    var shared: [SharedUses] = []
    for seat in record.customer.heldSeats where seat.gives(at: now) {
      guard let team = app.blueprint.team(seat.team), !team.pooled.isEmpty, let id = seat.owner,
        let owner = try await present(id, in: app), owner.id != record.id
      else { continue }
      let others = app.blueprint.othersItems(in: seat, of: owner.customer, at: now)
      shared.append(
        SharedUses(
          owner: owner,
          seat: SharedUses.PooledSeat(
            seat: seat, features: Set(team.pooled), blueprint: app.blueprint, others: others)))
    }
    return shared
  }
}

extension Fact {
  /// The feature whose use it makes, reserves or releases, if that counts: toward a limit of uses or of held items, or,
  /// without a limit, for the owner's conditions.
  fileprivate var pooledFeature: Feature.ID? {
    switch self {
    case .use(let use): use.feature
    case .reservation(let fact) where !fact.terms.takesPlace: nil
    default: value.countedUse?.feature
    }
  }
}
