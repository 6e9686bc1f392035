import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension CustomerDeletion {
  /// A seat at the App Store that becomes free when a customer is erased.
  struct ClaimedSeat: Sendable {
    let claim: String
    /// The subscriptions that the owner of the team bought with several seats.
    let purchases: [PurchaseID]
  }

  /// The seats at the App Store that a customer shares in teams, or has in those of others.
  func claimedSeats(
    of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> [ClaimedSeat] {
    guard !app.storeAPIs.isEmpty else { return [] }
    var claimed = record.customer.sharedSeats.compactMap {
      ClaimedSeat($0, of: record.customer)
    }
    for held in record.customer.heldSeats where held.isTaken {
      guard let id = held.owner, let owner = try await writer.records.present(id, in: app),
        let seat = owner.customer.sharedSeat(held.id),
        let other = ClaimedSeat(seat, of: owner.customer)
      else { continue }
      claimed.append(other)
    }
    return claimed
  }

  /// Releases seats at the App Store; a failure leaves them claimed until the subscription ends.
  func release(_ claimed: [ClaimedSeat], in app: ServedApp) async {
    for seat in claimed { await app.unclaimSeat(seat.claim, of: seat.purchases) }
  }
}

extension CustomerDeletion.ClaimedSeat {
  /// A seat that is taken and was claimed at the store; nil for any other.
  fileprivate init?(_ seat: TeamSeat, of owner: Customer) {
    guard seat.isTaken, let claim = seat.storeClaim else { return nil }
    self.init(claim: claim, purchases: owner.purchasesOfSeats)
  }
}
