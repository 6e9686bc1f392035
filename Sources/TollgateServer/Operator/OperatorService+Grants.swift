import Crypto
import Foundation
public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// The length of a reason, in Unicode code points.
  static let reasonLength = GrantRequest.reasonLength
  /// The longest time for which something is granted, unless it is granted for ever.
  static let longestGrant = Period(100, .year)

  /// Grants an entitlement to a customer from now on.
  ///
  /// - Parameters:
  ///   - request: The entitlement, how long it is granted, and why.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - key: The idempotency key, which makes a repeated request grant once.
  ///   - granter: The operator.
  /// - Returns: The grant.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `unknown_entitlement`,
  ///   `idempotency_key_reused` or `limit_reached`.
  public func grant(
    _ request: GrantRequest, to customer: Customer.ID, key: Idempotency.Key, by granter: Operator
  ) async throws(Problem) -> StoredResponse<GrantResponse> {
    // Also of a repeated request, which is answered without a look at the grant.
    try Self.check(request.reason)
    let purpose = "grant \(request.entitlement)"
    let result = try await record(once: key, purpose, .granted, for: customer, by: granter) {
      (_, id, now) throws(Problem) -> Grant in
      try granted(request, id: id, at: now, by: granter)
    }
    return try Self.response(
      to: result, purpose, lasts: request.lasts, until: request.until)
  }

  /// Continues a grant with another one of its entitlement, which begins when it ends, or now if it has ended.
  ///
  /// - Parameters:
  ///   - grant: The grant.
  ///   - request: How long, and why.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - key: The idempotency key, which makes a repeated request extend once.
  ///   - granter: The operator.
  /// - Returns: The other grant.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `unknown_grant`, `idempotency_key_reused` or
  ///   `limit_reached`.
  public func extend(
    _ grant: Grant.ID, _ request: GrantExtensionRequest, of customer: Customer.ID,
    key: Idempotency.Key, by granter: Operator
  ) async throws(Problem) -> StoredResponse<GrantResponse> {
    try Self.check(request.reason)
    let purpose = "extend \(grant)"
    let result = try await record(once: key, purpose, .grantExtended, for: customer, by: granter) {
      (customer, id, now) throws(Problem) -> Grant in
      try extended(grant, request, of: customer, id: id, at: now, by: granter)
    }
    return try Self.response(
      to: result, purpose, lasts: request.lasts, until: request.until)
  }

  /// Revokes a grant; one that was revoked before stays as it is, and so does a grant that continues it.
  ///
  /// - Parameters:
  ///   - grant: The grant.
  ///   - request: Why.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - revoker: The operator.
  /// - Returns: The grant afterwards.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value` or `unknown_grant`.
  public func revoke(
    _ grant: Grant.ID, _ request: GrantRevocationRequest, of customer: Customer.ID,
    by revoker: Operator
  ) async throws(Problem) -> GrantResponse {
    try Self.check(request.reason)
    let result = try await write(to: customer, by: revoker) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard let revoked = try revoked(grant, request, of: record.customer, at: now, by: revoker)
      else { return .nothing }
      var change = try await writer.change(
        seeing: nil, on: record, adding: [.grant(revoked)], in: revoker.app, at: now)
      change.audit = LedgerAuditEntry(
        .grantRevoked, by: revoker.name, at: now, customer: record.id, subject: grant.rawValue,
        reason: request.reason)
      return .appending(change)
    }
    return GrantResponse(
      try Self.known(grant, of: result.record.customer), of: result.record.id,
      serverTime: result.at)
  }
}

// MARK: - The grants that requests make

extension OperatorService {
  /// The grant of a request.
  func granted(
    _ request: GrantRequest, id: Grant.ID, at now: Instant, by granter: Operator
  ) throws(Problem) -> Grant {
    try Self.check(request.reason)
    guard granter.app.blueprint.definition.entitlements.contains(request.entitlement) else {
      throw Problem.unknown(
        .unknownEntitlement, "entitlement", request.entitlement.rawValue)
    }
    return Grant(
      id: id, entitlement: request.entitlement, startsAt: now,
      endsAt: try Self.end(lasts: request.lasts, until: request.until, from: now),
      notes: [granter.note(.granted, request.reason, at: now)])
  }

