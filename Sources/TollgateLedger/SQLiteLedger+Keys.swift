import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  /// The people who may sign in to the operators' pages, and what operators and keys did.
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

  /// Stores a secret key of an app's own backend.
  public func save(
    _ key: LedgerSecretKey, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(key.id), StoredText.encode(key.name),
      Data(key.hash), key.createdAt.milliseconds, key.lastUsedAt?.milliseconds,
      key.revokedAt?.milliseconds, StoredText.encode(key.scope.rawValue),
    ]
    try await write { database in
      try database.execute(sql: Self.upsertSecretKey, arguments: values)
    }
  }

  /// Returns the secret key with an id, revoked or not; nil if there isn't one.
  public func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    let columns = [StoredText.encode(app.rawValue), StoredText.encode(id)]
    return try await read { database in
      try Row.fetchOne(
        database.cachedStatement(sql: Self.selectSecretKey), arguments: StatementArguments(columns)
      ).map(Self.secretKey)
    }
  }

  /// Returns the app's secret keys, those without an end first, then the newest.
  public func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    let app = StoredText.encode(app.rawValue)
    return try await read { database in
      try Row.fetchAll(
        database, sql: Self.selectSecretKeys, arguments: [app, LedgerSecretKey.listLimit]
      ).map(Self.secretKey)
    }
  }

  private static func secretKey(_ row: Row) -> LedgerSecretKey {
    let hash: Data = row[2]
    let lastUsedAt: Int64? = row[4]
    let revokedAt: Int64? = row[5]
    return LedgerSecretKey(
      id: StoredText.decode(row[0]), name: StoredText.decode(row[1]), hash: Array(hash),
      scope: LedgerSecretKey.Scope(rawValue: StoredText.decode(row[6])),
      createdAt: Instant(milliseconds: row[3]),
      lastUsedAt: lastUsedAt.map { Instant(milliseconds: $0) },
      revokedAt: revokedAt.map { Instant(milliseconds: $0) })
  }
}

extension SQLiteLedger {
  /// Returns a value of the ledger as a whole, or nil if there isn't one.
  public func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM properties WHERE name = ?",
        arguments: [StoredText.encode(property.name)]
      ).map(StoredText.decode)
    }
  }

  /// Stores a value of the ledger as a whole, in place of an earlier one.
  public func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    try await write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)",
        arguments: [StoredText.encode(property.name), StoredText.encode(value)])
    }
  }

  /// Atomically stores or removes a value of the ledger as a whole if its current value is the expected one.
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
