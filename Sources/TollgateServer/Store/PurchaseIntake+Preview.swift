import Tollgate
import TollgateLedger
public import TollgateWire

extension PurchaseIntake {
  /// Previews a restore without performing it.
  ///
  /// - Parameters:
  ///   - request: The transactions and renewal infos, as for ``restore(_:by:)``.
  ///   - caller: The caller, authenticated with merged customers accepted.
  /// - Returns: The outcome for each purchase, and who would lose what.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `invalid_value`.
  public func previewRestore(
    _ request: RestoreRequest, by caller: Caller
  ) async throws(Problem) -> RestorePreview {
    let app = caller.app
    let presenter = try await records.survivor(of: try await records.record(of: caller), in: app)
    var purchases: [RestorePreview.Purchase] = []
    for update in try await verified(request, by: caller) {
      guard try await records.allows(update, for: presenter.id, in: app) else {
        purchases.append(
          RestorePreview.Purchase(
            purchase: update.purchase, outcome: .notAllowed, gains: [], otherLoses: []))
        continue
      }
      purchases.append(try await preview(update, by: presenter, in: app))
    }
    return RestorePreview(purchases: purchases)
  }

  private func preview(
    _ update: StoreUpdate, by presenter: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> RestorePreview.Purchase {
    let holders = try await records.holders(of: update.purchase, in: app)
    var assignment = try await updates.assignment(
      of: update, to: presenter, holders, isRestore: true, in: app)
    if case .reserved(let buyer) = assignment {
      // A restore first records the purchase for its buyer.
      assignment = try updates.settlement(
        of: update, between: presenter, buyer.having(update), holders, isRestore: true, in: app)
    }
    let now = max(
      try records.instant(for: presenter, assignment.owner), try records.instant(of: update))
    var after = presenter.customer
    var loses: [Entitlement.ID] = []
    let outcome: RestorePreview.Outcome
    switch assignment {
    case .unchanged: outcome = .own
    case .claimed(let placeholder):
      if let placeholder { after.join(placeholder.customer) }
      outcome = .own
    case .merged(let other):
      after.join(other.customer)
      outcome = .carriedOver
    case .transferred(let owner):
      for fact in app.facts(of: update.purchase, from: owner.customer, at: now) { after.join(fact) }
      loses = losses(of: owner.customer, update.purchase, in: app, at: now)
      outcome = .transferred
    case .shared(let owner, _):
      for fact in app.facts(of: update.purchase, from: owner.customer, at: now) { after.join(fact) }
      outcome = .shared
    case .kept, .reserved: outcome = .keptByOwner
    }
    if outcome != .keptByOwner { for fact in update.facts { after.join(fact) } }
    let before = Membership(of: presenter.customer, in: app.blueprint, at: now).entitlements
    let gains = Set(Membership(of: after, in: app.blueprint, at: now).entitlements)
      .subtracting(before)
    return RestorePreview.Purchase(
      purchase: update.purchase, outcome: outcome, gains: gains.sorted(), otherLoses: loses)
  }

  /// The entitlements that the owner would no longer have without the purchase, sorted.
  private func losses(
    of owner: Customer, _ purchase: PurchaseID, in app: ServedApp, at now: Instant
  ) -> [Entitlement.ID] {
    var without = owner
    let number = 1 + (owner.transfer(of: purchase)?.number ?? 0)
    without.join(
      .transfer(PurchaseTransfer(purchase: purchase, isHeld: false, number: number, at: now)))
    return Set(Membership(of: owner, in: app.blueprint, at: now).entitlements)
      .subtracting(Membership(of: without, in: app.blueprint, at: now).entitlements).sorted()
  }
}

extension PurchaseAssignment {
  /// The other customer whose record decides.
  fileprivate var owner: CustomerRecord? {
    switch self {
    case .unchanged, .claimed: nil
    case .merged(let owner), .transferred(let owner), .shared(let owner, _), .kept(let owner),
      .reserved(let owner):
      owner
    }
  }
}

extension CustomerRecord {
  /// The record as it is once an update is recorded with it.
  fileprivate func having(_ update: StoreUpdate) -> CustomerRecord {
    var customer = customer
    for fact in update.facts { customer.join(fact) }
    return CustomerRecord(
      id: id, version: version, customer: customer, mergedInto: mergedInto, absorbed: absorbed,
      sessionGeneration: sessionGeneration)
  }
}
