import Foundation
import GRDB
package import Tollgate

/// The histories in a ledger's file, in a backup of it or in a copy in memory, read through a connection of their own.
package struct SQLiteHistories: LedgerHistories {
  private static let selectCustomers = """
    SELECT id FROM customers
    WHERE app = ? AND id > ? AND mergedInto IS NULL ORDER BY id LIMIT ?
    """

  private static let selectFacts = """
    SELECT customer, at, body FROM facts INDEXED BY factsByCustomer
    WHERE app = :app AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    ORDER BY sequence
    """

  private let queue: DatabaseQueue

  /// The histories in a copy that nothing else uses.
  init(_ copy: DatabaseQueue) { queue = copy }

  /// Opens a ledger's file, which a server may have open.
  ///
  /// - Parameter asOfOneInstant: Whether all batches are as of the instant at which the first one is read.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `corrupt` or `unavailable`.
  package init(path: String, asOfOneInstant: Bool = false) throws(LedgerError) {
    do {
      queue = try SQLiteLedger.reader(path, holdsTransaction: asOfOneInstant)
      // It ends when the connection is closed.
      if asOfOneInstant { try queue.inDatabase { try $0.execute(sql: "BEGIN DEFERRED") } }
    } catch {
      throw LedgerError(storage: error)
    }
  }

  package func customerCount(
    in app: Blueprint.App.ID, upTo limit: Int
  ) async throws(LedgerError) -> Int {
    let app = StoredText.encode(app.rawValue)
    return try await read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM
            (SELECT 1 FROM customers WHERE app = ? AND mergedInto IS NULL LIMIT ?)
          """,
        arguments: [app, limit]) ?? 0
    }
  }

  package func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerHistory] {
    let app = StoredText.encode(app.rawValue)
    let last = customer.map { StoredText.encode($0.rawValue) } ?? ""
    return try await read { database in
      let customers = try String.fetchAll(
        database.cachedStatement(sql: Self.selectCustomers), arguments: [app, last, limit])
      return try customers.map { customer in
        let rows = try Row.fetchAll(
          database.cachedStatement(sql: Self.selectFacts),
          arguments: ["app": app, "customer": customer]
        ).map { row -> (customer: Customer.ID, at: Int64, body: Data) in
          (Customer.ID(StoredText.decode(row[0])), row[1], row[2])
        }
        return LedgerHistory(of: Customer.ID(StoredText.decode(customer)), rows: rows)
      }
    }
  }

  package func close() async {
    // Nothing was written, so a connection that cannot be closed loses nothing.
    try? queue.close()
  }

  private func read<Value: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> Value
  ) async throws(LedgerError) -> Value {
    do {
      return try await queue.read(value)
    } catch {
      throw LedgerError(storage: error)
    }
  }
}
