import Foundation
import TollgateLedger
import TollgatePostgreSQL

/// The location of a benchmark's ledger.
enum LedgerStore {
  /// The path of a file.
  case file(String)
  /// The address of a PostgreSQL database.
  case database(String)

  /// The value for `tollgate serve --database`.
  var address: String {
    switch self {
    case .file(let path): path
    case .database(let address): address
    }
  }

  /// Creates a database of its own next to another one.
  ///
  /// - Parameters:
  ///   - name: The new database, which replaces an earlier one.
  ///   - address: The address of the other database.
  /// - Returns: The new database.
  /// - Throws: ``BenchmarkError``.
  static func createDatabase(_ name: String, beside address: String) throws -> LedgerStore {
    for statement in ["DROP DATABASE IF EXISTS \(name)", "CREATE DATABASE \(name)"] {
      try Shell.run(["psql", "--quiet", address, "--command", statement])
    }
    guard var components = URLComponents(string: address) else {
      throw BenchmarkError(message: "The address is invalid.")
    }
    components.path = "/\(name)"
    return .database(components.string ?? address)
  }

  /// Opens the ledger, creating it if there isn't one, and closes it afterwards.
  func withLedger<Value>(
    _ body: (any Ledger) async throws -> Value
  ) async throws -> Value {
    switch self {
    case .file(let path):
      let ledger = try SQLiteLedger(path: path)
      let value = try await body(ledger)
      try await ledger.close()
      return value
    case .database(let address):
      let ledger = try await PostgreSQLLedger(PostgreSQLAddress(address))
      let value = try await body(ledger)
      await ledger.close()
      return value
    }
  }

  /// Gives everybody a copy of one customer's facts, and adds customers who have only these.
  ///
  /// The copies have the same facts under other ids. Everybody's first fact is written before anybody's second, as in a
  /// ledger that grew. Customers are added first, so that one customer's facts are apart from each other. The tables of
  /// charts count them as they count the template, so that the server has nothing left to count.
  ///
  /// - Parameters:
  ///   - template: The customer, who keeps its facts.
  ///   - app: The app.
  ///   - count: How many customers to add.
  /// - Throws: ``BenchmarkError``.
  func copy(_ template: String, in app: String, adding count: Int) throws {
    switch self {
    case .file(let path):
      try Shell.run(
        ["sqlite3", "-bail", path],
        input: """
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA cache_size = -262144;
          CREATE TEMP TABLE template AS
            SELECT version, at, kind, body FROM facts
            WHERE app = '\(app)' AND customer = '\(template)' ORDER BY sequence;
          BEGIN;
          INSERT INTO customers (app, id, version, seenAt)
            SELECT '\(app)', 'cus_' || lower(hex(randomblob(16))), 1, (SELECT max(at) FROM template)
            FROM generate_series(1, \(count)) ORDER BY 2;
          INSERT OR REPLACE INTO chartParts (app, customer, body)
            SELECT c.app, c.id, p.body FROM chartParts AS p CROSS JOIN customers AS c
            WHERE p.app = '\(app)' AND p.customer = '\(template)' AND c.app = p.app AND c.id <> p.customer;
          INSERT INTO facts (app, customer, version, at, kind, body)
            SELECT '\(app)', c.id, t.version, t.at, t.kind, replace(t.body, '\(template)', c.id)
            FROM template AS t CROSS JOIN customers AS c
            WHERE c.app = '\(app)' AND c.id <> '\(template)';
          COMMIT;
          """)
    case .database(let address):
      try Shell.run(
        ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", address],
        input: """
          DO $$
          DECLARE t record;
          BEGIN
            INSERT INTO tollgate.customers (app, id, version, seen_at)
              SELECT '\(app)', 'cus_' || replace(gen_random_uuid()::text, '-', '') AS id, 1,
                (SELECT max(at) FROM tollgate.facts WHERE app = '\(app)')
              FROM generate_series(1, \(count)) ORDER BY id;
            INSERT INTO tollgate.chart_parts (app, customer, body)
              SELECT c.app, c.id, p.body FROM tollgate.chart_parts AS p, tollgate.customers AS c
              WHERE p.app = '\(app)' AND p.customer = '\(template)' AND c.app = p.app
                AND c.id <> p.customer
              ON CONFLICT (app, customer) DO UPDATE SET body = excluded.body;
            FOR t IN SELECT version, at, kind, body FROM tollgate.facts
              WHERE app = '\(app)' AND customer = '\(template)' ORDER BY facts.id LOOP
              INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
                SELECT '\(app)', c.id, t.version, t.at, t.kind, replace(t.body, '\(template)', c.id)
                FROM tollgate.customers AS c
                WHERE c.app = '\(app)' AND c.id <> '\(template)' ORDER BY c.id;
            END LOOP;
            DELETE FROM tollgate.chart_changes WHERE app = '\(app)' AND customer <> '\(template)';
          END $$;
          VACUUM ANALYZE;
          CHECKPOINT;
          """)
    }
  }

  /// The size of the ledger on disk, in bytes.
  func size() throws -> Double {
    switch self {
    case .file(let path):
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return Double((attributes[.size] as? Int) ?? 0)
    case .database(let address):
      let text = try Shell.run([
        "psql", "--no-align", "--tuples-only", address, "--command",
        "SELECT pg_database_size(current_database())",
      ])
      return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }
  }
}
