import Crypto
import Foundation
public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// The length of a reason, in Unicode code points.
  static let reasonLength = GrantRequest.reasonLength
  /// The longest time for which something is granted, unless it is granted forever.
  static let longestGrant = GrantTerms.longest

  /// Grants an entitlement to a customer from now on, or gives a grant that the blueprint lists.
  ///
  /// - Parameters:
  ///   - request: The entitlement and how long it is granted, or the name of the listed grant; and why.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - key: The idempotency key, which makes a repeated request grant once.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `unknown_entitlement`, `unknown_grant`,
  ///   `idempotency_key_reused`, `condition_not_met` or `limit_reached`.
  public func grant(
    _ request: GrantRequest, to customer: Customer.ID, key: Idempotency.Key, by granter: Operator
  ) async throws(Problem) -> StoredResponse<GrantResponse> {
    // Also of a repeated request, which is answered without a look at the grant.
    try Self.check(request.reason)
    let purpose =
      request.name.map(Self.purpose) ?? "grant \(request.entitlement?.rawValue ?? "nothing")"
    let result = try await record(once: key, purpose, .granted, for: customer, by: granter) {
      (customer, id, now) throws(Problem) -> [Grant] in
      try [granted(request, to: customer, id: id, at: now, by: granter)]
    }
    if request.name != nil { return try StoredResponse(result, purpose: purpose) }
    return try Self.response(
      to: result, purpose, lasts: request.lasts, until: request.until)
  }

  /// Gives a customer a grant that the blueprint lists for the app's own backend.
  ///
  /// The caller is not checked here: only code that acts for the backend may call this.
  ///
  /// - Parameters:
  ///   - request: The name of the grant, and why.
  ///   - key: The idempotency key, which makes a repeated request give once.
  /// - Throws: `Problem` with code `invalid_value`, `unknown_grant`, `idempotency_key_reused`, `condition_not_met` or
  ///   `limit_reached`.
  package func give(
    _ request: ListedGrantRequest, to caller: Caller, key: Idempotency.Key
  ) async throws(Problem) -> StoredResponse<GrantResponse> {
    let reason = request.reason ?? "The blueprint's `\(request.name)`."
    try Self.check(reason)
    let giver = Operator(
      app: caller.app, name: caller.keyID ?? "backend", seesRevenue: false)
    let purpose = Self.purpose(request.name)
    let isRight = caller.app.blueprint.listsRight(request.name)
    guard isRight || request.until == nil && request.willRenew == nil && request.seats == nil
    else {
      throw Problem(
        .invalidValue,
        "`\(request.name)` is not listed with `elsewhere: true`, so the blueprint says how long it lasts: leave out `until`, `willRenew` and `seats`."
      )
    }
    if let seats = request.seats, !Team.statedSeats.contains(seats) {
      throw Problem(
        .invalidValue,
        "`seats` must be from \(Team.statedSeats.lowerBound) to \(Team.statedSeats.upperBound).")
    }
    let result = try await record(once: key, purpose, nil, for: caller.customer, by: giver) {
      (customer, id, now) throws(Problem) -> [Grant] in
      if isRight {
        return try Self.state(request, of: customer, id: id, reason, by: giver, at: now)
      }
      return try [
        Self.give(
          request.name, by: .backend, to: customer, id: id,
          giver.note(.granted, reason, at: now), in: caller.app, at: now)
      ]
    }
    let stored = try StoredResponse<GrantResponse>(result, purpose: purpose)
    guard isRight, stored.isReplay else { return stored }
    let first = try stored.response()
    guard first.willRenew == request.isRenewing, first.seats == request.seats,
      request.until.map({ max($0, first.startsAt) }) == first.endsAt
    else {
      throw Problem(
        .idempotencyKeyReused, "The idempotency key was used for another statement of the right.")
    }
    return stored
  }

  /// Takes back a grant that the blueprint lists for the app's own backend; one that was revoked before stays as it is.
  ///
  /// The caller is not checked here: only code that acts for the backend may call this.
  ///
  /// - Parameter caller: The customer for whom the backend acts.
  /// - Returns: The grant afterwards.
  /// - Throws: `Problem` with code `invalid_value` or `unknown_grant`.
  package func takeBack(
    _ grant: Grant.ID, _ request: ListedGrantRevocationRequest, from caller: Caller
  ) async throws(Problem) -> GrantResponse {
    let reason = request.reason ?? "Taken back by the app's backend."
    try Self.check(reason)
    let revoker = Operator(
      app: caller.app, name: caller.keyID ?? "backend", seesRevenue: false)
    let result = try await write(to: caller.customer, by: revoker) {
      (record, now) async throws(Problem) -> WriteDecision in
      let name = try Self.known(grant, of: record.customer).name
      if let name, caller.app.blueprint.listsRight(name) {
        throw Problem(
          .invalidValue,
          "`\(name)` was bought elsewhere: give it again with an `until` that is not in the future."
        )
      }
      guard caller.app.blueprint.grants(by: .backend).contains(where: { $0.id == name }) else {
        throw Problem(
          .unknownGrant, "The blueprint does not list the grant with `by: backend`.")
      }
      let request = GrantRevocationRequest(reason: reason)
      guard let revoked = try revoked(grant, request, of: record.customer, at: now, by: revoker)
      else { return .nothing }
      // Not in the audit list, which has only what operators did.
      return .appending(
        try await writer.change(
          seeing: nil, on: record, adding: [.grant(revoked)], in: caller.app, at: now))
    }
    return GrantResponse(
      try Self.known(grant, of: result.record.customer), of: result.record.id,
      serverTime: result.at)
  }

  /// The grants that record what the app's backend states of a right that was bought elsewhere.
  private static func state(
    _ request: ListedGrantRequest, of customer: Customer, id: Grant.ID, _ reason: String,
    by giver: Operator, at now: Instant
  ) throws(Problem) -> [Grant] {
    if let until = request.until, until > now.adding(longestGrant) {
      throw Problem(
        .invalidValue, "A right lasts at most 100 years; one without `until` never ends.")
    }
    do throws(GrantRefusal) {
      return try giver.app.blueprint.state(
        request.name, until: request.until, willRenew: request.isRenewing, seats: request.seats,
        of: customer, as: id, notes: [giver.note(.granted, reason, at: now)],
        revocation: [giver.note(.revoked, reason, at: now)], at: now)
    } catch {
      throw Self.problem(error, request.name, by: .backend)
    }
  }

  /// Continues a grant with another one of its entitlements, which begins when it ends, or now if it has ended.
  ///
  /// - Parameters:
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - key: The idempotency key, which makes a repeated request extend once.
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
      (customer, id, now) throws(Problem) -> [Grant] in
      try [extended(grant, request, of: customer, id: id, at: now, by: granter)]
    }
    return try Self.response(
      to: result, purpose, lasts: request.lasts, until: request.until)
  }

  /// Revokes a grant; one that was revoked before stays as it is, and so does a grant that continues it.
  ///
  /// - Parameter customer: The customer; one who was merged stands for the one they were merged into.
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
  func granted(
    _ request: GrantRequest, to customer: Customer, id: Grant.ID, at now: Instant,
    by granter: Operator
  ) throws(Problem) -> Grant {
    try Self.check(request.reason)
    let note = granter.note(.granted, request.reason, at: now)
    if let name = request.name {
      guard request.entitlement == nil, request.lasts == nil, request.until == nil else {
        throw Problem(
          .invalidValue,
          "The blueprint says what `\(name)` gives, and for how long: leave out `entitlement`, `lasts` and `until`."
        )
      }
      return try Self.give(
        name, by: .support, to: customer, id: id, note, in: granter.app, at: now)
    }
    guard let entitlement = request.entitlement else {
      throw Problem(.invalidValue, "Use either `entitlement` or `name`.")
    }
    guard granter.app.blueprint.definition.entitlements.contains(entitlement) else {
      throw Problem.unknown(.unknownEntitlement, "entitlement", entitlement.rawValue)
    }
    return Grant(
      id: id, entitlements: [entitlement], startsAt: now,
      endsAt: try Self.end(lasts: request.lasts, until: request.until, from: now), notes: [note])
  }

  /// The grant that the blueprint lists.
  private static func give(
    _ name: GrantTerms.ID, by giver: GrantTerms.Giver, to customer: Customer, id: Grant.ID,
    _ note: GrantNote, in app: ServedApp, at now: Instant
  ) throws(Problem) -> Grant {
    do throws(GrantRefusal) {
      return try app.blueprint.give(
        name, by: giver, to: customer, as: id, notes: [note], at: now)
    } catch {
      throw Self.problem(error, name, by: giver)
    }
  }

  private static func problem(
    _ refusal: GrantRefusal, _ name: GrantTerms.ID, by giver: GrantTerms.Giver
  ) -> Problem {
    switch refusal {
    case .notListed:
      return Problem.unknown(
        .unknownGrant, giver == .backend ? "grant `by: backend`" : "grant", name.rawValue)
    case .unmet(let requirements):
      return Problem(
        .conditionNotMet,
        "The blueprint gives `\(name)` only if \(requirements.map(\.sentence).joined(separator: " and ")), which does not hold for the customer."
      )
    case .over(let end):
      return Problem(
        .conditionNotMet, "The blueprint gives `\(name)` only until \(end.minute) UTC.")
    case .limitReached(let limit, let until):
      let next = until.map { " The next one can be given from \($0.minute) UTC." } ?? ""
      return Problem(
        .limitReached,
        "The customer has had `\(name)` as often as the blueprint allows, which is \(limit).\(next)"
      )
    case .notRunning:
      return Problem(
        .invalidValue, "`\(name)` does not run, so that it cannot end: use a later `until`.")
    case .nothingShared:
      return Problem(
        .invalidValue,
        "No team of the blueprint shares anything that `\(name)` gives: leave out `seats`.")
    }
  }

  /// What a key for a listed grant is used for.
  private static func purpose(_ name: GrantTerms.ID) -> String { listed + "\(name)" }

  private static let listed = "give "

  func extended(
    _ grant: Grant.ID, _ request: GrantExtensionRequest, of customer: Customer, id: Grant.ID,
    at now: Instant, by granter: Operator
  ) throws(Problem) -> Grant {
    try Self.check(request.reason)
    let extended = try Self.known(grant, of: customer)
    guard extended.credits == nil, extended.willRenew == nil, extended.lasts == nil else {
      throw Problem(
        .invalidValue,
        "Credits, a right that was bought elsewhere, and a grant that waits for purchases cannot be extended: give another grant instead."
      )
    }
    guard let end = extended.endsAt, extended.revokedAt == nil else {
      throw Problem(
        .invalidValue, "The grant was revoked or has no end: grant the entitlement again.")
    }
    let start = max(end, now)
    guard let endsAt = try Self.end(lasts: request.lasts, until: request.until, from: start)
    else { throw Problem(.invalidValue, "An extension needs `lasts` or `until`.") }
    return Grant(
      id: id, entitlements: extended.entitlements, startsAt: start, endsAt: endsAt,
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
    return standing.revoked(at: now, notes: [revoker.note(.revoked, request.reason, at: now)])
  }
}

