import JWTKit
import Tollgate
import TollgateMutex
import TollgateWire

/// Creates and verifies customer tokens: JSON Web Tokens (RFC 7519) signed with HMAC-SHA-256 by a server key.
///
/// A token names a customer and grants nothing by itself: what the customer may do is decided for each request. Its
/// times are whole seconds, as `iat` and `exp` are NumericDates.
final class CustomerTokens: Sendable {
  /// How long a token is valid.
  static let lifetime = Duration.days(30)
  /// How long after its creation a token can be exchanged for a new one.
  static let renewablePeriod = Duration.days(400)
  /// The greatest length of a token in bytes.
  static let sizeLimit = 2048
  /// The number of verified tokens that are cached.
  static let cacheLimit = 10_000

  struct Claims: Hashable, Sendable {
    /// The subject (`sub`).
    let customer: Customer.ID
    /// The app that the token is valid in; another app of the same server rejects it.
    let app: Blueprint.App.ID
    /// The account's email address when the session was opened; nil for an anonymous customer.
    let email: String?
    /// The session, which stays the same when the token is exchanged.
    let session: String
    /// The generation of the customer's sessions in which it was opened.
    let generation: Int
    /// The end of the token's validity (`exp`), no longer included.
    let expiresAt: Instant
    /// The end of the time in which it can be exchanged, from its creation (`iat`).
    let renewableUntil: Instant
  }

  private let keys: JWTKeyCollection
  private let current: JWKIdentifier
  // The names of retired keys.
  private let retired: Set<String>
  // Whether a session is open, by its name. Only an end is final: an open session may be evicted and read again.
  private let sessions = Mutex(LRUCache<String, Bool>(limit: CustomerTokens.cacheLimit))
  private let known = Mutex(LRUCache<String, Claims>(limit: CustomerTokens.cacheLimit))

  init(_ serverKeys: ServerKeys) async {
    keys = JWTKeyCollection()
    current = JWKIdentifier(string: serverKeys.current(.tokens).id)
    let tokenKeys = serverKeys.keys.filter { $0.use == .tokens }
    retired = Set(tokenKeys.filter { $0.state == .retired }.map(\.id))
    for key in tokenKeys where key.state != .retired {
      await keys.add(
        hmac: HMACKey(from: key.secret), digestAlgorithm: .sha256,
        kid: JWKIdentifier(string: key.id),
        serializer: DefaultJWTSerializer(jsonEncoder: JSON.encoder))
    }
  }

  /// Creates a token that expires after ``lifetime``.
  ///
  /// - Parameters:
  ///   - app: The app it is valid in.
  ///   - email: The account's email address, which the token carries as it is; nil for none.
  ///   - session: The session's name, kept from token to token.
  ///   - generation: The generation of the customer's sessions.
  ///   - now: The server's clock; its fraction of a second is dropped.
  /// - Returns: The token in compact form, and when it expires.
  /// - Throws: `Problem` with code `internal_error` if it cannot be signed.
  func make(
    for customer: Customer.ID, in app: Blueprint.App.ID, email: String?, session: String,
    generation: Int, at now: Instant
  ) async throws(Problem) -> (token: String, expiresAt: Instant) {
    let issued = now.milliseconds / 1000
    let payload = TokenPayload(
      sub: customer.rawValue, app: app.rawValue, iat: issued,
      exp: issued + Self.lifetime.components.seconds,
      email: email, sid: session, gen: generation == 0 ? nil : generation)
    do {
      return (try await keys.sign(payload, kid: current), payload.claims.expiresAt)
    } catch {
      throw Problem(.internalError, "The token could not be signed.")
    }
  }

  /// Verifies a token of this app, expired or not, and returns its claims.
  ///
  /// - Parameters:
  ///   - token: The token in compact form, at most ``sizeLimit`` bytes.
  ///   - app: The app that it must be for.
  /// - Returns: Its claims, whose times are not checked.
  /// - Throws: `Problem` with code `invalid_token`, or `session_ended` if the token names a key that was retired.
  func claims(of token: String, in app: Blueprint.App.ID) async throws(Problem) -> Claims {
    if let claims = cachedClaims(of: token, in: app) { return claims }
    guard token.utf8.count <= Self.sizeLimit else { throw Self.invalid }
    let payload: TokenPayload
    do {
      payload = try await keys.verify(token)
    } catch {
      throw namesRetiredKey(token) ? Self.ended : Self.invalid
    }
    guard payload.iss == TokenPayload.issuer, payload.app == app.rawValue else {
      throw Self.invalid
    }
    let claims = payload.claims
    known.withLock { $0[token] = claims }
    return claims
  }

  /// The claims of a token of this app that was verified before; nil if it has to be verified.
  func cachedClaims(of token: String, in app: Blueprint.App.ID) -> Claims? {
    guard let claims = known.withLock({ $0[token] }), claims.app == app else { return nil }
    return claims
  }

  /// Whether a session is open; nil if it has to be read from the ledger.
  func isOpen(_ session: String) -> Bool? { sessions.withLock { $0[session] } }

  /// Caches what the ledger says about a session, unless it has ended since.
  func cache(_ session: String, isOpen: Bool) {
    sessions.withLock { if $0[session] == nil { $0[session] = isOpen } }
  }

  /// Caches that a session has ended.
  func end(_ session: String) { sessions.withLock { $0[session] = false } }

  /// Removes the cached claims of customers, which may contain an email address.
  func forget(_ customers: Set<Customer.ID>, in app: Blueprint.App.ID) {
    known.withLock { known in
      for (token, claims) in known.entries
      where claims.app == app && customers.contains(claims.customer) {
        known[token] = nil
      }
    }
  }

  /// Whether a token that cannot be verified names a retired key, so that its device has to open a new session.
  private func namesRetiredKey(_ token: String) -> Bool {
    guard !retired.isEmpty else { return false }
    do {
      let token = try DefaultJWTParser().parse(Array(token.utf8), as: TokenPayload.self)
      return token.payload.iss == TokenPayload.issuer
        && token.header.kid.map(retired.contains) ?? false
    } catch {
      return false
    }
  }

  private static let invalid = Problem(
    .invalidToken, "The token was not made by this server for this app.")
  private static let ended = Problem(
    .sessionEnded, "The server's key for this session was retired: sign in again.")
}

/// The claims as the token carries them: registered ones of RFC 7519 (section 4.1), and `app`, `email`, `sid` and `gen`.
private struct TokenPayload: JWTPayload {
  static let issuer = "tollgate"

  var iss = TokenPayload.issuer
  let sub: String
  let app: String
  let iat: Int64
  let exp: Int64
  let email: String?
  let sid: String
  // Nil until all sessions of the customer were ended for the first time.
  let gen: Int?

  /// Does not check times: the caller does, by its own clock.
  func verify(using algorithm: some JWTAlgorithm) {}

  var claims: CustomerTokens.Claims {
    CustomerTokens.Claims(
      customer: Customer.ID(sub), app: Blueprint.App.ID(app), email: email, session: sid,
      generation: gen ?? 0, expiresAt: Instant(milliseconds: exp.saturatingMultiplied(by: 1000)),
      renewableUntil: Instant(milliseconds: iat.saturatingMultiplied(by: 1000)).advanced(
        by: CustomerTokens.renewablePeriod)
    )
  }
}
