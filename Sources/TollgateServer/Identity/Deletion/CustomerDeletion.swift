import Tollgate
import TollgateLedger
public import TollgateWire

/// Deletes customers, with their accounts and everything recorded about them.
///
/// What was bought stays with the store account: each purchase has no owner until somebody restores it.
public struct CustomerDeletion: Sendable {
  let authenticator: Authenticator
  let writer: CustomerWriter
  let tokens: CustomerTokens

  private var records: CustomerRecords { writer.records }

  /// Deletes the customer of a token, anonymous or with an account; it requires no proof but the token.
  ///
  /// Deleting a customer who was deleted already changes nothing and succeeds, so that a request whose response was
  /// lost can be repeated.
  ///
  /// - Parameter token: The customer token; nil if none was sent.
  /// - Returns: The server's clock.
  /// - Throws: `Problem` with the code of the token's error, `busy`, or if the ledger cannot be written.
  public func delete(
    _ token: String?, in app: ServedApp
  ) async throws(Problem) -> DeletionResponse {
    do {
      let caller = try await authenticator.authenticate(token, in: app)
      try await erase(caller.customer, in: app)
    } catch {
      guard error.code == .customerDeleted else { throw error }
    }
    return DeletionResponse(serverTime: records.clock())
  }

  /// Erases a customer with everyone merged into them; does nothing if there is no such customer.
  ///
  /// - Parameters:
  ///   - audit: What an operator did, for the audit list; nil if the customer does it.
  ///   - look: Sees what is about to be erased, and when; called again after a conflict.
  /// - Returns: Whether there was such a customer.
  /// - Throws: `Problem` with code `customer_merged` or `busy`, or if the ledger cannot be written.
  @discardableResult
  func erase(
    _ customer: Customer.ID, in app: ServedApp, audit: LedgerAuditEntry? = nil,
    _ look: (CustomerRecord, Instant) async throws(Problem) -> Void = { _, _ in }
  ) async throws(Problem) -> Bool {
    let key = CustomerKey(app: app.id, customer: customer)
    let claimed = try await writer.queue.run(key) { () async throws(Problem) -> [ClaimedSeat]? in
      for _ in 0..<CustomerWriter.attempts {
        // Past the cache, whose record may lack what the app's sandbox policy excludes.
        guard let record = try await recorded(customer, in: app), !record.isErased else {
          return nil
        }
        guard record.mergedInto == nil else { throw Problem.customerMerged }
        let now = try records.instant(for: record)
        try await look(record, now)
        let others = try await endingSeats(of: record, in: app, at: now)
        let claimed = try await claimedSeats(of: record, in: app)
        do {
          let changed = try await records.ledger.erase(
            LedgerErasure(
              app: app.id, customer: customer, expectedVersion: record.version, at: now,
              releases: try await releases(of: record, in: app, at: now),
              others: others, audit: audit))
          try await forget(changed, in: app)
          return claimed
        } catch let error as LedgerError where error.code == .conflict {
          for other in others { records.forget(other.customer, in: app) }
        } catch {
          throw Problem(error, otherwise: "The customer could not be deleted.")
        }
      }
      throw CustomerWriter.busy
    }
    guard let claimed else { return false }
    // The store may take its time, and nobody waits for their turn meanwhile.
    await release(claimed, in: app)
    return true
  }

  private func recorded(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    try await Problem.catching(await records.ledger.record(of: customer, in: app.id))
  }

  /// The purchases that the customer owns, each with what goes with it to the customer who restores it, as in a
  /// transfer, in addition to what the ledger keeps.
  private func releases(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [LedgerErasure.Release] {
    let customer = record.customer
    let at = customer.transferInstant(notBefore: now)
    var releases: [LedgerErasure.Release] = []
    for purchase in Set(customer.storeTransactions.map(\.purchase)).sorted() {
      guard try await records.owner(of: .purchase(purchase), in: app) == record.id else { continue }
      let transfer = PurchaseTransfer(
        purchase: purchase, isHeld: true,
        number: 1 + (customer.transfer(of: purchase)?.number ?? 0),
        spent: customer.spentCredits(of: purchase, in: app.blueprint, at: at),
        timeLeft: customer.timeLeft(of: purchase, in: app.blueprint, at: at), at: at)
      let others = app.facts(of: purchase, from: customer, at: at).filter {
        $0.storePurchase == nil
      }
      releases.append(LedgerErasure.Release(purchase, facts: others + [.transfer(transfer)]))
    }
    return releases
  }

  /// What ends with the customer for others: the seats that they have from the customer, and those that they share.
  private func endingSeats(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [LedgerRelease] {
    var others: [LedgerRelease] = []
    func end(_ seat: TeamSeat, for other: CustomerRecord?) {
      guard let other, other.id != record.id else { return }
      if let position = others.firstIndex(where: { $0.customer == other.id }) {
        others[position].facts.append(.seat(seat))
      } else {
        others.append(
          LedgerRelease(
            customer: other.id, expectedVersion: other.version, facts: [.seat(seat)]))
      }
    }
    for seat in record.customer.sharedSeats where seat.isTaken {
      guard let member = seat.member else { continue }
      end(
        seat.ended(.erased, at: now).forMember, for: try await records.present(member, in: app))
    }
    for held in record.customer.heldSeats where held.isTaken {
      guard let id = held.owner, let owner = try await records.present(id, in: app),
        let seat = owner.customer.sharedSeat(held.id), seat.isTaken
      else { continue }
      let ended = seat.ended(.erased, at: now)
      end(ended, for: owner)
      // Whoever waited for a place takes it.
      var sharing = owner.customer
      sharing.join(.seat(ended))
      for next in app.blueprint.changedSeats(of: sharing, at: now) {
        end(next, for: owner)
        guard let member = next.member else { continue }
        end(next.forMember, for: try await records.present(member, in: app))
      }
    }
    return others
  }

  /// Replaces the customers' cache entries, so that no read in progress can restore them.
  private func forget(_ customers: Set<Customer.ID>, in app: ServedApp) async throws(Problem) {
    tokens.forget(customers, in: app.id)
    for customer in customers { records.forget(customer, in: app) }
    for customer in customers { try await records.reload(customer, in: app) }
  }
}
