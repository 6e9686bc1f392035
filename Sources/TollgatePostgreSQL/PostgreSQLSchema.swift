/// The tables of a ledger, and the migrations from older ones.
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
  /// The schema's name in the database, which needs no quotes.
  let name: String
  /// Migrations of a later version, for tests.
  var later: [Migration] = []

  /// A migration: its name, and the statements of its transaction.
  typealias Migration = (name: String, statements: [String])

  /// Named, forward-only migrations; never edited once released.
  var migrations: [Migration] {
    let functions = PostgreSQLFunctions(schema: name)
    return [
      ("1-ledger", tables + functions.all),
      ("2-shared-work", sharedWork + functions.transactions),
      ("3-attributes", attributes + [functions.pruningWithAttributes]),
      ("4-key-scopes", keyScopes),
      ("5-reading", functions.reading),
      // Changes no table: a server without it cannot read extensions and pauses of trials.
      ("6-trial-changes", []),
      // Changes no table: a server without it cannot read variants.
      ("7-variants", []),
      // Changes no table: a server without it cannot read refund requests.
      ("8-refund-requests", []),
      ("9-shared-calls", functions.shared),
      ("10-administration", administration + functions.administration),
      ("11-charts", charts),
      ("12-charts-by-row", chartsByRow),
      ("13-kept-purchases", [functions.eraseKeepingPurchases]),
      ("14-kept-visits", [functions.pruningKeepingCharts]),
      ("15-lookups", lookups),
    ] + later
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

  /// The leases of background work, by the database's clock.
  private var sharedWork: [String] {
    let text = #"text COLLATE "C""#
    let lease = "ADD COLUMN holder text, ADD COLUMN leased_until timestamptz"
    return [
      "ALTER TABLE \(name).checks \(lease)", "ALTER TABLE \(name).revocations \(lease)",
      """
      CREATE TABLE \(name).tasks (
        app \(text) NOT NULL, name \(text) NOT NULL, holder text NOT NULL,
        leased_until timestamptz NOT NULL, PRIMARY KEY (app, name))
      """,
    ]
  }

  /// Scopes of secret keys; those that were created before are of an app's own backend.
  private var keyScopes: [String] {
    ["ALTER TABLE \(name).secret_keys ADD COLUMN scope text NOT NULL DEFAULT 'backend'"]
  }

  /// The order in which replaced values of attributes are pruned.
  private var attributes: [String] {
    ["CREATE INDEX attributes_by_instant ON \(name).facts (at) WHERE kind = 'attribute'"]
  }

  /// The first released tables.
  ///
  /// Names are compared by their bytes (`COLLATE "C"`) whatever the database's own order is. Instants are milliseconds
  /// since 1970, and a fact's `body` is its JSON.
  private var tables: [String] {
    let text = #"text COLLATE "C""#
    return [
      """
      CREATE TABLE \(name).customers (
        app \(text) NOT NULL, id \(text) NOT NULL, version bigint NOT NULL,
        merged_into \(text), erased boolean NOT NULL DEFAULT false,
        generation bigint NOT NULL DEFAULT 0, seen_at bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (app, id)) WITH (fillfactor = 80)
      """,
      """
      CREATE INDEX customers_by_merge ON \(name).customers (app, merged_into)
      WHERE merged_into IS NOT NULL
      """,
      """
      CREATE TABLE \(name).facts (
        id bigint GENERATED ALWAYS AS IDENTITY, sequence bigint,
        app \(text) NOT NULL, customer \(text) NOT NULL, version bigint NOT NULL,
        at bigint NOT NULL, kind \(text) NOT NULL, body text NOT NULL,
        PRIMARY KEY (app, customer, id))
      """,
      "CREATE INDEX facts_by_app ON \(name).facts (app, sequence) WHERE sequence IS NOT NULL",
      "CREATE INDEX facts_unnumbered ON \(name).facts (id) WHERE sequence IS NULL",
      """
      CREATE INDEX facts_by_instant ON \(name).facts (at)
      WHERE kind IN ('reservation', 'reservationRelease')
      """,
      "CREATE TABLE \(name).counter (last bigint NOT NULL)",
      "INSERT INTO \(name).counter VALUES (0)",
      """
      CREATE TABLE \(name).lanes (
        id uuid PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL DEFAULT now())
        WITH (fillfactor = 50)
      """,
      """
      CREATE TABLE \(name).claims (
        app \(text) NOT NULL, kind \(text) NOT NULL, subject \(text) NOT NULL,
        device \(text) NOT NULL, customer \(text) NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (app, kind, subject, device))
      """,
      "CREATE INDEX claims_by_customer ON \(name).claims (app, customer)",
      """
      CREATE INDEX claims_by_instant ON \(name).claims (kind, at)
      WHERE kind IN ('endedSession', 'notification')
      """,
      """
      CREATE TABLE \(name).answers (
        app \(text) NOT NULL, customer \(text) NOT NULL, key \(text) NOT NULL,
        purpose text NOT NULL, status integer NOT NULL, body bytea NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (app, customer, key))
      """,
      "CREATE INDEX answers_by_instant ON \(name).answers (at)",
      """
      CREATE TABLE \(name).credentials (
        app \(text) NOT NULL, email \(text) NOT NULL, password_hash text NOT NULL,
        account text NOT NULL, customer \(text) NOT NULL, verified_at bigint,
        PRIMARY KEY (app, email))
      """,
      "CREATE INDEX credentials_by_customer ON \(name).credentials (app, customer)",
      """
      CREATE TABLE \(name).attempts (
        app \(text) NOT NULL, subject \(text) NOT NULL, count bigint NOT NULL,
        ends_at bigint NOT NULL, PRIMARY KEY (app, subject))
      """,
      "CREATE INDEX attempts_by_instant ON \(name).attempts (app, ends_at)",
      """
      CREATE TABLE \(name).codes (
        app \(text) NOT NULL, customer \(text) NOT NULL, kind \(text) NOT NULL,
        hash bytea NOT NULL, expires_at bigint NOT NULL, tries bigint NOT NULL,
        PRIMARY KEY (app, customer, kind))
      """,
      "CREATE INDEX codes_by_instant ON \(name).codes (app, expires_at)",
      "CREATE TABLE \(name).properties (name \(text) PRIMARY KEY, value text NOT NULL)",
      """
      CREATE TABLE \(name).checks (
        app \(text) NOT NULL, purchase \(text) NOT NULL, environment \(text) NOT NULL,
        period_start bigint NOT NULL, period_end bigint NOT NULL, due_at bigint NOT NULL,
        tries bigint NOT NULL,
        PRIMARY KEY (app, purchase))
      """,
      "CREATE INDEX checks_by_instant ON \(name).checks (app, environment, due_at, purchase)",
      """
      CREATE TABLE \(name).marks (
        app \(text) NOT NULL, name \(text) NOT NULL, at bigint NOT NULL, PRIMARY KEY (app, name))
      """,
      """
      CREATE TABLE \(name).refusals (
        sequence bigint GENERATED BY DEFAULT AS IDENTITY, app \(text) NOT NULL,
        notification \(text) NOT NULL, signed_payload text NOT NULL, reason text NOT NULL,
        revision text NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (app, notification))
      """,
      "CREATE INDEX refusals_by_sequence ON \(name).refusals (app, sequence)",
      """
      CREATE TABLE \(name).secret_keys (
        app \(text) NOT NULL, id \(text) NOT NULL, name text NOT NULL, hash bytea NOT NULL,
        created_at bigint NOT NULL, last_used_at bigint, revoked_at bigint,
        PRIMARY KEY (app, id))
      """,
      """
      CREATE TABLE \(name).sign_in_tokens (
        app \(text) NOT NULL, customer \(text) NOT NULL, client text NOT NULL, token text NOT NULL,
        PRIMARY KEY (app, customer))
      """,
      """
      CREATE TABLE \(name).revocations (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, app \(text) NOT NULL,
        client text NOT NULL, token text NOT NULL, due_at bigint NOT NULL, tries bigint NOT NULL)
      """,
      "CREATE INDEX revocations_by_instant ON \(name).revocations (app, due_at, id)",
    ]
  }
}
