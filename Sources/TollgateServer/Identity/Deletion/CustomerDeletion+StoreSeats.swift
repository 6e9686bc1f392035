import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension CustomerDeletion {
  /// A seat at the App Store that nobody has once a customer is erased.
  struct ClaimedSeat: Sendable {
    let claim: String
    /// The subscription that the owner of the team bought.
    let purchase: PurchaseID
  }

  /// The seats at the App Store that a customer shares in teams, or has in those of others.
  func claimedSeats(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [ClaimedSeat] {
    guard !app.storeAPIs.isEmpty else { return [] }
    var claimed = record.customer.sharedSeats.compactMap {
      ClaimedSeat($0, of: record.customer, at: now)
    }
    for held in record.customer.heldSeats where held.isTaken {
      guard let id = held.owner, let owner = try await writer.records.present(id, in: app),
        let seat = owner.customer.sharedSeat(held.id),
        let other = ClaimedSeat(seat, of: owner.customer, at: now)
      else { continue }
      claimed.append(other)
    }
    return claimed
  }

  /// Releases seats at the App Store; a failure leaves them claimed until the subscription ends.
  func release(_ claimed: [ClaimedSeat], in app: ServedApp) async {
    for seat in claimed {
      guard let api = app.storeAPIs[seat.purchase.environment] else { continue }
      try? await api.unclaimSeat(seat.claim, of: seat.purchase.originalID.rawValue)
    }
  }
}

extension CustomerDeletion.ClaimedSeat {
  /// A seat that is taken and was claimed at the store; nil for any other.
  fileprivate init?(_ seat: TeamSeat, of owner: Customer, at now: Instant) {
    guard seat.isTaken, let claim = seat.storeClaim, let purchase = owner.purchaseOfSeats(at: now)
    else { return nil }
    self.init(claim: claim, purchase: purchase)
  }
}
