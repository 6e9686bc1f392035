public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// Transfers a customer's purchase to another one, or previews that; a repeated request changes nothing more.
  ///
  /// - Parameters:
  ///   - request: The purchase, who gets it, and why.
  ///   - owner: The customer who has it; one who was merged stands for the one they were merged into.
  /// - Returns: The memberships of both customers, before and after.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `owned_by_another_customer`,
  ///   `sandbox_not_allowed` or `busy`.
  public func transfer(
    _ request: PurchaseTransferRequest, of owner: Customer.ID, by mover: Operator
  ) async throws(Problem) -> CustomerChangeResponse {
    try Self.check(request.reason)
    let app = mover.app
    let isPreview = request.isPreview ?? false
    let purchase = request.purchase
    let giver = try await requiredCustomer(owner, in: app)
    let receiver = try await requiredCustomer(request.receiver, as: "receiver", in: app)
    let holder = try await records.ownership(of: purchase, in: app).customer
    guard isPreview || holder != receiver.id || giver.id == receiver.id else {
      return CustomerChangeResponse(
        isPreview: false, customers: [], serverTime: try records.instant(for: receiver))
    }
    let preview = try await transferPreview(of: purchase, from: giver, to: receiver.id, in: app)
    if !isPreview {
      try await transfer(
        purchase, from: giver.id, to: receiver.id, reason: request.reason, by: mover)
    }
    return CustomerChangeResponse(
      isPreview: isPreview,
      customers: preview.sides.map(\.comparison), serverTime: preview.at)
  }

  /// Gives a purchase to another customer, with its transactions and what is left of its credits.
  ///
  /// A customer who restores the purchase later gets it by the blueprint's transfer policy, as after any transfer. A
  /// purchase that the receiver has already stays as it is.
  ///
  /// - Parameters:
  ///   - owner: The customer who has it; one who was merged stands for the one they were merged into.
  ///   - receiver: The customer who gets it; one who was merged stands for the one they were merged into.
  ///   - reason: Why, in 3 to 500 characters.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `owned_by_another_customer`,
  ///   `sandbox_not_allowed` or `busy`.
  func transfer(
    _ purchase: PurchaseID, from owner: Customer.ID, to receiver: Customer.ID, reason: String,
    by mover: Operator
  ) async throws(Problem) {
    try Self.check(reason)
    let app = mover.app
    let giver = try await requiredCustomer(owner, in: app)
    var former: CustomerRecord?
    _ = try await write(to: receiver, by: mover) {
      (record, _) async throws(Problem) -> WriteDecision in
      former = nil
      let giver = try await requiredCustomer(giver.id, in: app)
      guard giver.id != record.id else { throw Self.sameCustomer }
      let holder = try await records.ownership(of: purchase, in: app).customer
      guard holder != record.id else { return .nothing }
      try await requireTransferable(purchase, of: giver, to: record, in: app)
      let handOver = try records.handOver(of: purchase, from: giver, to: record, in: app)
      former = giver
      var change = try await writer.change(
        seeing: nil, on: record, adding: handOver.received, in: app, at: handOver.at)
      change.claims.append(.purchase(purchase))
      change.releases = [
        LedgerRelease(
          customer: giver.id, expectedVersion: giver.version, facts: handOver.given)
      ]
      // Without the giver: the entry would still name them after they are erased.
      change.audit = LedgerAuditEntry(
        .purchaseTransferred, by: mover.name, at: handOver.at, customer: record.id,
        subject: "\(purchase)", reason: reason)
      return .append(change)
    }
    records.forget(giver.id, in: app)
    if let former { await app.unclaimSeats(of: purchase, sharedBy: former.customer) }
  }

  /// What a transfer would do to both customers.
  ///
  /// - Parameter receiver: The customer who gets it.
  /// - Returns: The memberships of both, before and after.
  /// - Throws: `Problem` with the code that the transfer would be refused with.
  func transferPreview(
    of purchase: PurchaseID, from giver: CustomerRecord, to receiver: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> ChangePreview {
    let record = try await requiredCustomer(receiver, as: "receiver", in: app)
    guard giver.id != record.id else { throw Self.sameCustomer }
    try await requireTransferable(purchase, of: giver, to: record, in: app)
    let handOver = try records.handOver(of: purchase, from: giver, to: record, in: app)
    func side(_ record: CustomerRecord, adding facts: [Fact]) -> ChangePreview.Side {
      var after = record.customer
      for fact in facts { after.join(fact) }
      return ChangePreview.Side(
        record,
        before: Membership(of: record.customer, in: app.blueprint, at: handOver.at),
        after: Membership(of: after, in: app.blueprint, at: handOver.at))
    }
    return ChangePreview(
      at: handOver.at,
      sides: [side(giver, adding: handOver.given), side(record, adding: handOver.received)])
  }

  /// Refuses a purchase that is another customer's, or that the app's policy for the sandbox keeps from the receiver.
  private func requireTransferable(
    _ purchase: PurchaseID, of giver: CustomerRecord, to receiver: CustomerRecord, in app: ServedApp
  ) async throws(Problem) {
    guard try await records.ownership(of: purchase, in: app).customer == giver.id else {
      throw Problem(.ownedByAnotherCustomer, "The customer does not have this purchase.")
    }
    try await records.requireAllowed(purchase, for: receiver.id, in: app)
  }

  private static let sameCustomer = Problem(
    .invalidValue, "This is the customer who has the purchase: name another one.")
}
