import Tollgate
import TollgateLedger
public import TollgateWire

extension Accounts {
  /// Sends a one-time code to the email address of the caller's account, in the background.
  ///
  /// - Parameter address: The network address that the request comes from.
  /// - Returns: The server's clock.
  /// - Throws: `Problem` with code `account_needed` unless the caller has an account with a password,
  ///   `too_many_attempts`, `mail_not_configured`, or `busy` if too many mails wait.
  public func requestEmailVerification(
    _ request: EmailVerificationRequest, by caller: Caller, from address: NetworkAddress = .unknown
  ) async throws(Problem) -> AcceptedResponse {
    let app = caller.app
    let locale = try MailMessage.checked(request.locale)
    let email = try await passwordEmail(of: caller)
    try await beginMail(to: email, from: address, on: nil, in: app, at: caller.now)
    let outbox = try requiredOutbox()
    try outbox.submit { () async throws(Problem) -> MailMessage? in
      guard let stored = try await records.credentials(of: email, in: app) else { return nil }
      return try await makeMail(
        .emailVerification, to: stored, locale: locale, in: app, at: caller.now)
    }
    return AcceptedResponse(serverTime: caller.now)
  }

  /// Verifies the email address of the caller's account.
  ///
  /// - Parameter address: The network address that the request comes from.
  /// - Returns: The customer's version and the server's clock.
  /// - Throws: `Problem` with code `account_needed`, `too_many_attempts` or `invalid_code`.
  public func verifyEmail(
    _ request: EmailVerificationConfirmation, by caller: Caller,
    from address: NetworkAddress = .unknown
  ) async throws(Problem) -> ChangeResponse {
    let app = caller.app
    let email = try await passwordEmail(of: caller)
    _ = try await guess(
      .code(app.id, email), from: address, on: nil, in: app, at: caller.now,
      wrong: OneTimeCode.invalid
    ) { () async throws(Problem) -> Bool? in
      guard let stored = try await records.credentials(of: email, in: app),
        try await use(request.code, .emailVerification, of: stored, in: app, at: caller.now)
      else { return nil }
      return true
    }
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      guard let stored = try await records.credentials(of: email, in: app),
        stored.customer == record.id
      else { throw Problem(.accountNeeded, "The account's email address has changed.") }
      var change = CustomerWrite(at: now)
      change.credentials = stored.changing(verifiedAt: now)
      return .append(change)
    }
    return ChangeResponse(facts: [], version: result.record.version, serverTime: result.at)
  }

  /// Counts a mail that is requested for an email address.
  func beginMail(
    to email: EmailAddress, from address: NetworkAddress, on device: Device.ID?,
    in app: ServedApp, at now: Instant
  ) async throws(Problem) {
    _ = try requiredOutbox()
    try await attempts.begin(
      [.mail(app.id, email)] + device.subjects(AttemptSubject.mails, in: app.id)
        + address.subjects(AttemptSubject.mailsFrom), at: now)
  }

  /// The mails that wait; throws `mail_not_configured` if the server has no hook.
  func requiredOutbox() throws(Problem) -> MailOutbox {
    guard let mail else {
      throw Problem(.mailNotConfigured, "This server cannot send mail.")
    }
    return mail
  }

  /// Creates a one-time code in place of an earlier one, and the mail that carries it.
  func makeMail(
    _ kind: LedgerEmailCode.Kind, to credentials: LedgerCredentials, locale: String?,
    in app: ServedApp, at now: Instant
  ) async throws(Problem) -> MailMessage {
    let code = OneTimeCode(bytes: identifiers.bytes(OneTimeCode.byteCount))
    let expiresAt = now.advanced(by: OneTimeCode.lifetime)
    try await Problem.catching(
      await records.ledger.save(
        LedgerEmailCode(
          kind: kind, customer: credentials.customer, hash: code.hash(for: credentials.customer),
          expiresAt: expiresAt), in: app.id, at: now))
    return MailMessage(
      kind: kind.rawValue, app: app.id, email: credentials.email, code: code.text,
      locale: locale, expiresAt: expiresAt)
  }

  /// Whether a code is the account's; it is then used up.
  func use(
    _ text: String, _ kind: LedgerEmailCode.Kind, of credentials: LedgerCredentials,
    in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Bool {
    guard let code = OneTimeCode(text) else { return false }
    return try await Problem.catching(
      await records.ledger.use(
        LedgerEmailCode(
          kind: kind, customer: credentials.customer, hash: code.hash(for: credentials.customer),
          expiresAt: now), in: app.id, at: now))
  }
}
