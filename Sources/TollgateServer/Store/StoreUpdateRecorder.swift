import Tollgate
import TollgateLedger
import TollgateWire

/// Records what the store reports, for the customers who have the purchase.
struct StoreUpdateRecorder: Sendable {
  let writer: CustomerWriter

  var records: CustomerRecords { writer.records }

  /// Records an update of a purchase for all customers who have it, once however often it arrives.
  ///
  /// The customer named by the store's signature gets the purchase at once, without a device of theirs posting it.
  ///
  /// - Parameter receipt: The notification that brought it; nil for a response of the store's API.
  /// - Returns: How many facts were recorded for the owner, including those that follow.
  /// - Throws: Why nothing could be recorded.
  @discardableResult
  func record(
    _ update: StoreUpdate, receipt: LedgerClaim? = nil, in app: ServedApp
  ) async throws(Problem) -> Int {
    var given = 0
    if app.answersRevenueCat { try await openBuyer(of: update, in: app) }
    for _ in 0..<CustomerWriter.attempts {
      var holders = try await records.holders(of: update.purchase, in: app)
      if let buyer = try await buyer(of: update, holders, in: app),
        try await records.allows(update, for: buyer.id, in: app),
        try await isDue(update, to: buyer, holders, in: app)
      {
        guard let gift = try await give(update, to: buyer.id, receipt: receipt, in: app) else {
          continue
        }
        if gift.isReceiptRecorded { return gift.facts }
        given += gift.facts
        holders = try await records.holders(of: update.purchase, in: app)
      }
      let owner = holders.ownership.customer
      try await records.requireAllowed(update, for: owner, in: app)
      // The owner comes last, with the receipt: if a sharer's write fails, the store sends the notification again.
      for sharer in holders.sharers where sharer != owner && sharer != .erased {
        try await record(update.shared, for: sharer, in: app)
      }
      var hasMoved = false
      let target = owner ?? .placeholder(for: update.purchase)
      let result = try await writer.write(to: target, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        // Read again in the queue: the customer who has the purchase now gets the update, and those who came to share
        // it got it first; a merged customer hands over its claims.
        let current = try await records.holders(of: update.purchase, in: app)
        hasMoved = current != holders || record.mergedInto != nil
        guard !hasMoved else { return .nothing }
        var change = try await change(
          recording: update, on: record, holders.ownership, in: app, at: now)
        if let receipt { change.claims.append(receipt) }
        return .appending(change)
      }
      guard hasMoved else { return given + result.facts.count }
    }
    throw Problem(.busy, "The purchase is being transferred. Try again.")
  }

  /// Records an update of a purchase for one customer who has it.
  ///
  /// - Parameter holder: The customer; the update goes to the survivor if they were merged in the meantime.
  /// - Throws: `Problem` with code `busy`, or if the ledger cannot be written.
  func record(
    _ update: StoreUpdate, for holder: Customer.ID, in app: ServedApp
  ) async throws(Problem) {
    for _ in 0..<CustomerWriter.attempts {
      guard let record = try await records.record(of: holder, in: app), !record.isErased else {
        return
      }
      var isMerged = false
      let customer = try await records.survivor(of: record, in: app).id
      _ = try await writer.write(to: customer, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        isMerged = record.mergedInto != nil
        guard !isMerged else { return .nothing }
        return .appending(
          try await writer.change(recording: update, on: record, in: app, at: now))
      }
      guard isMerged else { return }
    }
    throw Problem(.busy, "The customer is being merged.")
  }

  private func change(
    recording update: StoreUpdate, on record: CustomerRecord, _ ownership: PurchaseOwnership,
    in app: ServedApp, at now: Instant
  ) async throws(Problem) -> CustomerWrite {
    switch ownership {
    case .customer:
      return try await writer.change(recording: update, on: record, in: app, at: now)
    case .unclaimed, .store:
      // Nobody has the purchase yet, so nothing follows from it.
      var customer = record.customer
      var change = CustomerWrite(at: now, facts: update.facts.filter { customer.join($0) })
      if ownership == .unclaimed { change.claims.append(.purchase(update.purchase)) }
      return change
    }
  }
}
