import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension CustomerWriter {
  /// Returns the owner of the team in which a member has a claim of the App Store's; a claim without one is recorded as
  /// released.
  ///
  /// A claim is made before its member is recorded, possibly by another server. Whoever comes first decides: once a claim
  /// is recorded as released, no member is recorded for it.
  ///
  /// - Parameter claim: The `seatClaimId`.
  /// - Returns: The owner, whose member may have left since; `Customer.ID.releasedSeats` if nobody had the claim.
  func ownerOrRelease(
    ofStoreSeat claim: String, in app: ServedApp
  ) async throws(Problem) -> Customer.ID {
    let seat = LedgerClaim.seat(TeamSeat.ID(claim))
    if let owner = try await records.owner(of: seat, in: app) { return owner }
    var owner = Customer.ID.releasedSeats
    _ = try await write(to: .releasedSeats, in: app) {
      (_, now) async throws(Problem) -> WriteDecision in
      let current = try await records.owner(of: seat, in: app)
      owner = current ?? .releasedSeats
      guard current == nil else { return .nothing }
      var change = CustomerWrite(at: now)
      change.claims = [seat]
      return .append(change)
    }
    return owner
  }
}

extension CustomerWriter {
  /// Tells the App Store who has the seats that were claimed for a member before the member's download was known.
  ///
  /// Each seat is associated once. After a failure, the next request with the download tries again.
  func associateStoreSeats(
    of member: Customer, downloading download: SignedDownload, in app: ServedApp
  ) async {
    guard !app.storeAPIs.isEmpty else { return }
    for held in member.takenSeats {
      do throws(Problem) {
        guard let id = held.owner, let owner = try await records.present(id, in: app),
          let seat = owner.customer.sharedSeat(held.id), seat.isTaken, let claim = seat.storeClaim,
          try await records.owner(of: .associatedSeat(claim), in: app) == nil,
          await associate(claim, of: owner.customer.purchasesOfSeats, with: download, in: app)
        else { continue }
        _ = try await write(to: owner.id, in: app) {
          (record, now) async throws(Problem) -> WriteDecision in
          guard record.mergedInto == nil else { return .nothing }
          var change = CustomerWrite(at: now)
          change.claims = [.associatedSeat(claim)]
          return .append(change)
        }
      } catch {
        continue
      }
    }
  }

  /// Associates a seat of one of some subscriptions with its member.
  ///
  /// - Returns: Whether that is done; false if the store did not answer, or knows no such seat or member.
  private func associate(
    _ claim: String, of purchases: [PurchaseID], with download: SignedDownload, in app: ServedApp
  ) async -> Bool {
    for purchase in purchases {
      guard let api = app.storeAPIs[purchase.environment],
        let id = download.appTransactionID(in: purchase.environment)
      else { continue }
      do throws(ServerAPIError) {
        try await api.associateSeat(claim, of: purchase.originalID.rawValue, with: id)
        return true
      } catch {
        continue
      }
    }
    return false
  }
}

extension LedgerClaim {
  /// Marks a seat whose member the App Store knows.
  static func associatedSeat(_ claim: String) -> LedgerClaim {
    .notification("associated:\(claim)")
  }
}
