public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  public var administration: any LedgerAdministration { PostgreSQLAdministration(ledger: self) }

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
        .name(app), .name(key.id), .name(key.name), .bytes(key.hash), .instant(key.createdAt),
        .instant(key.lastUsedAt), .instant(key.revokedAt), .name(key.scope.rawValue),
      ])
  }

  public func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    let rows = try await read(
      """
      SELECT id, name, hash, created_at, last_used_at, revoked_at, scope
      FROM \(schema.name).secret_keys
      WHERE app = $1 AND id = $2
      """, [.name(app), .name(id)])
    guard let row = rows.first else { return nil }
    return try Self.secretKey(row)
  }

  public func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    let rows = try await read(
      """
      SELECT id, name, hash, created_at, last_used_at, revoked_at, scope
      FROM \(schema.name).secret_keys
      WHERE app = $1 ORDER BY revoked_at IS NOT NULL, created_at DESC, id LIMIT $2
      """, [.name(app), .int(LedgerSecretKey.listLimit)])
    return try rows.map { row throws(LedgerError) in try Self.secretKey(row) }
  }

  /// Reads the key that a row contains.
  private static func secretKey(_ row: Row) throws(LedgerError) -> LedgerSecretKey {
    LedgerSecretKey(
      id: try row.name(0), name: try row.name(1), hash: try row.bytes(2),
      scope: LedgerSecretKey.Scope(rawValue: try row.name(6)), createdAt: try row.instant(3),
      lastUsedAt: try row.optionalInstant(4), revokedAt: try row.optionalInstant(5))
  }
}
