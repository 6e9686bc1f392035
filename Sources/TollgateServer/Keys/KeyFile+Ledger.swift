public import Tollgate
public import TollgateLedger

extension KeyFile {
  /// Where the keys of a ledger came from.
  public enum Source: Hashable, Sendable {
    /// From the file.
    case file
    /// They are new, and in the file now.
    case created
    /// From the ledger, where an earlier version stored them; they are in the file now, and in the ledger no more.
    case ledger
  }

  /// Returns the keys to serve a ledger with, which are those in the file.
  ///
  /// If there is no file, it is created: with the keys that an earlier version stored in the ledger, which are then
  /// erased there, or with new keys for a ledger that was never served.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - replacing: Whether to accept keys that are not the ledger's, or to create new ones if the file is missing.
  ///   - now: The current time.
  ///   - identifiers: The source of secrets.
  /// - Returns: The keys, and where they came from.
  /// - Throws: ``ConfigurationError`` with code `missingKeys` if the ledger belongs to keys that are missing, `otherKeys`
  ///   if the file contains others, `keys` if it cannot be used, or `ledger`.
  public func keys(
    of ledger: any Ledger, replacing: Bool = false, at now: Instant,
    identifiers: IdentifierSource = .random
  ) async throws(ConfigurationError) -> (keys: ServerKeys, source: Source) {
    let found = try await found(for: ledger, replacing: replacing, at: now, identifiers)
    try await found.keys.takeOver(ledger, replacing: replacing)
    return found
  }

  private func found(
    for ledger: any Ledger, replacing: Bool, at now: Instant, _ identifiers: IdentifierSource
  ) async throws(ConfigurationError) -> (keys: ServerKeys, source: Source) {
    if exists { return (try read(), .file) }
    let stored = try await ServerKeys.stored(in: ledger, at: now)
    if !stored.isEmpty {
      let keys = try ServerKeys(completing: stored, at: now, identifiers)
      // Written before anything is erased in the ledger.
      try create(keys)
      return (keys, .ledger)
    }
    let known = try await LedgerOwner(ledger).keys
    guard replacing || known == nil else {
      throw ConfigurationError(
        .missingKeys,
        """
        There is no key file here, and the ledger belongs to the keys that were in it: restore the file from its backup.
        """)
    }
    let keys = try ServerKeys(at: now, identifiers: identifiers)
    try create(keys)
    return (keys, .created)
  }
}

extension ServerKeys {
  /// Prepares a ledger to be served with these keys: erases those that an earlier version stored in it.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - replacing: Whether the ledger may belong to other keys: sessions that these signed end then, and apps that pin
  ///     them no longer trust the server.
  /// - Throws: ``ConfigurationError`` with code `otherKeys` if the ledger belongs to other keys, or `ledger`.
  public func takeOver(
    _ ledger: any Ledger, replacing: Bool = false
  ) async throws(ConfigurationError) {
    let stored = try await Self.stored(in: ledger, at: keys[0].createdAt)
    if let lacking = stored.first(where: { self[$0.id] == nil }), !replacing {
      throw LedgerOwner.mismatch(lacking.id)
    }
    let owner = LedgerOwner(ledger)
    if replacing { try await owner.set(self) } else { try await owner.check(self) }
    guard !stored.isEmpty, let ledger = ledger as? SQLiteLedger else { return }
    do throws(LedgerError) { try await ledger.eraseSecrets() } catch {
      throw ConfigurationError(.ledger, error.message)
    }
  }

  /// The keys that an earlier version stored in a ledger, under the names it gave them.
  fileprivate static func stored(
    in ledger: any Ledger, at now: Instant
  ) async throws(ConfigurationError) -> [ServerKey] {
    guard let ledger = ledger as? SQLiteLedger else { return [] }
    let secrets: [String: [UInt8]]
    do throws(LedgerError) { secrets = try await ledger.storedSecrets() } catch {
      throw ConfigurationError(.ledger, error.message)
    }
    var keys: [ServerKey] = []
    for (use, name) in [(ServerKey.Use.tokens, "customer-tokens"), (.answers, "answers")] {
      guard let secret = secrets[name] else { continue }
      keys.append(try ServerKey(for: use, secret: secret, createdAt: now, state: .current))
    }
    return keys
  }

  /// Creates a set with these keys, and new ones for the uses that have none.
  fileprivate init(
    completing stored: [ServerKey], at now: Instant, _ identifiers: IdentifierSource
  ) throws(ConfigurationError) {
    let new = try ServerKeys(at: now, identifiers: identifiers).keys
    try self.init(new.map { key in stored.first { $0.use == key.use } ?? key })
  }
}
