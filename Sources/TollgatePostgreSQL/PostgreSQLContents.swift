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
    let reader = try await PostgreSQLHistories(address, schema: name, asOfOneInstant: true)
    defer { reader.connection.close() }
    let schema = reader.schema
    let counts = try await reader.read(
      "SELECT (SELECT count(*) FROM \(schema).customers), (SELECT count(*) FROM \(schema).facts)",
      [])
    guard let row = counts.first else { throw Row.unreadable }
    let (customers, total) = (try row.int(0), try row.int(1))
    var read = 0
    var position: [Statement.Value] = []
    while true {
      let rows = try await reader.read(
        """
        SELECT body, app, customer, id FROM \(schema).facts
        \(position.isEmpty ? "" : "WHERE (app, customer, id) > ($1, $2, $3)")
        ORDER BY app, customer, id LIMIT \(factsAtOnce)
        """, position)
      let bodies = try rows.map { row throws(LedgerError) in Data(try row.text(0).utf8) }
      _ = try StoredFacts.decode(bodies)
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
