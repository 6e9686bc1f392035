import Tollgate
import TollgateLedger
import TollgateWire

extension Accounts {
  /// The credentials that a password proves; equally slow for an unknown address and for a wrong password.
  ///
  /// A wrong password counts against the email address, the device and the network address; a correct one forgets the
  /// count of the email address. Anything else, such as an unavailable ledger, counts for nothing.
  ///
  /// - Parameters:
  ///   - password: The password; one of an impossible length is wrong, and costs as much.
  ///   - address: The network address that the request comes from.
  ///   - device: The device; nil if the request names none.
  /// - Throws: `Problem` with code `too_many_attempts`, `wrong_credentials` or `busy`, or if the ledger cannot be used.
  func verify(
    _ password: String, of email: EmailAddress, from address: NetworkAddress,
    on device: Device.ID?, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> LedgerCredentials {
    try await guess(
      .password(app.id, email), from: address, on: device, in: app, at: now,
      wrong: Problem(.wrongCredentials, "The email address or the password is wrong.")
    ) { () async throws(Problem) -> LedgerCredentials? in
      let stored = try await records.credentials(of: email, in: app)
      let isRight = try await passwords.matches(
        password, stored?.passwordHash,
        from: .init(address: address.subscriber, account: email.text))
      return isRight ? stored : nil
    }
  }

  /// Counts a guess of a secret, which returns nil if it is wrong.
  ///
  /// - Parameters:
  ///   - subject: What wrong guesses are counted for, in addition to the device and the network address.
  ///   - address: The network address that the request comes from.
  ///   - device: The device; nil if the request names none.
  ///   - wrong: The problem of a wrong guess.
  /// - Throws: `Problem` with code `too_many_attempts`, the one of a wrong guess, or what the body throws.
  func guess<Value: Sendable>(
    _ subject: AttemptSubject, from address: NetworkAddress, on device: Device.ID?,
    in app: ServedApp, at now: Instant, wrong: Problem,
    _ body: () async throws(Problem) -> Value?
  ) async throws(Problem) -> Value {
    let others =
      device.subjects(AttemptSubject.guesses, in: app.id)
      + address.subjects(AttemptSubject.guessesFrom)
    try await attempts.begin([subject] + others, at: now)
    let value: Value?
    do throws(Problem) {
      value = try await body()
    } catch {
      attempts.withdraw([subject] + others, at: now)
      throw error
    }
    guard let value else {
      try await attempts.fail([subject] + others, at: now)
      throw wrong
    }
    attempts.withdraw(others, at: now)
    try await attempts.clear(subject, at: now)
    return value
  }
}
