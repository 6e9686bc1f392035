import GRDB

/// The tables of a ledger file, and the migrations from older files.
///
/// | table | a row is | key |
/// |---|---|---|
/// | `customers` | a customer with its version, its owner if it was merged, and whether it was erased | app, id |
/// | `facts` | a fact; never changed, and deleted only with its customer, or once it is an old reservation or a replaced value | sequence |
/// | `useArchives` | the uses of a customer in a range of facts, in a form that is read at once | app, customer, through |
/// | `claims` | something that one customer owns | app, kind, subject, device |
/// | `answers` | the first answer to an idempotency key | app, customer, key |
/// | `credentials` | an account's password hash | app, email |
/// | `secrets` | nothing any more: earlier versions stored the server's keys here | name |
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
/// | `chartChanges` | a customer who has changed since it was counted; triggers insert it | app, customer |
/// | `chartParts` | what a customer adds to the sums | app, customer |
/// | `chartSums` | a sum of all customers in an hour | app, measure, division, name, currency, hour |
///
/// A migration is one SQL text that is never edited once released: files that it has already migrated would differ from
/// new ones. A file with an unknown migration was written by a newer version, and is refused.
enum LedgerSchema {
  /// The mark of a ledger file, "TOLL" in ASCII, by which a file of another program is told from it.
  ///
  /// It is SQLite's [application id](https://www.sqlite.org/pragma.html#pragma_application_id) in the file's header.
  static let applicationID = 0x54_4f_4c_4c

  /// Named, forward-only migrations, each one transaction; never edited once released.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-ledger") { try $0.execute(sql: ledger) }
    migrator.registerMigration("2-store-checks") { try $0.execute(sql: storeChecks) }
    migrator.registerMigration("3-environments") { try $0.execute(sql: environments) }
    migrator.registerMigration("4-refusals") { try $0.execute(sql: refusals) }
    migrator.registerMigration("5-secret-keys") { try $0.execute(sql: secretKeys) }
    migrator.registerMigration("6-erasure") { try $0.execute(sql: erasure) }
    migrator.registerMigration("7-accounts") { try $0.execute(sql: accounts) }
    migrator.registerMigration("8-keys") { try $0.execute(sql: properties) }
    migrator.registerMigration("9-history") { try $0.execute(sql: history) }
    migrator.registerMigration("10-retention") { try $0.execute(sql: retention) }
    migrator.registerMigration("11-answers-by-instant") { try $0.execute(sql: answersByInstant) }
    migrator.registerMigration("12-attributes") { try $0.execute(sql: attributes) }
    migrator.registerMigration("13-key-scopes") { try $0.execute(sql: keyScopes) }
    // Changes no table: a server without it cannot read extensions and pauses of trials.
    migrator.registerMigration("14-trial-changes") { _ in }
    // Changes no table: a server without it cannot read variants.
    migrator.registerMigration("15-variants") { _ in }
    // Changes no table: a server without it cannot read refund requests.
    migrator.registerMigration("16-refund-requests") { _ in }
    migrator.registerMigration("17-administration") { try $0.execute(sql: administration) }
    migrator.registerMigration("18-charts") { try $0.execute(sql: charts) }
    migrator.registerMigration("19-lookups") { try $0.execute(sql: lookups) }
    return migrator
  }

  /// The first released tables.
  ///
  /// `STRICT` makes SQLite reject a value of another type instead of converting it. Instants are milliseconds since
  /// 1970, names are ``StoredText``, and a fact's `body` is its JSON.
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

  /// Checks by environment; those scheduled before count as production's.
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

  /// Secret keys; a row is read for each request that presents one.
  private static let secretKeys = """
    CREATE TABLE secretKeys (
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER,
      revokedAt INTEGER,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    """

  private static let erasure = """
    ALTER TABLE customers ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE signInTokens (
      app TEXT NOT NULL,
      customer TEXT NOT NULL,
      client TEXT NOT NULL,
      token TEXT NOT NULL,
      PRIMARY KEY (app, customer)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE revocations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL,
      client TEXT NOT NULL,
      token TEXT NOT NULL,
      dueAt INTEGER NOT NULL,
      tries INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX revocationsByInstant ON revocations (app, dueAt);
    """

  /// Values of the ledger as a whole; the server's keys move out of `secrets` when it is next served.
  private static let properties = """
    CREATE TABLE properties (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The ages of what is pruned; 0 in rows from before they were recorded, whose age is unknown.
  private static let retention = """
    ALTER TABLE answers ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE claims ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE customers ADD COLUMN seenAt INTEGER NOT NULL DEFAULT 0;

    CREATE INDEX claimsToPrune ON claims (kind, at)
    WHERE kind = 'endedSession' OR kind = 'notification';
    CREATE INDEX factsToPrune ON facts (at)
    WHERE (kind = 'reservation' OR kind = 'reservationRelease');
    """

  /// The archives of uses, and an index by which a customer's other facts are found among them.
  ///
  /// A row covers the uses among the customer's facts after `after` and up to `through`, `facts` in number.
  private static let history = """
    CREATE TABLE useArchives (
      app TEXT NOT NULL,
      customer TEXT NOT NULL,
      after INTEGER NOT NULL,
      through INTEGER NOT NULL,
      facts INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (app, customer, through)
    ) STRICT;
    CREATE INDEX factsExceptUses ON facts (app, customer) WHERE kind <> 'use';
    """

  /// Attempts are dropped by the end of their window, and beyond their limit by their count.
  private static let accounts = """
    ALTER TABLE customers ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE credentials ADD COLUMN verifiedAt INTEGER;

    CREATE TABLE attempts (
      app TEXT NOT NULL,
      subject TEXT NOT NULL,
      count INTEGER NOT NULL,
      endsAt INTEGER NOT NULL,
      PRIMARY KEY (app, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attemptsByInstant ON attempts (app, endsAt);
    CREATE INDEX attemptsByCount ON attempts (app, count, endsAt);

    CREATE TABLE codes (
      app TEXT NOT NULL,
      customer TEXT NOT NULL,
      kind TEXT NOT NULL,
      hash BLOB NOT NULL,
      expiresAt INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (app, customer, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX codesByInstant ON codes (app, expiresAt);
    """

  /// The order in which answers are pruned; row ids follow it only as long as no clock is wrong.
  ///
  /// New answers go to the end of the index, so a use writes only its last page.
  private static let answersByInstant = "CREATE INDEX answersByInstant ON answers (at)"

  /// Scopes of secret keys; those that were created before are of an app's own backend.
  private static let keyScopes =
    "ALTER TABLE secretKeys ADD COLUMN scope TEXT NOT NULL DEFAULT 'backend'"

  /// The order in which replaced values of attributes are pruned, and a customer's values among the other facts.
  private static let attributes = """
    CREATE INDEX attributesToPrune ON facts (at) WHERE kind = 'attribute';
    CREATE INDEX attributesByCustomer ON facts (app, customer) WHERE kind = 'attribute';
    """
}
