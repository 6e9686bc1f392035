import Tollgate
import TollgateLedger
public import TollgateWire

/// Creates accounts and signs in to them: with a password, or with an issuer's token.
///
/// An account is a customer with an account identifier. An email address, or an issuer's user, has at most one account
/// in an app: the ledger holds it as a claim, which is written in the same commit as the account.
public struct Accounts: Sendable {
  let writer: CustomerWriter
  let sessions: Sessions
  let identifiers: IdentifierSource
  let passwords: PasswordHasher
  let attempts = SignInAttempts()
  let keySets: KeySets
  let revocations: SignInRevocations

  var records: CustomerRecords { writer.records }

  /// Creates an account; the visitor's anonymous customer, or a new one, is converted to it.
  ///
  /// - Parameters:
  ///   - request: Email address, password and device.
  ///   - visitor: Whoever signs up.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `invalid_email`, `invalid_password` or `email_taken`.
  public func signUp(
    _ request: CredentialsRequest, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let email = try EmailAddress(request.email)
    try PasswordLength.check(request.password)
    // Checked before the expensive hash, and again inside the write, where the claim settles a race.
    try await requireFree(email, in: app)
    let hash = try await passwords.hash(request.password)
    let account = identifiers.account()
    let customer = visitor.convertible ?? identifiers.customer()
    let result = try await writer.write(to: customer, in: app) {
      (record, _) async throws(Problem) -> WriteDecision in
      try requireAnonymous(record)
      try await requireFree(email, in: app)
      var change = try await creating(account, of: visitor, on: record, device: request.device)
      change.claims.append(.email(email.text))
      change.credentials = LedgerCredentials(
        email: email.text, passwordHash: hash, account: account, customer: record.id)
      return .append(change)
    }
    return try await sessions.open(for: result, in: app, email: email.text)
  }

  /// Opens a session of an account; the visitor's anonymous customer is merged into the account's, once.
  ///
  /// - Parameters:
  ///   - request: Email address, password and device.
  ///   - visitor: Whoever signs in.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `wrong_credentials`, the same for an unknown address and a wrong password, or
  ///   `too_many_attempts`.
  public func signIn(
    _ request: CredentialsRequest, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let credentials = try await attempts.attempt(request, in: app.id, at: visitor.now) {
      () async throws(Problem) in try await verifiedCredentials(request, in: app)
    }
    let result = try await writer.write(to: credentials.customer, in: app) {
      (record, _) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      return .appending(try await merging(visitor, into: record, device: request.device))
    }
    return try await sessions.open(for: result, in: app, email: credentials.email)
  }

  /// Rejects an email address that has an account in the app.
  private func requireFree(_ email: EmailAddress, in app: ServedApp) async throws(Problem) {
    guard try await records.credentials(of: email, in: app) == nil else {
      throw Problem(.emailTaken, "An account with this email address exists: sign in.")
    }
  }

  /// The credentials that a request proves; equally slow for an unknown address and for a wrong password.
  ///
  /// A password of an impossible length is rejected without hashing, as no account can have it.
  ///
  /// - Parameters:
  ///   - request: Email address and password.
  ///   - app: The app.
  /// - Returns: The account's credentials.
  /// - Throws: `Problem` with code `wrong_credentials`, `invalid_email` or `busy`, or if the ledger cannot be read.
  private func verifiedCredentials(
    _ request: CredentialsRequest, in app: ServedApp
  ) async throws(Problem) -> LedgerCredentials {
    let wrong = Problem(.wrongCredentials, "The email address or the password is wrong.")
    guard PasswordLength.range.contains(request.password.count) else { throw wrong }
    let stored = try await records.credentials(of: try EmailAddress(request.email), in: app)
    guard try await passwords.matches(request.password, stored?.passwordHash), let stored else {
      throw wrong
    }
    return stored
  }
}
