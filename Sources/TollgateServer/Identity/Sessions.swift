public import Tollgate
import TollgateLedger
public import TollgateWire

/// Creates anonymous customers, and renews and ends sessions.
public struct Sessions: Sendable {
  let authenticator: Authenticator
  let writer: CustomerWriter
  let reader: CustomerReader
  let tokens: CustomerTokens
  let identifiers: IdentifierSource

  private var records: CustomerRecords { writer.records }

  /// Creates an anonymous customer.
  ///
  /// - Returns: A token for the customer, and the customer's snapshot.
  /// - Throws: `Problem` if the device's name is invalid or the ledger cannot be written.
  public func createCustomer(
    in app: ServedApp, device: Device.ID? = nil
  ) async throws(Problem) -> SessionResponse {
    try await createCustomer(in: app, device: device, presenting: nil)
  }

  /// Creates an anonymous customer, or returns to the one who has a claim.
  ///
  /// An account's customer is not returned to, since a claim proves a store account and not a person: the caller gets a
  /// new customer, as if the claim had never been made.
  ///
  /// - Parameter signed: What the store signed for the caller, verified; nil always creates a customer.
  /// - Returns: A token for the customer, and the customer's snapshot.
  /// - Throws: `Problem` if the device's name is invalid or the ledger cannot be written.
  package func createCustomer(
    in app: ServedApp, device: Device.ID?, presenting signed: SignedDownload?
  ) async throws(Problem) -> SessionResponse {
    try NameLength.check(device)
    var claim = signed?.claim
    for _ in 0..<CustomerWriter.attempts {
      var owner: Customer.ID?
      if let wanted = claim {
        owner = try await records.owner(of: wanted, in: app)
        if let owner, try await records.record(of: owner, in: app)?.customer.account != nil {
          claim = nil
          continue
        }
      }
      let claims = claim.map { [$0] } ?? []
      var isOvertaken = false
      let result = try await writer.write(to: owner ?? identifiers.customer(), in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        if let claim {
          let current = try await records.owner(of: claim, in: app)
          isOvertaken =
            current != owner || record.mergedInto != nil || record.customer.account != nil
          guard !isOvertaken else { return .nothing }
        }
        var change = try await writer.change(
          seeing: device, on: record,
          adding: app.blueprint.record(signed?.download, for: record.customer), in: app, at: now)
        // Also claimed by its owner: the commit then proves that the customer is still anonymous.
        change.claims += claims
        return .append(change)
      }
      if !isOvertaken { return try await open(for: result, in: app, email: nil) }
    }
    throw CustomerWriter.busy
  }

  /// Exchanges a token for a new one; it may have expired, up to 400 days after its creation.
  ///
  /// A customer who was merged into another anonymous one, for example because a second device restored the same
  /// purchases, gets that one's token: both devices continue as one customer.
  ///
  /// - Parameter token: The token; nil if none was sent.
  /// - Returns: A new token for the customer, or for the anonymous one it was merged into, and the customer's snapshot.
  /// - Throws: `Problem` with the code of the token's error.
  public func renew(
    _ token: String?, in app: ServedApp
  ) async throws(Problem) -> SessionResponse {
    let (claims, record) = try await authenticator.renewable(token, in: app, at: records.clock())
    guard record.mergedInto != nil else {
      await see(record, in: app)
      return try await response(
        for: record, in: app, email: claims.email, session: claims.session,
        at: try records.instant(for: record))
    }
    let survivor = try await records.survivor(of: record, in: app)
    guard survivor.customer.account == nil else { throw Problem.customerMerged }
    await see(survivor, in: app)
    return try await response(
      for: survivor, in: app, email: nil, session: claims.session,
      at: try records.instant(for: survivor))
  }

  /// Records that an anonymous customer is given another token, since only those never seen again are ever removed.
  private func see(_ record: CustomerRecord, in app: ServedApp) async {
    guard record.customer.account == nil else { return }
    do {
      try await records.ledger.see(record.id, in: app.id, at: records.clock())
    } catch {
      // A renewal needs no write: the next one, within a token's life, records it.
    }
  }

  /// Ends the session of a token for good: neither the token nor any it was exchanged for remains valid.
  ///
  /// Ending a session that has already ended changes nothing.
  ///
  /// - Parameter token: The token, expired or not; nil if none was sent.
  /// - Returns: The customer's version and the server's clock.
  /// - Throws: `Problem` with the code of the token's error.
  public func end(_ token: String?, in app: ServedApp) async throws(Problem) -> ChangeResponse {
    let claims = try await authenticator.recentClaims(of: token, in: app, at: records.clock())
    let claim = LedgerClaim.endedSession(claims.session)
    let record = try await records.survivor(
      of: try await authenticator.customer(of: claims, in: app), in: app)
    let result = try await writer.write(to: record.id, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      guard try await records.owner(of: claim, in: app) == nil else { return .nothing }
      return .append(CustomerWrite(at: now, claims: [claim]))
    }
    tokens.end(claims.session)
    return ChangeResponse(facts: [], version: result.record.version, serverTime: result.at)
  }

  /// Ends all sessions of the caller for good, on every device.
  ///
  /// - Returns: The customer's version and the server's clock.
  /// - Throws: `Problem` with code `customer_merged`, or if the ledger cannot be written.
  public func endAll(of caller: Caller) async throws(Problem) -> ChangeResponse {
    let result = try await writer.write(to: caller.customer, in: caller.app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      return .append(CustomerWrite(at: now, endsSessions: true))
    }
    return ChangeResponse(facts: [], version: result.record.version, serverTime: result.at)
  }

  /// Opens a session for a customer who was just written to.
  func open(
    for result: WriteResult, in app: ServedApp, email: String?
  ) async throws(Problem) -> SessionResponse {
    let customer = result.record.id
    // The name of a session: its first customer and enough random bytes to be unguessable.
    let session = "\(customer) \(identifiers.bytes(8).hexadecimal)"
    tokens.cache(session, isOpen: true)
    return try await response(
      for: result.record, in: app, email: email, session: session, at: result.at)
  }

  private func response(
    for record: CustomerRecord, in app: ServedApp, email: String?, session: String,
    at now: Instant
  ) async throws(Problem) -> SessionResponse {
    let (token, expiresAt) = try await tokens.make(
      for: record.id, in: app.id, email: email, session: session,
      generation: record.sessionGeneration, at: records.clock())
    return SessionResponse(
      token: token, tokenExpiresAt: expiresAt,
      snapshot: try await reader.snapshot(of: record, in: app, email: email, at: now))
  }
}
