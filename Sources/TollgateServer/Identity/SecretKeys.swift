public import Tollgate
public import TollgateLedger
public import TollgateWire

/// Creates, lists, revokes and verifies the secret keys with which apps' own backends authenticate.
///
/// A key is valid for one app and for every customer of it. The ledger stores its hash; the key itself is returned
/// once, when it is created. Each request reads the key from the ledger, so a key that another process creates or
/// revokes in the same ledger is valid, or refused, from the next request on.
public struct SecretKeys: Sendable {
  /// The greatest number of valid keys that an app may have.
  public static let limit = 100
  /// The greatest number of characters in a key's name.
  public static let nameLimit = 100
  /// How much later than the last recorded use another one is recorded, in milliseconds.
  static let useInterval: Int64 = 3_600_000

  let ledger: any Ledger
  let clock: @Sendable () -> Instant
  let bytes: @Sendable (Int) -> [UInt8]

  /// Creates the keys of a ledger.
  ///
  /// - Parameters:
  ///   - ledger: The ledger; another process may be serving from it.
  ///   - clock: The clock by which keys are created, used and revoked.
  ///   - identifiers: The source of random bytes.
  public init(
    ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    identifiers: IdentifierSource = .random
  ) {
    self.ledger = ledger
    self.clock = clock
    bytes = identifiers.bytes
  }

