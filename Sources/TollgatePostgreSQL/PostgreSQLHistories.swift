import Foundation
package import Tollgate
package import TollgateLedger

/// The histories in a database, read in transactions that cannot write.
package struct PostgreSQLHistories: LedgerHistories {
  /// How long reading a batch may take, in seconds.
  private static let readTimeout = 600.0

  let connection: PostgreSQLConnection
  let schema: String
  private let isOfOneInstant: Bool

  /// Connects to a ledger, which servers may be using.
  ///
  /// - Parameters:
  ///   - name: The schema of the tables: lowercase letters, digits and `_`, at most 40.
  ///   - asOfOneInstant: Whether all batches are as of the instant at which it connects.
  /// - Throws: ``LedgerError`` with code `missing` or `unavailable`.
  package init(
    _ address: PostgreSQLAddress, schema name: String = "tollgate", asOfOneInstant: Bool = false
  ) async throws(LedgerError) {
    schema = try PostgreSQLSchema.named(name).name
    isOfOneInstant = asOfOneInstant
    do {
      connection = try await PostgreSQLConnection.open(address)
    } catch {
      throw LedgerError(error)
    }
    if isOfOneInstant {
      do {
        // It ends when the connection is closed.
        _ = try await connection.run(
          [
            Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            Statement("SET LOCAL statement_timeout = 0"),
            Statement("SET LOCAL idle_in_transaction_session_timeout = 0"),
          ], timeout: Self.readTimeout)
      } catch {
        connection.close()
        throw LedgerError(error)
      }
    }
    let exists = try await read(
      "SELECT to_regclass($1) IS NOT NULL", [.text("\(schema).leases")])
    guard try exists.first?.bool(0) == true else {
      connection.close()
      throw LedgerError(.missing, "The database has no ledger.")
    }
  }

  package func customerCount(
    in app: Blueprint.App.ID, upTo limit: Int
  ) async throws(LedgerError) -> Int {
    let rows = try await read(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM \(schema).customers WHERE app = $1 AND merged_into IS NULL LIMIT $2) AS c
      """, [.name(app), .int(limit)])
    return Int(try rows.first?.integer(0) ?? 0)
  }

  package func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int, ofBuyers: Bool
  ) async throws(LedgerError) -> [LedgerHistory] {
    let hasBought = """
      EXISTS (
        SELECT 1 FROM \(schema).facts
        WHERE app = $1 AND kind = '\(Fact.Kind.transaction.rawValue)' AND customer IN (
          SELECT p.id UNION ALL
          SELECT id FROM \(schema).customers WHERE app = $1 AND merged_into = p.id))
      """
    let rows = try await read(
      """
      SELECT c.id, f.customer, f.at, f.body FROM (
        SELECT p.id, \(ofBuyers ? hasBought : "true") AS is_read FROM \(schema).customers AS p
        WHERE app = $1 AND id > $2 AND merged_into IS NULL ORDER BY id LIMIT $3) AS c
      LEFT JOIN LATERAL (
        SELECT id, customer, at, body FROM \(schema).facts
        WHERE c.is_read AND app = $1 AND customer IN (
          SELECT c.id UNION ALL
          SELECT id FROM \(schema).customers WHERE app = $1 AND merged_into = c.id)) AS f ON true
      ORDER BY c.id, f.id
      """, [.name(app), .name(customer ?? ""), .int(limit)])
    return try Self.histories(rows)
  }

  /// Reads when the first fact of each customer was recorded, then the facts that charts are made of.
  package func chartHistories(
    of customers: ChartedCustomers, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerHistory] {
    let names: String
    var values: [Statement.Value] = [.name(app)]
    switch customers {
    case .named(let customers):
      names = "id = ANY($2::text[])"
      values.append(.names(customers))
    case .next(let last, let limit):
      names = "id > $2 ORDER BY id LIMIT $3"
      values.append(.name(last ?? ""))
      values.append(.int(limit))
    }
    let rows = try await read(
      """
      SELECT c.id, f.customer, f.at, f.body FROM (
        SELECT id FROM \(schema).customers
        WHERE app = $1 AND merged_into IS NULL AND \(names)) AS c
      LEFT JOIN LATERAL (
        SELECT 0 AS id, customer, min(at) AS at, NULL AS body FROM \(schema).facts
        WHERE app = $1 AND customer IN (
          SELECT c.id UNION ALL
          SELECT id FROM \(schema).customers WHERE app = $1 AND merged_into = c.id)
        GROUP BY customer
        UNION ALL
        SELECT id, customer, at, body FROM \(schema).facts
        WHERE app = $1 AND customer IN (
          SELECT c.id UNION ALL
          SELECT id FROM \(schema).customers WHERE app = $1 AND merged_into = c.id)
        AND \(LedgerHistory.isCharted)) AS f ON true
      ORDER BY c.id, f.id
      """, values)
    return try Self.histories(rows)
  }

  package func close() async { connection.close() }

  /// The histories in rows: the customer, then the customer of each fact, when it was recorded, and its body.
  private static func histories(_ rows: [Row]) throws(LedgerError) -> [LedgerHistory] {
    var histories: [LedgerHistory] = []
    for rows in try grouped(rows) {
      let id: Customer.ID = try rows[0].name(0)
      var facts: [(customer: Customer.ID, at: Int64, body: Data?)] = []
      for row in rows {
        // A customer without facts has one row, whose other columns are null.
        guard let at = try row.optionalInteger(2) else { continue }
        let customer: Customer.ID = try row.name(1)
        facts.append((customer, at, row.columns[3].map { Data($0.utf8) }))
      }
      histories.append(LedgerHistory(of: id, rows: facts))
    }
    return histories
  }

  /// The rows of each customer, in order.
  private static func grouped(_ rows: [Row]) throws(LedgerError) -> [[Row]] {
    var groups: [[Row]] = []
    var last: String?
    for row in rows {
      let customer = try row.text(0)
      if customer == last {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
        last = customer
      }
    }
    return groups
  }

  func read(_ sql: String, _ values: [Statement.Value]) async throws(LedgerError) -> [Row] {
    do {
      guard !isOfOneInstant else {
        return try await connection.run([Statement(sql, values)], timeout: Self.readTimeout)[0]
      }
      // The statements are sent at once, and are one transaction.
      return try await connection.run(
        [
          Statement("BEGIN READ ONLY"), Statement("SET LOCAL statement_timeout = 0"),
          Statement(sql, values), Statement("COMMIT"),
        ], timeout: Self.readTimeout)[2]
    } catch {
      throw LedgerError(error)
    }
  }
}
