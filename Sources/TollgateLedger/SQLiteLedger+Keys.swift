import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  public var administration: any LedgerAdministration { SQLiteAdministration(ledger: self) }

  /// Adds a key, or merges it into the stored one; SQLite's `max` and `min` are null if one of their values is.
  private static let upsertSecretKey = """
    INSERT INTO secretKeys (app, id, name, hash, createdAt, lastUsedAt, revokedAt, scope)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      lastUsedAt = coalesce(max(lastUsedAt, excluded.lastUsedAt), lastUsedAt, excluded.lastUsedAt),
      revokedAt = coalesce(min(revokedAt, excluded.revokedAt), revokedAt, excluded.revokedAt)
    """

  private static let selectSecretKey = """
    SELECT id, name, hash, createdAt, lastUsedAt, revokedAt, scope FROM secretKeys
    WHERE app = ? AND id = ?
    """

  private static let selectSecretKeys = """
    SELECT id, name, hash, createdAt, lastUsedAt, revokedAt, scope FROM secretKeys
    WHERE app = ? ORDER BY revokedAt IS NOT NULL, createdAt DESC, id LIMIT ?
    """

  public func save(
    _ key: LedgerSecretKey, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      app, StoredText.encode(key.id), StoredText.encode(key.name), Data(key.hash), key.createdAt,
      key.lastUsedAt, key.revokedAt, StoredText.encode(key.scope.rawValue),
    ]
    try await write { database in
      try database.execute(sql: Self.upsertSecretKey, arguments: values)
    }
  }

  public func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    let key: StatementArguments = [app, StoredText.encode(id)]
    return try await read { database in
      try Row.fetchOne(database.cachedStatement(sql: Self.selectSecretKey), arguments: key)
        .map(Self.secretKey)
    }
  }

  public func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    try await read { database in
      try Row.fetchAll(
        database, sql: Self.selectSecretKeys, arguments: [app, LedgerSecretKey.listLimit]
      ).map(Self.secretKey)
    }
  }

  private static func secretKey(_ row: Row) -> LedgerSecretKey {
    let hash: Data = row[2]
    return LedgerSecretKey(
      id: StoredText.decode(row[0]), name: StoredText.decode(row[1]), hash: Array(hash),
      scope: LedgerSecretKey.Scope(rawValue: StoredText.decode(row[6])),
      createdAt: row[3], lastUsedAt: row[4], revokedAt: row[5])
  }
}

extension SQLiteLedger {
  public func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM properties WHERE name = ?",
        arguments: [StoredText.encode(property.name)]
      ).map(StoredText.decode)
    }
  }

  public func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    try await write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)",
        arguments: [StoredText.encode(property.name), StoredText.encode(value)])
    }
  }

  public func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(LedgerError) -> Bool {
    let name = StoredText.encode(property.name)
    let (value, expected) = (value.map(StoredText.encode), expected.map(StoredText.encode))
    return try await write { database in
      switch (expected, value) {
      case (nil, nil):
        return try Int.fetchOne(
          database, sql: "SELECT 1 FROM properties WHERE name = ?", arguments: [name]) == nil
      case (nil, let value?):
        try database.execute(
          sql: "INSERT INTO properties (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
          arguments: [name, value])
      case (let expected?, nil):
        try database.execute(
          sql: "DELETE FROM properties WHERE name = ? AND value = ?", arguments: [name, expected])
      case (let expected?, let value?):
        try database.execute(
          sql: "UPDATE properties SET value = ? WHERE name = ? AND value = ?",
          arguments: [value, name, expected])
      }
      return database.changesCount > 0
    }
  }
}
