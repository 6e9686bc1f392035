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
  /// The store's signature names another customer, who gets it first.
  case reserved(for: CustomerRecord)
}

extension StoreUpdateRecorder {
  /// Determines what happens to a purchase that a customer presents, without writing anything.
  ///
  /// - Parameters:
  ///   - update: The verified update of the purchase.
  ///   - holders: The customers who have it, by the ledger's claims.
  ///   - isRestore: Whether it is restored; the blueprint's transfer policy may treat that differently.
  /// - Returns: What to do; a write that acts on it must still find the same holders.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger cannot be read.
  func assignment(
    of update: StoreUpdate, to presenter: CustomerRecord, _ holders: PurchaseHolders,
    isRestore: Bool, in app: ServedApp
  ) async throws(Problem) -> PurchaseAssignment {
    if let buyer = try await buyer(of: update, holders, in: app), buyer.id != presenter.id,
      try await isDue(update, to: buyer, holders, in: app)
    {
      return .reserved(for: buyer)
    }
    return try await ordinaryAssignment(
      of: update, to: presenter, holders, isRestore: isRestore, in: app)
  }

  /// Determines what happens to a purchase that a customer presents, no matter which customer the store's signature
  /// names.
  private func ordinaryAssignment(
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
      return .claimed(absorbing: try await placeholder(holders.ownership, in: app))
    }
  }

  /// Determines what happens to a purchase that another customer owns.
  func settlement(
    of update: StoreUpdate, between presenter: CustomerRecord, _ owner: CustomerRecord,
    _ holders: PurchaseHolders, isRestore: Bool, in app: ServedApp
  ) throws(Problem) -> PurchaseAssignment {
    let now = try records.instant(for: presenter, owner)
    guard owner.customer.account != nil else {
      // As with an account's purchase, a late delivery brings nothing back to a previous owner.
      let isBoughtForPresenter = update.transactions.contains {
        $0.signedFor.map(presenter.ids.contains) ?? false
      }
      let gaveItUp = presenter.customer.transfer(of: update.purchase)?.isHeld == false
      return gaveItUp && !isRestore && !isBoughtForPresenter ? .kept(by: owner) : .merged(owner)
    }
    let decision = app.blueprint.settle(
      update.transactions, presentedBy: presenter.customer, ids: presenter.ids,
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

  /// The customer named by the store's signature, if a device of theirs would get the purchase by posting it.
  ///
  /// The latest transaction decides which customer it names. A purchase that was given up or transferred stays where it
  /// went: the signature still names the first buyer, and each renewal would move it back.
  ///
  /// - Parameters:
  ///   - update: The verified update of the purchase.
  ///   - holders: The customers who have it, by the ledger's claims.
  /// - Returns: The customer, or the one they were merged into; nil if the purchase names nobody known here, if that
  ///   customer has it, or if it went to somebody else for another reason.
  func buyer(
    of update: StoreUpdate, _ holders: PurchaseHolders, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    var line = update
    switch holders.ownership {
    case .unclaimed: break
    case .store(let placeholder):
      let waiting = try await records.recordOrNew(of: placeholder, in: app).customer
      guard waiting.transfer(of: update.purchase) == nil else { return nil }
      line.transactions += waiting.storeTransactions
    case .customer(let owner):
      let known = try await records.recordOrNew(of: owner, in: app).customer.storeTransactions
      line.transactions += known.filter { $0.purchase == update.purchase }
      guard line.transactions.contains(where: { $0.signedFor != line.signedFor }) else {
        return nil
      }
    }
    guard let id = line.signedFor, let named = try await records.record(of: id, in: app),
      !named.isErased
    else { return nil }
    let buyer = try await records.survivor(of: named, in: app)
    guard !buyer.isErased, !holders.includes(buyer.id),
      buyer.customer.transfer(of: update.purchase)?.isHeld ?? true
    else { return nil }
    return buyer
  }

  /// Whether the buyer named by the store's signature gets a purchase without asking for it.
  func isDue(
    _ update: StoreUpdate, to buyer: CustomerRecord, _ holders: PurchaseHolders, in app: ServedApp
  ) async throws(Problem) -> Bool {
    switch try await ordinaryAssignment(of: update, to: buyer, holders, isRestore: false, in: app) {
    case .claimed, .merged, .transferred, .shared: true
    case .unchanged, .kept, .reserved: false
    }
  }
}

extension CustomerRecord {
  /// The customer's identifier and those of everyone merged into it, and the store may have signed any of them.
  fileprivate var ids: Set<Customer.ID> { absorbed.union([id]) }
}
