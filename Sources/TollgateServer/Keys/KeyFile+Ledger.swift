public import Tollgate
public import TollgateLedger

extension KeyFile {
  /// Where the keys of a ledger came from.
  public enum Source: Hashable, Sendable {
    case file
    /// They are new, and in the file now.
    case created
  }

  /// Returns the keys to serve a ledger with, which are those in the file.
  ///
  /// If there is no file, it is created with new keys for a ledger that was never served.
  ///
  /// - Parameter replacing: Whether to accept keys that are not the ledger's, or to create new ones if the file is
  ///   missing.
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
  /// Prepares a ledger to be served with these keys.
  ///
  /// - Parameter replacing: Whether the ledger may belong to other keys: sessions that these signed end then, and apps
  ///   that pin them no longer trust the server.
  /// - Throws: ``ConfigurationError`` with code `otherKeys` if the ledger belongs to other keys, or `ledger`.
  public func takeOver(
    _ ledger: any Ledger, replacing: Bool = false
  ) async throws(ConfigurationError) {
    let owner = LedgerOwner(ledger)
    if replacing { try await owner.set(self) } else { try await owner.check(self) }
  }
}
