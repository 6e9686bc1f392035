import GRDB

/// The tables of a ledger file, and the migrations from older files.
enum LedgerSchema {
  /// Marks a file as a ledger, in SQLite's own [application id](https://www.sqlite.org/pragma.html#pragma_application_id): "TOLL".
  static let applicationID = 0x54_4f_4c_4c

  /// Named, forward-only migrations, each one transaction; never edited once released.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-ledger") { try $0.execute(sql: ledger) }
    migrator.registerMigration("2-store-checks") { try $0.execute(sql: storeChecks) }
    migrator.registerMigration("3-environments") { try $0.execute(sql: environments) }
    migrator.registerMigration("4-refusals") { try $0.execute(sql: refusals) }
    return migrator
  }

  private static let ledger = """
    PRAGMA application_id = \(applicationID);

    CREATE TABLE customers (
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      version INTEGER NOT NULL,
      mergedInto TEXT,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX customersByMerge ON customers (app, mergedInto) WHERE mergedInto IS NOT NULL;

    CREATE TABLE facts (
      sequence INTEGER PRIMARY KEY,
      app TEXT NOT NULL,
      customer TEXT NOT NULL,
      version INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX factsByCustomer ON facts (app, customer);
    CREATE INDEX factsByApp ON facts (app);

    CREATE TABLE claims (
      app TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      device TEXT NOT NULL,
      customer TEXT NOT NULL,
      PRIMARY KEY (app, kind, subject, device)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX claimsByCustomer ON claims (app, customer);

    CREATE TABLE answers (
      app TEXT NOT NULL,
      customer TEXT NOT NULL,
      key TEXT NOT NULL,
      purpose TEXT NOT NULL,
      status INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (app, customer, key)
    ) STRICT;

    CREATE TABLE credentials (
      app TEXT NOT NULL,
      email TEXT NOT NULL,
      passwordHash TEXT NOT NULL,
      account TEXT NOT NULL,
      customer TEXT NOT NULL,
      PRIMARY KEY (app, email)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX credentialsByCustomer ON credentials (app, customer);

    CREATE TABLE secrets (
      name TEXT NOT NULL PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Checks of already recorded subscriptions are due at the end of the latest period: with `max`, SQLite takes the
  /// other columns from the [row that has it](https://www.sqlite.org/lang_select.html#bareagg).
  private static let storeChecks = """
    CREATE TABLE checks (
      app TEXT NOT NULL,
      purchase TEXT NOT NULL,
      periodStart INTEGER NOT NULL,
      periodEnd INTEGER NOT NULL,
      dueAt INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (app, purchase)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX checksByInstant ON checks (app, dueAt);

    INSERT INTO checks (app, purchase, periodStart, periodEnd, dueAt, tries)
    SELECT app, purchase, max(purchasedAt), expiresAt, expiresAt, 0 FROM (
      SELECT app,
        CASE WHEN json_valid(body) THEN json_extract(body, '$.originalID') END AS purchase,
        CASE WHEN json_valid(body) THEN json_extract(body, '$.purchasedAt') END AS purchasedAt,
        CASE WHEN json_valid(body) THEN json_extract(body, '$.expiresAt') END AS expiresAt
      FROM facts WHERE kind = 'transaction')
    WHERE typeof(purchase) = 'text' AND typeof(purchasedAt) = 'integer'
      AND typeof(expiresAt) = 'integer'
    GROUP BY app, purchase;

    CREATE TABLE marks (
      app TEXT NOT NULL,
      name TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (app, name)
    ) STRICT, WITHOUT ROWID;
    """

  private static let environments = """
    ALTER TABLE checks ADD COLUMN environment TEXT NOT NULL DEFAULT 'production';
    DROP INDEX checksByInstant;
    CREATE INDEX checksByInstant ON checks (app, environment, dueAt);
    """

  /// Each refusal has a new sequence number, so that the oldest can be dropped.
  private static let refusals = """
    CREATE TABLE refusals (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL,
      notification TEXT NOT NULL,
      signedPayload TEXT NOT NULL,
      reason TEXT NOT NULL,
      revision TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (app, notification)
    ) STRICT;
    """
}
