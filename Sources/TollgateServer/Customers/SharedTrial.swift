import Tollgate
import TollgateLedger
import TollgateWire

/// A trial of a purchase that a customer shares with its owner, whose record counts all uses.
struct SharedTrial {
  /// The record of the purchase's owner, to which every sharer's uses are also written.
  let owner: CustomerRecord
  /// Which uses count toward the trial.
  let uses: TrialUseFilter

  /// The customer with everything that counts toward the trial, whoever used it.
  func joined(into customer: Customer) -> Customer {
    var joined = customer
    for fact in uses.facts(of: owner.customer) { joined.join(fact) }
    return joined
  }
}

extension CustomerRecords {
  /// The trial that a customer shares, while it is running, or nil if there isn't one or it is the customer's own.
  func sharedTrial(
    of record: CustomerRecord, _ membership: Membership, in app: ServedApp
  ) async throws(Problem) -> SharedTrial? {
    guard let trial = membership.trial, trial.isActive, let purchase = trial.purchase,
      let uses = TrialUseFilter(trial, of: purchase, record.customer, in: app),
      case .customer(let owner) = try await ownership(of: purchase, in: app), owner != record.id,
      let holder = try await self.record(of: owner, in: app)
    else { return nil }
    return SharedTrial(owner: holder, uses: uses)
  }

  /// The trial that a customer shares, while it is running; does not read the ledger if no purchase starts a trial.
  func sharedTrial(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> SharedTrial? {
    guard app.hasTrialsOfPurchases else { return nil }
    return try await sharedTrial(
      of: record, Membership(of: record.customer, in: app.blueprint, at: now), in: app)
  }
}
