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

  private static let selectHasBought = """
    SELECT EXISTS (
      SELECT 1 FROM facts INDEXED BY factsExceptUses
      WHERE app = :app AND customer IN (
        SELECT :customer UNION ALL
        SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
      AND kind <> 'use' AND kind = '\(Fact.Kind.transaction.rawValue)')
    """

  private static let selectUnmerged = """
    SELECT id FROM customers WHERE app = ? AND id = ? AND mergedInto IS NULL
    """

  /// When the first fact of each customer was recorded, then the facts that charts are made of.
  ///
  /// The index leaves out uses, which are most of a customer's facts.
  private static let selectChartedFacts = """
    WITH names AS MATERIALIZED (
      SELECT :customer AS id UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    SELECT customer, min(at), NULL, 0 AS place FROM facts INDEXED BY factsByCustomer
    WHERE app = :app AND customer IN (SELECT id FROM names) GROUP BY customer
    UNION ALL
    SELECT customer, at, body, sequence FROM facts INDEXED BY factsExceptUses
    WHERE app = :app AND customer IN (SELECT id FROM names) AND kind <> 'use'
    AND \(LedgerHistory.isCharted)
    ORDER BY place
    """

  private let queue: any DatabaseReader
  private let isShared: Bool

  /// The histories in a database in memory.
  ///
  /// - Parameter isShared: Whether others use it too, so that it is not closed.
  init(_ queue: any DatabaseReader, isShared: Bool) {
    self.queue = queue
    self.isShared = isShared
  }

  /// Opens a ledger's file, which a server may have open.
  ///
  /// - Parameter asOfOneInstant: Whether all batches are as of the instant at which the first one is read.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `corrupt` or `unavailable`.
  package init(path: String, asOfOneInstant: Bool = false) throws(LedgerError) {
    do {
      let file = try SQLiteLedger.reader(path, holdsTransaction: asOfOneInstant)
      // It ends when the connection is closed.
      if asOfOneInstant { try file.inDatabase { try $0.execute(sql: "BEGIN DEFERRED") } }
      queue = file
      isShared = false
    } catch {
      throw LedgerError(storage: error)
    }
  }

  package func customerCount(
    in app: Blueprint.App.ID, upTo limit: Int
  ) async throws(LedgerError) -> Int {
    try await read { database in
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
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int, ofBuyers: Bool
  ) async throws(LedgerError) -> [LedgerHistory] {
    try await read { database in
      try Self.names(of: .next(customer, limit: limit), in: app, database).map { customer in
        if ofBuyers, try !Self.hasBought(customer, in: app, database) {
          return LedgerHistory(of: customer, rows: [])
        }
        return try Self.history(of: customer, in: app, Self.selectFacts, database)
      }
    }
  }

  /// Whether a customer has a transaction.
  private static func hasBought(
    _ customer: Customer.ID, in app: Blueprint.App.ID, _ database: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: selectHasBought),
      arguments: ["app": app, "customer": customer]) ?? false
  }

  package func chartHistories(
    of customers: ChartedCustomers, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerHistory] {
    try await read { database in
      try Self.names(of: customers, in: app, database).map {
        try Self.history(of: $0, in: app, Self.selectChartedFacts, database)
      }
    }
  }

  private static func names(
    of customers: ChartedCustomers, in app: Blueprint.App.ID, _ database: Database
  ) throws -> [Customer.ID] {
    switch customers {
    case .named(let customers):
      let statement = try database.cachedStatement(sql: selectUnmerged)
      return try customers.compactMap { customer in
        try Customer.ID.fetchOne(statement, arguments: [app, customer])
      }
    case .next(let last, let limit):
      return try Customer.ID.fetchAll(
        database.cachedStatement(sql: selectCustomers),
        arguments: [app, last ?? "", limit])
    }
  }

  /// What a statement selects of a customer's facts: the customer of each, when it was recorded, and its body.
  private static func history(
    of customer: Customer.ID, in app: Blueprint.App.ID, _ sql: String, _ database: Database
  ) throws -> LedgerHistory {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: sql), arguments: ["app": app, "customer": customer]
    ).map { row -> (customer: Customer.ID, at: Int64, body: Data?) in (row[0], row[1], row[2]) }
    return LedgerHistory(of: customer, rows: rows)
  }

  package func close() async {
    // Nothing was written, so a connection that cannot be closed loses nothing.
    if !isShared { try? queue.close() }
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
