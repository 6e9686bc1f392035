public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Opens a session with an issuer's token, and an account the first time; a presented anonymous customer is merged.
  ///
  /// The account is that of the issuer's user, never another account with the same email address.
  ///
  /// - Parameters:
  ///   - request: The token, its nonce and the device.
  ///   - app: The app.
  ///   - token: The customer token of an anonymous customer, expired or not; an account's is ignored.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `unknown_issuer`, `invalid_identity_token`, `expired_identity_token` or
  ///   `issuer_unavailable`, or the code of the customer token's error.
  public func signIn(
    with request: TokenSignInRequest, in app: Blueprint.App.ID, presenting token: String? = nil
  ) async throws(Problem) -> SessionResponse {
    try await signInWithToken(in: app, presenting: token) { request }
  }

  /// Opens a session; the request is decoded once the customer token is found valid.
  func signInWithToken(
    in app: Blueprint.App.ID, presenting token: String?,
    reading: () throws(Problem) -> TokenSignInRequest
  ) async throws(Problem) -> SessionResponse {
    let clock = clock()
    let app = try served(app)
    let presented = try await presented(token, in: app, at: clock)
    let request = try reading()
    try Self.check(request.device)
    let verifier = IdentityVerifier(issuers: app.issuers, keySets: keySets)
    let identity = try await verifier.identity(request.token, nonce: request.nonce, at: clock)
    let claim = LedgerClaim.identity(identity.issuer, identity.user)
    for _ in 0..<Self.attempts {
      let owner = try await owner(of: claim, in: app)
      let written: Written?
      if let owner {
        written = try await enter(owner, claim, presented, request.device, in: app)
      } else {
        written = try await open(claim, presented, request.device, in: app)
      }
      guard let written else { continue }
      return try await session(of: written, in: app, email: identity.email)
    }
    throw Problem(.busy, "The account is being opened by too many requests.")
  }

  /// Merges the presented anonymous customer into the account's; nil if the account's customer has changed.
  private func enter(
    _ owner: Customer.ID, _ claim: LedgerClaim, _ presented: Presented?, _ device: Device.ID?,
    in app: ServedApp
  ) async throws(Problem) -> Written? {
    var hasMoved = false
    let written = try await write(to: owner, in: app) {
      (record, _) async throws(Problem) -> Step in
      hasMoved = record.mergedInto != nil
      guard !hasMoved else { return .nothing }
      let other = try await anonymous(presented?.customer, besides: record.id, in: app)
      return .appending(
        try await seeing(
          device, on: record, absorbing: other, in: app, at: try instant(for: record, other)))
    }
    return hasMoved ? nil : written
  }

  /// Converts the presented anonymous customer, or a new one, to an account; nil if the identity got one meanwhile.
  private func open(
    _ claim: LedgerClaim, _ presented: Presented?, _ device: Device.ID?, in app: ServedApp
  ) async throws(Problem) -> Written? {
    let account = identifiers.account()
    let customer = presented.flatMap { $0.isShared ? nil : $0.customer } ?? identifiers.customer()
    var isTaken = false
    let written = try await write(to: customer, in: app) {
      (record, _) async throws(Problem) -> Step in
      isTaken = try await owner(of: claim, in: app) != nil
      guard !isTaken else { return .nothing }
      guard record.mergedInto == nil, record.customer.account == nil else {
        throw Problem(.busy, "The customer got an account at the same time.")
      }
      let other = try await anonymous(presented?.customer, besides: record.id, in: app)
      let now = try instant(for: record, other)
      var change = try await decide(
        Self.seen(device, with: record.id, at: now), on: record, absorbing: other, in: app, at: now
      ) { customer, history in
        app.blueprint.signUp(customer, account: account, at: now, history: history)
      }
      change.claims.append(claim)
      return .append(change)
    }
    return isTaken ? nil : written
  }
}
