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
  let attempts: Attempts
  let keySets: KeySets
  let revocations: SignInRevocations
  /// The mails that wait; nil if the server cannot send any.
  let mail: MailOutbox?

  var records: CustomerRecords { writer.records }

  /// How many sign-ups one for a taken address counts as, since its response reveals that the address has an account.
  static let takenCost = 5

  /// Creates an account; the visitor's anonymous customer, or a new one, is converted to it.
  ///
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `invalid_email`, `invalid_password`, `too_many_attempts` or `email_taken`.
  public func signUp(
    _ request: CredentialsRequest, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let email = try EmailAddress(request.email)
    try PasswordLength.check(request.password)
    let subjects =
      request.device.subjects(AttemptSubject.signUps, in: app.id)
      + visitor.address.subjects(AttemptSubject.signUpsFrom)
    try await attempts.begin(subjects, at: visitor.now)
    // Checked before the expensive hash, and again inside the write, where the claim settles a race.
    do throws(Problem) {
      try await requireFree(email, in: app)
    } catch {
      for subject in subjects where error.code == .emailTaken {
        attempts.add(Self.takenCost - 1, to: subject, at: visitor.now)
      }
      throw error
    }
    let hash = try await passwords.hash(
      request.password, from: .init(address: visitor.address.subscriber, account: email.text))
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
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `wrong_credentials`, the same for an unknown address and a wrong password, or
  ///   `too_many_attempts`.
  public func signIn(
    _ request: CredentialsRequest, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let credentials = try await verify(
      request.password, of: try EmailAddress(request.email), from: visitor.address,
      on: request.device, in: app, at: visitor.now)
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
}
