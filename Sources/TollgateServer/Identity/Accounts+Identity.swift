import Tollgate
import TollgateLedger
public import TollgateWire

extension Accounts {
  /// Opens a session with an issuer's token, and an account the first time; the visitor's anonymous customer is merged.
  ///
  /// The account is that of the issuer's user, never another account with the same email address.
  ///
  /// With an authorization code of Sign in with Apple and the app's key, the server stores what it needs to revoke the
  /// sign-in when the account is deleted; if that fails, the person is signed in anyway.
  ///
  /// - Parameter request: The token, its nonce and the device.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `unknown_issuer`, `invalid_identity_token`, `expired_identity_token` or
  ///   `issuer_unavailable`.
  public func signIn(
    with request: TokenSignInRequest, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let verifier = IdentityVerifier(issuers: app.issuers, keySets: keySets)
    let identity = try await verifier.identity(
      request.token, nonce: request.nonce, at: visitor.now)
    let claim = LedgerClaim.identity(identity.issuer, identity.user)
    for _ in 0..<CustomerWriter.attempts {
      let result: WriteResult?
      if let owner = try await records.owner(of: claim, in: app) {
        result = try await signIn(to: owner, visitor, request.device)
      } else {
        result = try await signUp(claim, visitor, request.device)
      }
      guard let result else { continue }
      if let code = request.authorizationCode, identity.issuer == TokenIssuer.apple {
        await revocations.keep(code, of: identity, for: result.record.id, in: app)
      }
      return try await sessions.open(for: result, in: app, email: identity.email)
    }
    throw Problem(.busy, "Too many concurrent requests for this account. Try again.")
  }

  /// Merges the visitor's anonymous customer into the account's; nil if the account's customer has changed.
  ///
  /// - Parameters:
  ///   - owner: The customer who owns the identity's claim.
  ///   - device: The device that signs in; nil if the request names none.
  /// - Returns: The write's result; nil makes the caller look up the claim's owner again.
  /// - Throws: `Problem` if the ledger fails.
  private func signIn(
    to owner: Customer.ID, _ visitor: Visitor, _ device: Device.ID?
  ) async throws(Problem) -> WriteResult? {
    var hasMoved = false
    let result = try await writer.write(to: owner, in: visitor.app) {
      (record, _) async throws(Problem) -> WriteDecision in
      hasMoved = record.mergedInto != nil
      guard !hasMoved else { return .nothing }
      return .appending(try await merging(visitor, into: record, device: device))
    }
    return hasMoved ? nil : result
  }

  /// Converts the visitor's anonymous customer, or a new one, to an account; nil if the identity got one in the
  /// meantime.
  ///
  /// - Parameters:
  ///   - claim: The issuer and the user's name there, which at most one customer of the app owns.
  ///   - device: The device that signs up; nil if the request names none.
  /// - Returns: The write's result; nil makes the caller sign in instead.
  /// - Throws: `Problem` with code `busy` if the anonymous customer got another account in the meantime, or if the
  ///   ledger fails.
  private func signUp(
    _ claim: LedgerClaim, _ visitor: Visitor, _ device: Device.ID?
  ) async throws(Problem) -> WriteResult? {
    let account = identifiers.account()
    let customer = visitor.convertible ?? identifiers.customer()
    var isTaken = false
    let result = try await writer.write(to: customer, in: visitor.app) {
      (record, _) async throws(Problem) -> WriteDecision in
      isTaken = try await records.owner(of: claim, in: visitor.app) != nil
      guard !isTaken else { return .nothing }
      try requireAnonymous(record)
      var change = try await creating(account, of: visitor, on: record, device: device)
      change.claims.append(claim)
      return .append(change)
    }
    return isTaken ? nil : result
  }
}
