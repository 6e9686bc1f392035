import Tollgate
import TollgateLedger
import TollgateWire

extension PurchaseIntake {
  /// Records a purchase that a caller presents.
  ///
  /// Who has the purchase is read inside the write and claimed by it, so that two presenters cannot both get it.
  ///
  /// - Parameter caller: The caller; one who was merged posts for the customer they were merged into.
  /// - Throws: `Problem` with code `sandbox_not_allowed`, `owned_by_another_customer` or `busy`.
  func record(
    _ update: StoreUpdate, for caller: Caller, isRestore: Bool
  ) async throws(Problem) {
    let app = caller.app
    if app.answersRevenueCat { try await updates.openBuyer(of: update, in: app) }
    for _ in 0..<CustomerWriter.attempts {
      let presenter = try await records.survivor(
        of: try await records.record(of: caller), in: app
      ).id
      try await records.requireAllowed(update, for: presenter, in: app)
      var holders = PurchaseHolders(ownership: .unclaimed)
      var assignment = PurchaseAssignment.unchanged
      _ = try await writer.write(to: presenter, in: app) {
        (record, _) async throws(Problem) -> WriteDecision in
        guard record.mergedInto == nil else {
          throw Problem(.busy, "The customer was merged at the same time.")
        }
        holders = try await records.holders(of: update.purchase, in: app)
        assignment = try await updates.assignment(
          of: update, to: record, holders, isRestore: isRestore, in: app)
        return try await updates.decision(assignment, update, on: record, in: app)
      }
      switch assignment {
      case .unchanged, .claimed, .merged, .transferred, .shared:
        if case .transferred(let former) = assignment {
          await app.unclaimSeats(of: update.purchase, sharedBy: former.customer)
        }
        try await notifyOthers(than: presenter, of: update, holders, in: app)
        return
      case .kept:
        // A sign-in may have merged the presenter into the owner in between.
        guard try await records.reload(presenter, in: app)?.mergedInto == nil else { continue }
        try await notifyOthers(than: presenter, of: update, holders, in: app)
        throw Problem(
          .ownedByAnotherCustomer, "The purchase belongs to another account: sign in to it.")
      case .reserved(let buyer):
        try await records.requireAllowed(update, for: buyer.id, in: app)
        try await updates.give(update, to: buyer.id, in: app)
      }
    }
    throw Problem(.busy, "The purchase is being transferred. Try again.")
  }

  /// Records the update for the other customers who had the purchase, apart from the presenter.
  private func notifyOthers(
    than presenter: Customer.ID, of update: StoreUpdate, _ holders: PurchaseHolders,
    in app: ServedApp
  ) async throws(Problem) {
    guard !holders.others(than: presenter).isEmpty else { return }
    // Read again: a customer who came to share the purchase since may not have the update.
    let current = try await records.holders(of: update.purchase, in: app)
    for other in current.others(than: presenter) {
      try await updates.record(update, for: other, in: app)
    }
  }

}

extension StoreUpdateRecorder {
  /// Gives a purchase to the customer named by the store's signature, as if a device of theirs had posted it.
  ///
  /// - Parameter receipt: The notification that brought it; recorded unless the customers who have the purchase already
  ///   must get the update as well.
  /// - Returns: How many facts were recorded, and whether the receipt was; nil if the purchase is not theirs any more.
  /// - Throws: `Problem` if it cannot be recorded.
  @discardableResult
  func give(
    _ update: StoreUpdate, to buyer: Customer.ID, receipt: LedgerClaim? = nil, in app: ServedApp
  ) async throws(Problem) -> Given? {
    var given: Given?
    var former: CustomerRecord?
    let result = try await writer.write(to: buyer, in: app) {
      (record, _) async throws(Problem) -> WriteDecision in
      given = nil
      former = nil
      guard record.mergedInto == nil else { return .nothing }
      let holders = try await records.holders(of: update.purchase, in: app)
      let assignment = try await assignment(
        of: update, to: record, holders, isRestore: false, in: app)
      switch assignment {
      case .unchanged, .kept, .reserved: return .nothing
      case .merged, .transferred, .shared:
        given = Given(isReceiptRecorded: false)
        if case .transferred(let owner) = assignment { former = owner }
        return try await decision(assignment, update, on: record, in: app)
      case .claimed:
        given = Given(isReceiptRecorded: true)
        let decision = try await decision(assignment, update, on: record, in: app)
        guard let receipt, case .append(var change) = decision else { return decision }
        change.claims.append(receipt)
        return .append(change)
      }
    }
    given?.facts = result.facts.count
    if let former { await app.unclaimSeats(of: update.purchase, sharedBy: former.customer) }
    return given
  }

