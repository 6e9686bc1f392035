import Foundation
public import TollgateLedger

/// The contents of the ledger in a database.
///
/// ```swift
/// let contents = try await PostgreSQLContents.verify(address)
/// ```
public struct PostgreSQLContents: Hashable, Sendable {
  /// The number of customers, including merged ones.
  public let customers: Int
  public let facts: Int

  /// How many facts are read at once.
  private static let factsAtOnce = 5000
  /// How long reading them may take, in seconds.
  private static let readTimeout = 600.0

  /// Reads every fact of a ledger, as of one instant; servers may be using it, and nothing is changed.
  ///
  /// To check PostgreSQL's own files, use
  /// [pg_amcheck](https://www.postgresql.org/docs/current/app-pgamcheck.html) and data checksums.
  ///
  /// - Parameters:
  ///   - name: The schema of the tables: lowercase letters, digits and `_`, at most 40.
  ///   - progress: Called with the fraction of the facts that was read, from 0 to 1.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `corrupt` or `unavailable`.
  public static func verify(
    _ address: PostgreSQLAddress, schema name: String = "tollgate",
    progress: (Double) -> Void = { _ in }
  ) async throws(LedgerError) -> PostgreSQLContents {
    let schema = try PostgreSQLSchema.named(name)
    do {
      let connection = try await PostgreSQLConnection.open(address)
      defer { connection.close() }
      return try await verify(connection, schema.name, progress)
    } catch {
      throw LedgerError(storage: error)
    }
  }

  private static func verify(
    _ connection: PostgreSQLConnection, _ schema: String, _ progress: (Double) -> Void
  ) async throws -> PostgreSQLContents {
    let exists = try await connection.run(
      [Statement("SELECT to_regclass($1) IS NOT NULL", [.text("\(schema).leases")])],
      timeout: readTimeout)
    guard try exists[0].first?.bool(0) == true else {
      throw LedgerError(.missing, "The database has no ledger.")
    }
    let counts = try await connection.run(
      [
        Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
        Statement("SET LOCAL statement_timeout = 0"),
        Statement("SET LOCAL idle_in_transaction_session_timeout = 0"),
        Statement("SELECT count(*) FROM \(schema).customers"),
        Statement("SELECT count(*) FROM \(schema).facts"),
      ], timeout: readTimeout)
    let customers = Int(try counts[3].first?.integer(0) ?? 0)
    let total = Int(try counts[4].first?.integer(0) ?? 0)
    var read = 0
    var position: [Statement.Value] = []
    while true {
      let rows = try await connection.run(
        [
          Statement(
            """
            SELECT body, app, customer, id FROM \(schema).facts
            \(position.isEmpty ? "" : "WHERE (app, customer, id) > ($1, $2, $3)")
            ORDER BY app, customer, id LIMIT \(factsAtOnce)
            """, position)
        ], timeout: readTimeout)[0]
      _ = try StoredFacts.decode(rows.map { Data(try $0.text(0).utf8) })
      read += rows.count
      guard rows.count == factsAtOnce, let last = rows.last else { break }
      progress(Double(read) / Double(max(total, 1)))
      position = [.text(try last.text(1)), .text(try last.text(2)), .integer(try last.integer(3))]
    }
    guard read == total else {
      throw LedgerError(.corrupt, "The index of the facts lacks some of them: REINDEX it.")
    }
    return PostgreSQLContents(customers: customers, facts: read)
  }
}
