import Foundation
import GRDB

extension SQLiteLedger {
  /// Returns a value of the ledger as a whole, or nil if there isn't one.
  public func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    do {
      return try await pool.read { database in
        try String.fetchOne(
          database, sql: "SELECT value FROM properties WHERE name = ?",
          arguments: [StoredText.encode(property.name)]
        ).map(StoredText.decode)
      }
    } catch {
      throw LedgerError(storage: error)
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

  /// Returns the keys that earlier versions stored in the ledger, by their names; empty once they were erased.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func storedSecrets() async throws(LedgerError) -> [String: [UInt8]] {
    do {
      return try await pool.read { database in
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM secrets")
        return rows.reduce(into: [:]) { secrets, row in
          let value: Data = row["value"]
          secrets[StoredText.decode(row["name"])] = Array(value)
        }
      }
    } catch {
      throw LedgerError(storage: error)
    }
  }

  /// Erases the keys that earlier versions stored in the ledger: they are overwritten in the file, and the write-ahead
  /// log is emptied.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written, or with code `unavailable` if another process reads
  ///   the file, so that the log cannot be emptied yet.
  public func eraseSecrets() async throws(LedgerError) {
    // The connection overwrites what it deletes; see `secure_delete` where it is opened.
    try await write { try $0.execute(sql: "DELETE FROM secrets") }
    do {
      try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    } catch {
      throw LedgerError(storage: error)
    }
  }
}