  /// What was recorded for the buyer of a purchase.
  struct Given {
    var facts = 0
    let isReceiptRecorded: Bool
  }

  /// Opens the account under the name that RevenueCat's SDK had the store sign, unless it exists or somebody has the
  /// purchase: reading a name's customer records nothing, so an account may begin with what the store reports.
  func openBuyer(of update: StoreUpdate, in app: ServedApp) async throws(Problem) {
    guard let id = update.signedFor, let name = AppUserID(signed: id),
      try await records.record(of: id, in: app) == nil,
      try await records.ownership(of: update.purchase, in: app).customer == nil,
      try await records.allows(update, for: id, in: app)
    else { return }
    _ = try await AppUsers(writer: writer).open(name, in: app)
  }
}

extension StoreUpdateRecorder {
  /// What to append when a presenter gets a purchase.
  func decision(
    _ assignment: PurchaseAssignment, _ update: StoreUpdate, on record: CustomerRecord,
    in app: ServedApp
  ) async throws(Problem) -> WriteDecision {
    switch assignment {
    case .kept, .reserved: return .nothing
    case .unchanged: return .appending(try await merging(nil, update, into: record, in: app))
    case .claimed(nil):
      var change = try await merging(nil, update, into: record, in: app)
      change.claims.append(.purchase(update.purchase))
      return .append(change)
    // The claim of a customer who is merged is handed over.
    case .claimed(let other?), .merged(let other):
      return .append(try await merging(other, update, into: record, in: app))
    case .transferred(let owner):
      return .append(try await transferring(update, from: owner, to: record, in: app))
    case .shared(let owner, let place):
      return .append(try await sharing(update, of: owner, with: record, place: place, in: app))
    }
  }

  /// The change that records an update, with another customer merged in if there is one.
  private func merging(
    _ other: CustomerRecord?, _ update: StoreUpdate, into record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerWrite {
    var change = try await writer.change(
      recording: update, on: record, absorbing: other, in: app,
      at: try records.instant(for: record, other))
    // The store had reported all of it. Recorded again for the customer, it shows since when they are known.
    if change.facts.isEmpty, other?.id.isPlaceholder ?? false {
      change.facts = update.transactions.prefix(1).map(Fact.transaction)
    }
    return change
  }

  /// The change of a transfer: facts and claim go to the presenter, and the owner gives them up in the same commit.
  private func transferring(
    _ update: StoreUpdate, from owner: CustomerRecord, to record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerWrite {
    let handOver = try records.handOver(of: update.purchase, from: owner, to: record, in: app)
    var change = try await writer.change(
      recording: update, on: record, adding: handOver.received, in: app, at: handOver.at)
    change.claims.append(.purchase(update.purchase))
    change.releases = [
      LedgerRelease(
        customer: owner.id, expectedVersion: owner.version, facts: handOver.given)
    ]
    return change
  }

  /// The change that makes the presenter a sharer; the owner's record is written in the same commit.
  private func sharing(
    _ update: StoreUpdate, of owner: CustomerRecord, with record: CustomerRecord, place: Int,
    in app: ServedApp
  ) async throws(Problem) -> CustomerWrite {
    let purchase = update.purchase
    let now = try records.instant(for: record, owner)
    // Sharing is not a transfer: both records say who has the credits, so that nobody has them twice.
    let number = PurchaseHandOver.lastTransfer(of: purchase, record, owner)
    func transfer(isShared: Bool) -> Fact {
      .transfer(
        PurchaseTransfer(
          purchase: purchase, isHeld: true, number: number, isShared: isShared, at: now))
    }
    var change = try await writer.change(
      recording: update, on: record,
      adding: app.facts(of: purchase, from: owner.customer, at: now) + [transfer(isShared: true)],
      in: app, at: now)
    change.claims.append(.share(purchase, place))
    // The owner's new version conflicts with an update that does not know of the sharing yet.
    change.releases = [
      LedgerRelease(
        customer: owner.id, expectedVersion: owner.version, facts: [transfer(isShared: false)])
    ]
    return change
  }
}
