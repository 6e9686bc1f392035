import Tollgate
import TollgateLedger
public import TollgateWire

/// Verifies customer tokens and secret keys, sent as bearer tokens
/// ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
///
/// A token is checked in this order: signature and app, expiry, customer, session, merge. Verified tokens and open
/// sessions are cached, so that most requests are authenticated without reading the ledger.
public struct Authenticator: Sendable {
  let records: CustomerRecords
  let tokens: CustomerTokens
  let secretKeys: SecretKeys

  /// Authenticates the caller of a request, and reads the clock for it.
  ///
  /// - Parameters:
  ///   - token: The customer token; nil if none was sent.
  ///   - acceptingMerged: Whether a customer who was merged into an account may still call.
  /// - Returns: The caller, valid for one request.
  /// - Throws: `Problem` with code `missing_token`, `invalid_token`, `expired_token`, `session_ended`,
  ///   `customer_merged` or `customer_deleted`.
  public func authenticate(
    _ token: String?, in app: ServedApp, acceptingMerged: Bool = false
  ) async throws(Problem) -> Caller {
    let now = records.clock()
    let claims = try await tokens.claims(of: try required(token), in: app.id)
    guard now < claims.expiresAt else {
      throw Problem(.expiredToken, "The token has expired: exchange it for a new one.")
    }
    let record = try await customer(of: claims, in: app)
    try await requireOpenSession(claims, of: record, in: app)
    guard acceptingMerged || record.mergedInto == nil else { throw Problem.customerMerged }
    return Caller(
      customer: record.id, email: claims.email, now: now, mergedInto: record.mergedInto, app: app)
  }

  /// Identifies a visitor who signs up or in, by the token that the device has, if any.
  ///
  /// - Parameters:
  ///   - token: The token of an anonymous customer, expired or not; an account's is ignored.
  ///   - address: The network address that the request comes from.
  /// - Returns: The visitor, valid for one request.
  /// - Throws: `Problem` with code `invalid_token`, `expired_token` or `session_ended`.
  public func visitor(
    presenting token: String?, in app: ServedApp, from address: NetworkAddress = .unknown
  ) async throws(Problem) -> Visitor {
    let now = records.clock()
    guard let token else { return Visitor(address: address, now: now, app: app) }
    let (_, record) = try await renewable(token, in: app, at: now)
    let survivor = try await records.survivor(of: record, in: app)
    return Visitor(
      anonymous: survivor.customer.account == nil ? survivor.id : nil,
      isShared: survivor.id != record.id, address: address, now: now, app: app)
  }

  /// A token's claims and customer, if the token is valid or expired recently enough to be renewed.
  ///
  /// - Parameter token: The token; nil if none was sent.
  /// - Returns: The claims, and the record of the customer they name, merged or not.
  /// - Throws: `Problem` with code `missing_token`, `invalid_token`, `expired_token` or `session_ended`.
  func renewable(
    _ token: String?, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> (CustomerTokens.Claims, CustomerRecord) {
    let claims = try await recentClaims(of: token, in: app, at: now)
    let record = try await customer(of: claims, in: app)
    try await requireOpenSession(claims, of: record, in: app)
    return (claims, record)
  }

  /// A token's claims, whether or not its session is open, unless the token is too old to be renewed.
  func recentClaims(
    of token: String?, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> CustomerTokens.Claims {
    let claims = try await tokens.claims(of: try required(token), in: app.id)
    guard now < claims.renewableUntil else {
      throw Problem(.expiredToken, "The token is too old to be exchanged for a new one.")
    }
    return claims
  }

  /// The record of the customer that a token names.
  ///
  /// - Throws: `Problem` with code `invalid_token` if the ledger has no such customer, `customer_deleted` if it was
  ///   deleted, or if the ledger cannot be read.
  func customer(
    of claims: CustomerTokens.Claims, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    guard let record = try await records.record(of: claims.customer, in: app) else {
      throw Problem.unknownCustomer
    }
    guard !record.isErased else { throw Problem.customerDeleted }
    return record
  }

  /// The token; throws `missing_token` if none was sent, and `secret_key_not_allowed` for a secret key.
  private func required(_ token: String?) throws(Problem) -> String {
    guard let token else { throw Problem(.missingToken, "This needs a customer token.") }
    guard !token.hasPrefix(SecretKey.prefix) else {
      throw Problem(
        .secretKeyNotAllowed,
        "This needs a customer token: with a secret key, name the customer in the path.")
    }
    return token
  }

  /// Rejects the token of a session that has ended.
  ///
  /// - Throws: `Problem` with code `session_ended`, or if the ledger cannot be read.
  private func requireOpenSession(
    _ claims: CustomerTokens.Claims, of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) {
    var record = record
    // The customer that it was merged into may have ended its sessions, and has no part in the cache's entry.
    if record.mergedInto != nil {
      records.forget(record.id, in: app)
      record = try await records.reload(record.id, in: app) ?? record
    }
    guard claims.generation >= record.sessionGeneration else { throw Self.ended }
    let isOpen: Bool
    // An end is final; that a session is open is only known as long as no other server can end it.
    if let cached = tokens.isOpen(claims.session), !cached || !records.ledger.isShared {
      isOpen = cached
    } else {
      isOpen = try await records.owner(of: .endedSession(claims.session), in: app) == nil
      tokens.cache(claims.session, isOpen: isOpen)
    }
    guard isOpen else { throw Self.ended }
  }

  private static let ended = Problem(.sessionEnded, "The session was ended: sign in again.")
}
