import GRDB

/// The tables of a ledger file, which `Resources/ledger.sql` creates, and the migrations that later versions add.
///
/// | table | a row is | key |
/// |---|---|---|
/// | `customers` | a customer with its version, its owner if it was merged, and whether it was erased | app, id |
/// | `facts` | a fact; never changed, and deleted only with its customer, or once it is an old reservation or a replaced value | sequence |
/// | `useArchives` | the uses of a customer in a range of facts, in a form that is read at once | app, customer, through |
/// | `claims` | something that one customer owns | app, kind, subject, device |
/// | `answers` | the first answer to an idempotency key | app, customer, key |
/// | `credentials` | an account's password hash | app, email |
/// | `properties` | a value of the ledger as a whole | name |
/// | `checks` | the scheduled check of a subscription with the store | app, purchase |
/// | `marks` | a named instant | app, name |
/// | `refusals` | a refused notification | sequence; app, notification |
/// | `secretKeys` | a secret key of an app's own backend, by its hash | app, id |
/// | `signInTokens` | the token to revoke when a customer is erased | app, customer |
/// | `revocations` | a token of an erased customer, to be revoked | id |
/// | `attempts` | the failed attempts of a subject within a window | app, subject |
/// | `codes` | a one-time code sent to an account, by its hash | app, customer, kind |
/// | `people` | a person who may sign in to the operators' pages, with the hash of a link | app, email |
/// | `adminSessions` | such a person's session, by the hash of its token | app, id |
/// | `audit` | what an operator or a key did | app, at, id |
/// | `chartStates` | how far the tables of charts were counted | app |
/// | `chartChanges` | a customer who has changed since it was counted; the commit that changes it inserts it | app, customer |
/// | `chartParts` | what a customer adds to the sums | app, customer |
/// | `chartSums` | a sum of all customers in an hour | app, measure, division, name, currency, hour |
///
/// A migration is one SQL text that is never edited once released: files that it has already migrated would differ from
/// new ones. A file with an unknown migration was written by a newer version, and is refused.
struct LedgerSchema: Sendable {
  /// The mark of a ledger file, "TOLL" in ASCII, which distinguishes it from the files of other programs.
  ///
  /// It is SQLite's [application id](https://www.sqlite.org/pragma.html#pragma_application_id) in the file's header.
  static let applicationID = 0x54_4f_4c_4c

  /// The names of the tables of charts.
  static let chartTables = ["chartChanges", "chartParts", "chartStates", "chartSums"]

  // What the indexes of facts are on: SQLite uses an index only for exactly its expression.

  /// The device of a fact about one; null if the row is damaged.
  static let device = "CASE WHEN json_valid(body) THEN json_extract(body, '$.device') END"
  /// The id of a transaction; null if the row is damaged.
  static let transactionID = "CASE WHEN json_valid(body) THEN json_extract(body, '$.id') END"
  /// The value of a reserved attribute; null if the row is damaged.
  static let reservedValue =
    "CASE WHEN json_valid(body) THEN lower(json_extract(body, '$.value')) END"
  /// Which facts are about a reserved attribute.
  static let isReserved = #"kind = 'attribute' AND instr(body, '"attribute":"$') > 0"#

  /// A migration: its name, and the SQL of its transaction.
  typealias Migration = (name: String, sql: String)

  /// Named, forward-only migrations; never edited once released.
  private static let migrations: [Migration] = [
    ("1-ledger", String(decoding: PackageResources.ledger_sql, as: UTF8.self))
  ]

  /// Migrations of a later version, for tests.
  var later: [Migration] = []

  /// What performs the migrations that a file lacks, each in a transaction of its own.
  var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, sql) in Self.migrations + later {
      migrator.registerMigration(name) { try $0.execute(sql: sql) }
    }
    return migrator
  }
}
