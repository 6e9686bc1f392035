import GRDB
import GRDBSQLite

/// A prepared statement that is bound and stepped by SQLite's own functions.
///
/// GRDB collects the arguments of each execution in arrays and checks them, which takes as long as what SQLite does for one
/// row. So the few statements that every use needs are executed directly; texts and bytes are copied once, by SQLite.
struct RawStatement {
  private let statement: Statement

  /// Takes over a statement from the connection's cache, which nothing else executes.
  init(_ statement: Statement) { self.statement = statement }

  /// Binds a text without NUL; neither a stored name nor JSON contains one.
  func bind(_ text: String, at position: CInt) throws {
    try check(
      sqlite3_bind_text(statement.sqliteStatement, position, text, -1, Self.copying))
  }

  func bind(_ number: Int64, at position: CInt) throws {
    try check(sqlite3_bind_int64(statement.sqliteStatement, position, number))
  }

  func bind(_ bytes: [UInt8], at position: CInt) throws {
    guard !bytes.isEmpty else {
      // An empty array may have no address, which would bind NULL.
      return try check(sqlite3_bind_zeroblob(statement.sqliteStatement, position, 0))
    }
    try check(
      bytes.withUnsafeBytes {
        sqlite3_bind_blob64(
          statement.sqliteStatement, position, $0.baseAddress, UInt64($0.count), Self.copying)
      })
  }

  /// Executes a statement that writes.
  ///
  /// - Returns: How many rows it has changed.
  /// - Throws: A `DatabaseError`.
  @discardableResult
  func execute() throws -> Int {
    let code = sqlite3_step(statement.sqliteStatement)
    let failure = code == SQLITE_DONE ? nil : error
    let count = sqlite3_changes(sqlite3_db_handle(statement.sqliteStatement))
    sqlite3_reset(statement.sqliteStatement)
    if let failure { throw failure }
    return Int(count)
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw error }
  }

  /// What the connection's last function reported.
  private var error: DatabaseError {
    let connection = sqlite3_db_handle(statement.sqliteStatement)
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) })
  }

  /// Tells SQLite to copy what is bound, as its `SQLITE_TRANSIENT` does.
  private static var copying: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
