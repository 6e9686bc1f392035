import Tollgate
import TollgateLedger
import TollgateWire

/// What happens to a purchase that a customer presents.
enum PurchaseAssignment {
  /// The presenter has it already.
  case unchanged
  /// Nobody had it; what the store reported first, if anything, is merged into the presenter.
  case claimed(absorbing: CustomerRecord?)
  /// An anonymous customer had it, who is merged into the presenter.
  case merged(CustomerRecord)
  /// It is transferred from an account.
  case transferred(from: CustomerRecord)
  /// It is shared with an account.
  case shared(with: CustomerRecord, place: Int)
  /// It stays with an account.
  case kept(by: CustomerRecord)
  /// Nobody has posted it; by the store's signature it belongs to another customer.
  case reserved(for: CustomerRecord)
}

extension PurchaseIntake {
  /// Determines what happens to a purchase that a customer presents, without writing anything.
  ///
  /// - Parameters:
  ///   - update: The verified update of the purchase.
  ///   - presenter: The customer who presents it.
  ///   - holders: The customers who have it, by the ledger's claims.
  ///   - isRestore: Whether it is restored; the blueprint's transfer policy may treat that differently.
  ///   - app: The app.
  /// - Returns: What to do; a write that acts on it must still find the same holders.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger cannot be read.
  func assignment(
    of update: StoreUpdate, to presenter: CustomerRecord, _ holders: PurchaseHolders,
    isRestore: Bool, in app: ServedApp
  ) async throws(Problem) -> PurchaseAssignment {
    guard !holders.includes(presenter.id) else { return .unchanged }
    switch holders.ownership {
    case .customer(let owner):
      return try settlement(
        of: update, between: presenter, try await records.recordOrNew(of: owner, in: app), holders,
        isRestore: isRestore, in: app)
    case .unclaimed, .store:
      // Nobody has posted it: it belongs to the buyer named in the store's signature, if this app knows the name.
      if let buyer = try await buyer(of: update, in: app), buyer.id != presenter.id {
        return .reserved(for: buyer)
      }
      return .claimed(absorbing: try await placeholder(holders.ownership, in: app))
    }
  }

  /// Determines what happens to a purchase of which another customer is the owner.
  func settlement(
    of update: StoreUpdate, between presenter: CustomerRecord, _ owner: CustomerRecord,
    _ holders: PurchaseHolders, isRestore: Bool, in app: ServedApp
  ) throws(Problem) -> PurchaseAssignment {
    let now = try records.instant(for: presenter, owner)
    guard owner.customer.account != nil else { return .merged(owner) }
    let decision = app.blueprint.settle(
      update.transactions, presentedBy: presenter.customer, id: presenter.id,
      ownedBy: owner.customer, isRestore: isRestore, at: now)
    switch decision {
    case .keep: return .kept(by: owner)
    case .transfer: return .transferred(from: owner)
    case .share:
      let place = holders.freePlace
      return place < PurchaseHolders.shareLimit
        ? .shared(with: owner, place: place) : .kept(by: owner)
    }
  }

  /// What the store has reported for a purchase that nobody has posted; nil if nothing.
  func placeholder(
    _ ownership: PurchaseOwnership, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    switch ownership {
    case .store(let placeholder): try await records.recordOrNew(of: placeholder, in: app)
    case .unclaimed, .customer: nil
    }
  }

  /// The customer whose `appAccountToken` the purchase carries, or the survivor of that customer; nil if unknown here.
  private func buyer(
    of update: StoreUpdate, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let id = update.signedFor, let record = try await records.record(of: id, in: app),
      !record.isErased
    else { return nil }
    return try await records.survivor(of: record, in: app)
  }
}