  /// Creates a key, which is valid immediately.
  ///
  /// - Parameters:
  ///   - name: The name that the operator chooses, such as `backend`; 1 to ``nameLimit`` printable characters.
  ///   - bytes: The random bytes of the key; the same bytes create one key, however often. Nil generates new ones.
  /// - Returns: The whole key, which cannot be read again, and its record.
  /// - Throws: `Problem` with code `invalid_value` for an invalid name or app, or if the app has ``limit`` valid keys;
  ///   `revoked_secret_key` if the key of the bytes has ended; or if the ledger cannot be written.
  public func create(
    named name: String, scope: LedgerSecretKey.Scope = .backend, in app: Blueprint.App.ID,
    by author: String = People.commandLine, from bytes: [UInt8]? = nil
  ) async throws(Problem) -> (text: String, record: LedgerSecretKey) {
    guard (1...Self.nameLimit).contains(name.unicodeScalars.count),
      name.unicodeScalars.allSatisfy(\.isPrintable)
    else {
      throw Problem(
        .invalidValue, "The name of a key must have 1 to \(Self.nameLimit) printable characters.")
    }
    // The key names its app, and has to fit into a header.
    guard !app.rawValue.isEmpty, app.rawValue.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw Problem(.invalidValue, "This is not an app's name: use `app.id` of its blueprint.")
    }
    let key = SecretKey(app: app, bytes: bytes ?? self.bytes(SecretKey.byteCount))
    if bytes != nil, let made = try await made(key) { return made }
    let now = clock()
    guard try await list(in: app).count(where: { $0.isValid(at: now) }) < Self.limit else {
      throw Problem(
        .invalidValue, "The app has \(Self.limit) valid keys: revoke one that is not used.")
    }
    let record = LedgerSecretKey(
      id: key.id, name: name, hash: key.hash, scope: scope, createdAt: now)
    try await audit(.keyCreated, of: record, in: app, by: author)
    try await save(record, in: app)
    return (key.text, record)
  }

  /// Returns an app's keys, those without an end first, then the newest; at most `LedgerSecretKey.listLimit`.
  public func list(in app: Blueprint.App.ID) async throws(Problem) -> [LedgerSecretKey] {
    try await Problem.catching(await ledger.secretKeys(in: app))
  }

  /// Revokes a key permanently; revoking it again can only bring its end forward.
  ///
  /// - Parameters:
  ///   - text: The key, or its public part as ``list(in:)`` shows it.
  ///   - delay: How long the key stays valid, so that another one can take over; 0 revokes it immediately.
  /// - Throws: `Problem` with code `invalid_secret_key` if there is no such key, or if the ledger cannot be written.
  public func revoke(
    _ text: String, after delay: Duration = .zero, by author: String = People.commandLine
  ) async throws(Problem) -> LedgerSecretKey {
    guard let (app, id) = SecretKey.reference(text), var record = try await record(of: id, in: app)
    else { throw Problem(.invalidSecretKey, "There is no such key.") }
    let end = clock().advanced(by: max(.zero, delay))
    if let earlier = record.revokedAt, earlier <= end { return record }
    record.revokedAt = end
    try await audit(.keyRevoked, of: record, in: app, by: author)
    try await save(record, in: app)
    return record
  }

  /// Creates a key with the name and the scope of another one, which is revoked after an overlap.
  ///
  /// - Parameters:
  ///   - text: The key to replace, or its public part.
  ///   - bytes: The random bytes of the new key, as for ``create(named:scope:in:by:from:)``.
  /// - Returns: The whole new key, which cannot be read again, and its record.
  /// - Throws: `Problem` with code `invalid_secret_key` if there is no such key, `revoked_secret_key` if it has ended, or
  ///   the code of ``create(named:scope:in:by:from:)``.
  public func rotate(
    _ text: String, overlap: Duration, by author: String = People.commandLine,
    from bytes: [UInt8]? = nil
  ) async throws(Problem) -> (text: String, record: LedgerSecretKey) {
    guard let (app, id) = SecretKey.reference(text), let old = try await record(of: id, in: app)
    else { throw Problem(.invalidSecretKey, "There is no such key.") }
    // For a repeated request, the old key may have ended already.
    var isRepeated = false
    if let bytes { isRepeated = try await made(SecretKey(app: app, bytes: bytes)) != nil }
    guard isRepeated || old.isValid(at: clock()) else {
      throw Problem(.revokedSecretKey, "The secret key was revoked: create another one.")
    }
    let new = try await create(
      named: old.name, scope: old.scope, in: app, by: author, from: bytes)
    _ = try await revoke(id, after: overlap, by: author)
    return new
  }

  /// Verifies the key of a request, and records that it was used.
  ///
  /// A guess costs one indexed read, and the response never reveals whether the public part exists.
  ///
  /// - Parameter text: The key; nil if none was sent.
  /// - Throws: `Problem` with code `missing_secret_key`, `secret_key_needed`, `secret_key_of_another_app`,
  ///   `invalid_secret_key`, `revoked_secret_key` or `insufficient_scope`, or if the ledger cannot be read.
  @discardableResult
  func verify(
    _ text: String?, for endpoint: Endpoint, in app: ServedApp
  ) async throws(Problem) -> LedgerSecretKey {
    guard let text else {
      throw Problem(.missingSecretKey, "This needs a secret key of the app.")
    }
    guard text.hasPrefix(SecretKey.prefix) else {
      throw Problem(
        .secretKeyNeeded,
        endpoint.isForOperators
          ? "This is for operators: send a secret key."
          : "This is for the app's own backend: send a secret key, or use `me` with a customer token."
      )
    }
    guard let key = SecretKey(text) else { throw Self.invalid }
    guard key.app == app.id else {
      throw Problem(.secretKeyOfAnotherApp, "The secret key is for another app than the path.")
    }
    guard let record = try await record(of: key.id, in: app.id), key.matches(record.hash) else {
      throw Self.invalid
    }
    guard record.isValid(at: clock()) else {
      throw Problem(.revokedSecretKey, "The secret key was revoked: create another one.")
    }
    guard record.scope.allows(endpoint) else {
      throw Problem(
        .insufficientScope, "The secret key's scope, `\(record.scope.rawValue)`, excludes this.")
    }
    await recordUse(of: record, in: app.id)
    return record
  }

  private func recordUse(of key: LedgerSecretKey, in app: Blueprint.App.ID) async {
    let now = clock()
    if let last = key.lastUsedAt, now.since(last) < Self.useInterval { return }
    var used = key
    used.lastUsedAt = now
    do {
      try await save(used, in: app)
    } catch {
      // The instant is information for operators: the request is answered without it, and the next one tries again.
    }
  }

  /// A key that was created before, with its record; throws `revoked_secret_key` if it has ended.
  private func made(
    _ key: SecretKey
  ) async throws(Problem) -> (text: String, record: LedgerSecretKey)? {
    guard let record = try await record(of: key.id, in: key.app), key.matches(record.hash) else {
      return nil
    }
    guard record.isValid(at: clock()) else {
      throw Problem(.revokedSecretKey, "The key from this form was revoked: create another one.")
    }
    return (key.text, record)
  }

  private func record(
    of id: String, in app: Blueprint.App.ID
  ) async throws(Problem) -> LedgerSecretKey? {
    try await Problem.catching(await ledger.secretKey(id, in: app))
  }

  /// Records that a key is created or revoked, before it is: no change may be missing in the list.
  private func audit(
    _ action: LedgerAuditEntry.Action, of key: LedgerSecretKey, in app: Blueprint.App.ID,
    by author: String
  ) async throws(Problem) {
    try await Problem.catching(
      await ledger.administration.record(
        LedgerAuditEntry(
          action, by: author, at: clock(), subject: key.id,
          reason: "\(key.name), \(key.scope.rawValue)"), in: app))
  }

  private func save(_ key: LedgerSecretKey, in app: Blueprint.App.ID) async throws(Problem) {
    try await Problem.catching(await ledger.save(key, in: app))
  }

  private static let invalid = Problem(.invalidSecretKey, "The app has no such secret key.")
}

extension Unicode.Scalar {
  /// Whether it can be printed on one line of a terminal or a log.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
