public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// Returns everything that is stored about a customer, as their own export does, and records who asked for it.
  ///
  /// - Parameters:
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - reader: The operator; prices are left out for one who sees no revenue.
  /// - Throws: `Problem` with code `unknown_customer`, or if the ledger cannot be read or written.
  public func export(
    of customer: Customer.ID, for reader: Operator
  ) async throws(Problem) -> CustomerExport {
    let app = reader.app
    let id = try await requiredCustomer(customer, in: app).id
    let ledger = records.ledger
    do {
      // Past the cache, whose record may lack what the app's sandbox policy excludes.
      guard let record = try await ledger.record(of: id, in: app.id), !record.isErased else {
        throw Self.unknownCustomer
      }
      var credentials: LedgerCredentials?
      if let email = try await ledger.administration.email(of: id, in: app.id) {
        credentials = try await ledger.credentials(of: email, in: app.id)
      }
      let now = try records.instant(for: record)
      try await ledger.administration.record(
        LedgerAuditEntry(.customerExported, by: reader.name, at: now, customer: id), in: app.id)
      return CustomerExport(
        id: id, app: app.id, account: record.customer.account, email: credentials?.email,
        emailVerifiedAt: credentials?.verifiedAt, hasPassword: credentials != nil,
        devices: record.customer.knownDevices.sorted(),
        facts: record.customer.facts.map { reader.seesRevenue ? $0 : $0.withoutRevenue },
        version: record.version, serverTime: now)
    } catch {
      throw Problem(error, otherwise: "The customer could not be exported.")
    }
  }

  /// Erases a customer for good with everyone merged into them, or previews that.
  ///
  /// - Parameter customer: The customer, not one who was merged into another one.
  /// - Returns: The membership before, and the empty one after.
  /// - Throws: `Problem` with code `unknown_customer`, also once the customer is erased, `invalid_value` or `busy`.
  public func erase(
    _ request: CustomerErasureRequest, of customer: Customer.ID, by eraser: Operator
  ) async throws(Problem) -> CustomerChangeResponse {
    let isPreview = request.isPreview ?? false
    let done: ChangePreview
    if isPreview {
      done = try await preview(.erase(reason: request.reason), of: customer, by: eraser)
    } else {
      done = try await erase(customer, reason: request.reason, by: eraser)
    }
    return CustomerChangeResponse(
      isPreview: isPreview, customers: done.sides.map(\.comparison), serverTime: done.at)
  }

  /// Erases a customer for good with everyone merged into them, as they can themselves.
  ///
  /// The audit list says who erased a customer and why, but not which customer.
  ///
  /// - Parameters:
  ///   - customer: The customer, not one who was merged into another one.
  ///   - reason: Why, in 3 to 500 characters.
  /// - Returns: The membership that was erased, and the empty one after.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value` or `busy`, or if the ledger cannot be written.
  @discardableResult
  func erase(
    _ customer: Customer.ID, reason: String, by eraser: Operator
  ) async throws(Problem) -> ChangePreview {
    try Self.check(reason)
    let app = eraser.app
    let record = try await requiredCustomer(customer, in: app)
    try Self.requireErasable(customer, record)
    // An id of its own, which says nothing about the customer, and which two erasures in one millisecond do not share.
    let entry = LedgerAuditEntry(
      id: identifiers.bytes(8).hexadecimal, at: try records.instant(for: record),
      author: eraser.name, action: .customerErased, reason: reason)
    var done: ChangePreview?
    let isErased = try await deletion.erase(customer, in: app, audit: entry) {
      (record, now) async throws(Problem) -> Void in
      let known = try await records.applyingSandboxPolicy(to: record, in: app)
      let before = try await membership(of: known, in: app, at: now)
      try eraser.basis?.require([record.id: record.version], in: app, at: now)
      done = Self.erasure(of: record, before, in: app, at: now)
    }
    guard isErased, let done else { throw Self.unknownCustomer }
    return done
  }

  static func erasure(
    of record: CustomerRecord, _ before: Membership, in app: ServedApp, at now: Instant
  ) -> ChangePreview {
    let after = Membership(of: Customer(), in: app.blueprint, at: now)
    return ChangePreview(
      at: now,
      sides: [ChangePreview.Side(record, before: before, after: after)])
  }

  /// Refuses a purchase that nobody has posted, and a name that stands for another customer, who would be erased.
  static func requireErasable(
    _ customer: Customer.ID, _ record: CustomerRecord
  ) throws(Problem) {
    try requirePerson(record.id)
    guard record.id == customer else { throw merged(into: record.id) }
  }
}