extension OperatorService {
  /// Lists the grants of the same entitlements that a revocation leaves, such as those that continue the revoked one.
  ///
  /// - Returns: A sentence for each grant that is active or begins later.
  static func remaining(
    besides revoked: Grant.ID, of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> [String] {
    let entitlements = Set(customer.grant(revoked)?.entitlements ?? [])
    return customer.remainingGrants(in: blueprint, at: now).filter {
      $0.id != revoked && !entitlements.isDisjoint(with: $0.entitlements)
    }
    .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    .map { grant in
      let end =
        grant.lasts.map { "for \($0), while nothing else gives it" } ?? grant.endsAt.map {
          "until \($0.minute) UTC"
        } ?? "without an end"
      return
        "Another grant of \(grant.gift) remains, from \(grant.startsAt.minute) UTC \(end). To end it too, revoke \(grant.id)."
    }
  }

  /// Records a grant once for each key, after those that it replaces, and stores the response about it.
  private func record(
    once key: Idempotency.Key, _ purpose: String, _ action: LedgerAuditEntry.Action?,
    for customer: Customer.ID, by granter: Operator,
    _ grant: (Customer, Grant.ID, Instant) throws(Problem) -> [Grant]
  ) async throws(Problem) -> WriteResult {
    try await write(to: customer, by: granter) {
      (record, now) async throws(Problem) -> WriteDecision in
      // A repeated request is answered even if the same decision would fail now.
      if let first = try await records.response(to: key, of: record.id, in: granter.app) {
        return .replay(first)
      }
      // So is one whose response is gone: its key has made its grant.
      let isListed = purpose.hasPrefix(Self.listed)
      let made = record.absorbed.union([record.id]).sorted().compactMap {
        record.customer.grant(Self.grant(key, of: $0))
      }.first
      let all: [Grant]
      if let made {
        guard made.name.map(Self.purpose) == (isListed ? purpose : nil) else {
          throw Problem(
            .idempotencyKeyReused, "The idempotency key was used for another grant.")
        }
        all = [made]
      } else {
        all = try grant(record.customer, Self.grant(key, of: record.id), now)
      }
      guard let granted = all.last else { return .nothing }
      let facts = all.filter { record.customer.grant($0.id) != $0 }.map { Fact.grant($0) }
      try RecordLimits.check(facts, for: record.customer, at: now)
      var change = try await writer.change(
        seeing: nil, on: record, adding: facts, in: granter.app, at: now)
      change.answer = LedgerAnswer(
        key: key, purpose: purpose, status: 200,
        body: try JSON.bytes(GrantResponse(granted, of: record.id, serverTime: now)))
      // The list of what operators did has no room for what a backend does by itself.
      if let action, made == nil {
        change.audit = LedgerAuditEntry(
          action, by: granter.name, at: now, customer: record.id, subject: granted.id.rawValue,
          reason: granted.notes.first?.reason)
      }
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

  private static func grant(_ key: Idempotency.Key, of customer: Customer.ID) -> Grant.ID {
    Grant.ID("grant_" + digest(key, of: customer))
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

extension ListedGrantRequest {
  /// Whether the right will renew: by default, if it has an end.
  fileprivate var isRenewing: Bool { willRenew ?? (until != nil) }
}
