import TollgateLedger

/// The tables of a ledger and the functions in which its writes run, which `Resources` creates, and the migrations that
/// later versions add.
///
/// | table | a row is | key |
/// |---|---|---|
/// | `customers` | a customer: its version, its owner if it was merged, its generation of sessions, when it was seen | app, id |
/// | `facts` | a fact; `id` orders the facts, and `sequence` is set when a reader first asks for it | app, customer, id |
/// | `claims` | something that one customer owns | app, kind, subject, device |
/// | `answers` | the first answer to an idempotency key | app, customer, key |
/// | `credentials` | an account's password hash, and when its address was verified | app, email |
/// | `attempts` | the failed attempts of a subject in a window | app, subject |
/// | `codes` | a one-time code, by its hash | app, customer, kind |
/// | `people` | a person who may sign in to the operators' pages, with the hash of a link | app, email |
/// | `admin_sessions` | such a person's session, by the hash of its token | app, id |
/// | `audit` | what an operator or a key did | app, at, id |
/// | `chart_states` | how far the tables of charts were counted | app |
/// | `chart_changes` | a customer who has changed since it was counted; triggers insert it | app, customer |
/// | `chart_parts` | what a customer adds to the sums | app, customer |
/// | `chart_sums` | a sum of all customers in an hour | app, measure, division, name, currency, hour |
/// | `properties` | a value of the ledger as a whole | name |
/// | `checks` | the scheduled check of a subscription with the store, and its lease | app, purchase |
/// | `marks` | a named instant | app, name |
/// | `refusals` | a refused notification | app, notification |
/// | `secret_keys` | a secret key of an app's own backend, by its hash | app, id |
/// | `sign_in_tokens` | the token to revoke when a customer is erased | app, customer |
/// | `revocations` | a token of an erased customer, to be revoked, and its lease | id |
/// | `tasks` | a job that one server has taken for a time | app, name |
/// | `counter` | the last sequence number; the only row | |
/// | `lanes` | the last transaction of a server's write connection, to settle a lost commit | id |
/// | `migrations` | a migration that was performed | name |
/// | `leases` | the migration, which one server does at a time; its row is locked meanwhile | name |
///
/// A migration is a list of statements, and one transaction; it is never edited once released. A schema with an unknown
/// migration was written by a newer version, and is refused.
struct PostgreSQLSchema: Sendable {
  /// The characters of a name that needs no quotes in SQL.
  private static let nameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_"
  /// The greatest length of a name, which leaves room for the names of what is in the schema.
  private static let maximumName = 40

  // What the indexes of facts are on: PostgreSQL uses an index only for exactly its expression.

  /// The device of a fact about one, as it is escaped in the JSON of its row.
  static let device = #"substring(body from '"device":"((?:[^"\\]|\\.)*)"')"#
  /// The id of a transaction, in the same form.
  static let transactionID = #"substring(body from '"id":"((?:[^"\\]|\\.)*)"')"#
  /// The value of a reserved attribute, in the same form.
  static let reservedValue =
    #"lower(substring(body from '"value":"((?:[^"\\]|\\.)*)"') COLLATE "C")"#
  /// Which facts are about a reserved attribute.
  static let isReserved = #"kind = 'attribute' AND strpos(body, '"attribute":"$') > 0"#

  /// The schema's name in the database, which needs no quotes.
  let name: String
  /// Migrations of a later version, for tests.
  var later: [Migration] = []

  /// A migration: its name, and the statements of its transaction.
  typealias Migration = (name: String, statements: [String])

  /// Returns the schema of a name that may be written into statements as it is.
  ///
  /// - Parameter name: The name: lowercase letters, digits and `_`, at most 40, and no digit first.
  /// - Throws: ``LedgerError`` with code `unavailable` for any other name.
  static func named(_ name: String) throws(LedgerError) -> PostgreSQLSchema {
    guard (1...maximumName).contains(name.utf8.count),
      name.allSatisfy({ nameCharacters.contains($0) }), name.first?.isNumber != true
    else { throw LedgerError(.unavailable, "The schema's name is invalid.") }
    return PostgreSQLSchema(name: name)
  }

  /// Named, forward-only migrations; never edited once released.
  var migrations: [Migration] {
    let files = [
      PackageResources.tables_sql, PackageResources.writes_sql, PackageResources.shared_sql,
      PackageResources.erasure_sql, PackageResources.pruning_sql, PackageResources.charts_sql,
    ]
    return [("1-ledger", files.flatMap(statements))] + later
  }

  /// What must exist before the first migration: the schema, the lease and the list of migrations.
  ///
  /// Each statement may be repeated. `IF NOT EXISTS` does not prevent that two servers create the same at once; one of
  /// them then fails, and repeats all of it.
  var foundation: [String] {
    [
      "CREATE SCHEMA IF NOT EXISTS \(name)",
      "CREATE TABLE IF NOT EXISTS \(name).leases (name text PRIMARY KEY)",
      """
      CREATE TABLE IF NOT EXISTS \(name).migrations (
        name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())
      """,
      "INSERT INTO \(name).leases VALUES ('migration') ON CONFLICT DO NOTHING",
    ]
  }

  /// The statements of an embedded file, which is written for the schema `tollgate`.
  ///
  /// A statement ends with a semicolon at the end of a line, but not within the `$$` of a function.
  private func statements(_ file: [UInt8]) -> [String] {
    let sql = String(decoding: file, as: UTF8.self).replacing("tollgate.", with: "\(name).")
    var statements: [String] = []
    var lines: [Substring] = []
    var isBody = false
    for line in sql.split(separator: "\n") where isBody || !line.hasPrefix("--") {
      lines.append(line)
      if line.contains("$$") { isBody.toggle() }
      guard !isBody, line.hasSuffix(";") else { continue }
      statements.append(lines.joined(separator: "\n"))
      lines = []
    }
    return statements
  }
}