  /// The grant that continues another one.
  func extended(
    _ grant: Grant.ID, _ request: GrantExtensionRequest, of customer: Customer, id: Grant.ID,
    at now: Instant, by granter: Operator
  ) throws(Problem) -> Grant {
    try Self.check(request.reason)
    let extended = try Self.known(grant, of: customer)
    guard let end = extended.endsAt, extended.revokedAt == nil else {
      throw Problem(
        .invalidValue, "The grant was revoked or has no end: grant the entitlement again.")
    }
    let start = max(end, now)
    guard let endsAt = try Self.end(lasts: request.lasts, until: request.until, from: start)
    else { throw Problem(.invalidValue, "An extension needs `lasts` or `until`.") }
    return Grant(
      id: id, entitlement: extended.entitlement, startsAt: start, endsAt: endsAt,
      notes: [granter.note(.granted, request.reason, at: now)])
  }

  /// The grant as it is once revoked; nil if it was revoked before.
  func revoked(
    _ grant: Grant.ID, _ request: GrantRevocationRequest, of customer: Customer, at now: Instant,
    by revoker: Operator
  ) throws(Problem) -> Grant? {
    try Self.check(request.reason)
    let standing = try Self.known(grant, of: customer)
    guard standing.revokedAt == nil else { return nil }
    return Grant(
      id: grant, entitlement: standing.entitlement, startsAt: standing.startsAt,
      endsAt: standing.endsAt, revokedAt: now,
      notes: [revoker.note(.revoked, request.reason, at: now)])
  }
}

extension OperatorService {
  /// Lists the grants of the same entitlement that a revocation leaves, such as those that continue the revoked one.
  ///
  /// - Parameters:
  ///   - revoked: The grant that is revoked.
  ///   - customer: The customer.
  ///   - now: The instant of the revocation.
  /// - Returns: A sentence for each grant that is active or begins later.
  static func remaining(
    besides revoked: Grant.ID, of customer: Customer, at now: Instant
  ) -> [String] {
    let entitlement = customer.grant(revoked)?.entitlement
    let grants = customer.facts.compactMap { fact -> Grant? in
      if case .grant(let grant) = fact { grant } else { nil }
    }
    return grants.filter {
      $0.id != revoked && $0.entitlement == entitlement && $0.revokedAt == nil
        && $0.endsAt.map { now < $0 } ?? true
    }
    .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    .map { grant in
      let end = grant.endsAt.map { "until \($0.minute) UTC" } ?? "without an end"
      return
        "Another grant of \(grant.entitlement) remains, from \(grant.startsAt.minute) UTC \(end). To end it too, revoke \(grant.id)."
    }
  }

  /// Records a grant once for each key, and stores the response.
  private func record(
    once key: Idempotency.Key, _ purpose: String, _ action: LedgerAuditEntry.Action,
    for customer: Customer.ID, by granter: Operator,
    _ grant: (Customer, Grant.ID, Instant) throws(Problem) -> Grant
  ) async throws(Problem) -> WriteResult {
    try await write(to: customer, by: granter) {
      (record, now) async throws(Problem) -> WriteDecision in
      // A repeated request is answered even if the same decision would fail by now.
      if let first = try await records.response(to: key, of: record.id, in: granter.app) {
        return .replay(first)
      }
      let fact = Fact.grant(
        try grant(
          record.customer, Grant.ID("grant_" + Self.digest(key, of: record.id)), now))
      try RecordLimits.check([fact], for: record.customer, at: now)
      var change = try await writer.change(
        seeing: nil, on: record, adding: [fact], in: granter.app, at: now)
      guard case .grant(let granted) = fact else { return .nothing }
      change.answer = LedgerAnswer(
        key: key, purpose: purpose, status: 200,
        body: try JSON.bytes(GrantResponse(granted, of: record.id, serverTime: now)))
      change.audit = LedgerAuditEntry(
        action, by: granter.name, at: now, customer: record.id, subject: granted.id.rawValue,
        reason: granted.notes.first?.reason)
      return .append(change)
    }
  }

