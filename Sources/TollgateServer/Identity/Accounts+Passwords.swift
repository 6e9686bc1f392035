import Tollgate
import TollgateLedger
public import TollgateWire

extension Accounts {
  /// Sets a new password for the caller's account and ends all of its sessions.
  ///
  /// - Parameters:
  ///   - request: The old password, the new one, and the device.
  ///   - address: The network address that the request comes from.
  /// - Returns: A token of a new session, and the customer's snapshot.
  /// - Throws: `Problem` with code `account_needed` unless the caller has an account with a password,
  ///   `invalid_password`, `too_many_attempts` or `wrong_credentials`.
  public func changePassword(
    _ request: PasswordChangeRequest, by caller: Caller, from address: NetworkAddress = .unknown
  ) async throws(Problem) -> SessionResponse {
    let app = caller.app
    try NameLength.check(request.device)
    try PasswordLength.check(request.newPassword)
    let email = try await passwordEmail(of: caller)
    let credentials = try await verify(
      request.oldPassword, of: email, from: address, on: request.device, in: app, at: caller.now)
    let hash = try await passwords.hash(
      request.newPassword, from: .init(address: address.subscriber, account: email.text))
    let result = try await writer.write(to: credentials.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      // Read again, since a reset may have come first, whose password has to stay.
      guard try await records.credentials(of: email, in: app) == credentials else {
        throw Problem(.busy, "The password was changed at the same time.")
      }
      var change = CustomerWrite(at: now, endsSessions: true)
      change.credentials = credentials.changing(passwordHash: hash)
      return .append(change)
    }
    return try await sessions.open(for: result, in: app, email: email.text)
  }

  /// Sends a one-time code to an account's email address, in the background.
  ///
  /// Neither the response nor its time reveals whether the address has an account.
  ///
  /// - Parameters:
  ///   - request: The email address, the device and the language of the mail.
  ///   - address: The network address that the request comes from.
  /// - Returns: The server's clock.
  /// - Throws: `Problem` with code `invalid_email`, `too_many_attempts`, `mail_not_configured`, or `busy` if too many
  ///   mails wait.
  public func requestPasswordReset(
    _ request: PasswordResetRequest, in app: ServedApp, from address: NetworkAddress = .unknown
  ) async throws(Problem) -> AcceptedResponse {
    let now = records.clock()
    try NameLength.check(request.device)
    let locale = try MailMessage.checked(request.locale)
    let email = try EmailAddress(request.email)
    try await beginMail(to: email, from: address, on: request.device, in: app, at: now)
    let outbox = try requiredOutbox()
    try outbox.submit { () async throws(Problem) -> MailMessage? in
      guard let stored = try await records.credentials(of: email, in: app) else { return nil }
      return try await makeMail(.passwordReset, to: stored, locale: locale, in: app, at: now)
    }
    return AcceptedResponse(serverTime: now)
  }

  /// Sets a new password with a one-time code and ends all earlier sessions; the visitor's anonymous customer is merged.
  ///
  /// The code proves the email address, too.
  ///
  /// - Parameter request: The email address, the code, the new password and the device.
  /// - Returns: A token for the account's customer, and the customer's snapshot.
  /// - Throws: `Problem` with code `invalid_email`, `invalid_password`, `too_many_attempts` or `invalid_code`.
  public func resetPassword(
    _ request: PasswordResetConfirmation, as visitor: Visitor
  ) async throws(Problem) -> SessionResponse {
    let app = visitor.app
    try NameLength.check(request.device)
    let email = try EmailAddress(request.email)
    try PasswordLength.check(request.newPassword)
    let (credentials, hash) = try await guess(
      .code(app.id, email), from: visitor.address, on: request.device, in: app, at: visitor.now,
      wrong: OneTimeCode.invalid
    ) { () async throws(Problem) -> (LedgerCredentials, String)? in
      // Hashed first, so that a guess costs the same whether or not the address has an account.
      let hash = try await passwords.hash(
        request.newPassword, from: .init(address: visitor.address.subscriber, account: email.text))
      guard let stored = try await records.credentials(of: email, in: app),
        try await use(request.code, .passwordReset, of: stored, in: app, at: visitor.now)
      else { return nil }
      return (stored, hash)
    }
    let result = try await writer.write(to: credentials.customer, in: app) {
      (record, _) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      var change = try await merging(visitor, into: record, device: request.device)
      change.credentials = credentials.changing(passwordHash: hash, verifiedAt: change.at)
      change.endsSessions = true
      return .append(change)
    }
    try await attempts.clear(.password(app.id, email), at: visitor.now)
    return try await sessions.open(for: result, in: app, email: email.text)
  }

  /// The email address of the caller's account; throws `account_needed` unless it has one and a password.
  func passwordEmail(of caller: Caller) async throws(Problem) -> EmailAddress {
    guard let text = caller.email, case let email = try EmailAddress(text),
      try await records.credentials(of: email, in: caller.app)?.customer == caller.customer
    else {
      throw Problem(.accountNeeded, "This requires an account with a password.")
    }
    return email
  }
}

extension LedgerCredentials {
  /// The credentials with another password hash, or verified at an instant.
  func changing(passwordHash: String? = nil, verifiedAt: Instant? = nil) -> LedgerCredentials {
    LedgerCredentials(
      email: email, passwordHash: passwordHash ?? self.passwordHash, account: account,
      customer: customer, verifiedAt: verifiedAt ?? self.verifiedAt)
  }
}
