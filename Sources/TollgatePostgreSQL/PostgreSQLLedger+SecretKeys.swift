public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// The people who may sign in to the operators' pages, and what operators and keys did.
  public var administration: any LedgerAdministration { PostgreSQLAdministration(ledger: self) }

  /// Stores a secret key of an app's own backend.
  ///
  /// If the app has a key with that id, only its latest use and its earliest revocation are merged: neither is ever
  /// undone, no matter which process writes last. The next read in any process finds a new or revoked key as stored.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func save(
    _ key: LedgerSecretKey, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await write(
      """
      INSERT INTO \(schema.name).secret_keys AS k
        (app, id, name, hash, created_at, last_used_at, revoked_at, scope)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (app, id) DO UPDATE SET
        last_used_at = greatest(k.last_used_at, excluded.last_used_at),
        revoked_at = least(k.revoked_at, excluded.revoked_at)
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(key.id)),
        .text(StoredText.encode(key.name)), .bytes(key.hash),
        .integer(key.createdAt.milliseconds), .init(key.lastUsedAt?.milliseconds),
        .init(key.revokedAt?.milliseconds), .text(StoredText.encode(key.scope.rawValue)),
      ])
  }

  /// Returns the secret key with an id, revoked or not; nil if there isn't one.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    let rows = try await read(
      """
      SELECT id, name, hash, created_at, last_used_at, revoked_at, scope
      FROM \(schema.name).secret_keys
      WHERE app = $1 AND id = $2
      """, [.text(StoredText.encode(app.rawValue)), .text(StoredText.encode(id))])
    guard let row = rows.first else { return nil }
    return try Self.secretKey(row)
  }

  /// Returns the app's secret keys, those without an end first, then the newest; at most ``LedgerSecretKey/listLimit``.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    let rows = try await read(
      """
      SELECT id, name, hash, created_at, last_used_at, revoked_at, scope
      FROM \(schema.name).secret_keys
      WHERE app = $1 ORDER BY revoked_at IS NOT NULL, created_at DESC, id LIMIT $2
      """,
      [.text(StoredText.encode(app.rawValue)), .integer(Int64(LedgerSecretKey.listLimit))])
    return try rows.map { row throws(LedgerError) in try Self.secretKey(row) }
  }

  /// Reads the key that a row contains.
  private static func secretKey(_ row: Row) throws(LedgerError) -> LedgerSecretKey {
    LedgerSecretKey(
      id: StoredText.decode(try row.text(0)), name: StoredText.decode(try row.text(1)),
      hash: try row.bytes(2),
      scope: LedgerSecretKey.Scope(rawValue: StoredText.decode(try row.text(6))),
      createdAt: Instant(milliseconds: try row.integer(3)),
      lastUsedAt: try row.optionalInteger(4).map(Instant.init(milliseconds:)),
      revokedAt: try row.optionalInteger(5).map(Instant.init(milliseconds:)))
  }
}