  /// The response, which is not repeated to a request for another end.
  ///
  /// - Parameters:
  ///   - result: The write, which may be an earlier one with the same key.
  ///   - purpose: What the key is used for.
  ///   - lasts: How long the request lets the grant last; nil without a length.
  ///   - until: When the request ends it; nil without an end.
  /// - Returns: The response.
  /// - Throws: `Problem` with code `idempotency_key_reused`.
  private static func response(
    to result: WriteResult, _ purpose: String, lasts: Period?, until: Instant?
  ) throws(Problem) -> StoredResponse<GrantResponse> {
    let stored = try StoredResponse<GrantResponse>(result, purpose: purpose)
    guard stored.isReplay else { return stored }
    let first = try stored.response()
    guard try end(lasts: lasts, until: until, from: first.startsAt) == first.endsAt else {
      throw Problem(
        .idempotencyKeyReused, "The idempotency key was used for a grant with another end.")
    }
    return stored
  }

  /// Writes to a customer, or to the one they were merged into, also while that happens.
  ///
  /// A previewed change is refused if what the preview showed has changed, unless it was already made with the same key:
  /// then its result is repeated.
  func write(
    to customer: Customer.ID, by writing: Operator,
    _ decide: (CustomerRecord, Instant) async throws(Problem) -> WriteDecision
  ) async throws(Problem) -> WriteResult {
    for _ in 0..<CustomerWriter.attempts {
      let survivor = try await requiredCustomer(customer, in: writing.app)
      do throws(Problem) {
        return try await writer.write(to: survivor.id, in: writing.app) {
          (record, now) async throws(Problem) -> WriteDecision in
          guard record.mergedInto == nil else { throw Problem.customerMerged }
          let decision = try await decide(record, now)
          if case .append(let change) = decision {
            try writing.basis?.require(
              change.versions(of: record), in: writing.app, at: change.at)
          }
          return decision
        }
      } catch {
        guard error.code == .customerMerged else { throw error }
        records.forget(survivor.id, in: writing.app)
      }
    }
    throw CustomerWriter.busy
  }

  /// The name of what a key makes for a customer: 32 hexadecimal digits.
  static func digest(_ key: Idempotency.Key, of customer: Customer.ID) -> String {
    SHA256.hash(data: Data("\(customer)\n\(key)".utf8)).prefix(16).hexadecimal
  }

  private static func known(_ id: Grant.ID, of customer: Customer) throws(Problem) -> Grant {
    guard let grant = customer.grant(id) else {
      throw Problem(.unknownGrant, "The customer has no such grant.")
    }
    return grant
  }

  static func check(_ reason: String) throws(Problem) {
    guard reasonLength.contains(reason.unicodeScalars.count),
      !reason.allSatisfy(\.isWhitespace)
    else {
      throw Problem(
        .invalidValue,
        "`reason` must have \(reasonLength.lowerBound) to \(reasonLength.upperBound) characters.")
    }
  }

  /// The end of a grant; nil if it never ends.
  private static func end(
    lasts: Period?, until: Instant?, from start: Instant
  ) throws(Problem) -> Instant? {
    guard lasts == nil || until == nil else {
      throw Problem(.invalidValue, "Use either `lasts` or `until`.")
    }
    let end = lasts.map { start.adding($0) } ?? until
    if let end, end <= start {
      throw Problem(.invalidValue, "`until` must be after the start of the grant.")
    }
    if let end, end > start.adding(longestGrant) {
      throw Problem(
        .invalidValue,
        "A grant lasts at most 100 years; one without `lasts` and `until` never ends.")
    }
    return end
  }
}

extension Operator {
  fileprivate func note(
    _ action: GrantNote.Action, _ reason: String, at now: Instant
  ) -> GrantNote {
    GrantNote(action: action, at: now, by: name, reason: reason)
  }
}
