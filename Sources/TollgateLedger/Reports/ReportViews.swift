import Tollgate

/// SQL views of a ledger for tools that read databases: one row for each transaction, use, trial and so on.
///
/// They have the same names and columns in SQLite and in PostgreSQL. A merged customer's rows name the customer they were
/// merged into. Nothing in Tollgate reads them, so they may be dropped at any time.
///
/// They are not part of the schema, because a view prevents its table from being replaced, for example by a partitioned
/// one. To create them, in the ledger itself or in a copy, execute ``creation``.
///
/// Times are `timestamptz` in PostgreSQL and text in UTC in SQLite, prices are in units of their currency, and a column is
/// null if the fact does not have its member.
///
/// | view | a row is |
/// |---|---|
/// | `report_customers` | a customer, with the first and the newest fact |
/// | `report_transactions` | a transaction as the store last signed it |
/// | `report_uses` | a counted use of a feature |
/// | `report_trials` | the start of a trial |
/// | `report_paywalls` | a paywall that was shown or closed |
/// | `report_variants` | a customer's variant of an experiment |
/// | `report_milestones` | a milestone that was reached |
package struct ReportViews: Sendable {
  /// The database that the views are for.
  ///
  /// The ledger's own names differ between the two; those of the views do not.
  package enum Database: Sendable {
    /// A file of SQLite 3.38 or later.
    case sqlite
    /// A schema of PostgreSQL, in which the views are created too.
    case postgreSQL(schema: String)
  }

  private let dialect: Dialect

  /// Describes the views of a database.
  ///
  /// - Parameter database: The database; the name of a schema is written into the statements unquoted.
  package init(_ database: Database) { dialect = Dialect(database: database) }

  /// The statements that create the views, or replace them with those of this version, each with its semicolon.
  package var creation: String {
    views.map { view in
      """
      DROP VIEW IF EXISTS \(dialect.prefix)\(view.name);
      CREATE VIEW \(dialect.prefix)\(view.name) AS
      \(view.query);
      """
    }.joined(separator: "\n\n")
  }

  /// The statements that drop the views, one per line with its semicolon; they skip views that do not exist.
  package var removal: String {
    views.map { "DROP VIEW IF EXISTS \(dialect.prefix)\($0.name);" }.joined(separator: "\n")
  }

  private var views: [(name: String, query: String)] {
    [
      ("report_customers", customers),
      ("report_transactions", transactions),
      ("report_uses", facts(.use, [.text("feature"), .instant("used_at", "at")])),
      (
        "report_trials",
        facts(.trialStarted, [.text("trial"), .instant("started_at", "at"), .text("purchase")])
      ),
      (
        "report_paywalls",
        facts(
          .paywall,
          [
            .text("paywall"), .text("action"), .text("placement"), .text("feature"),
            .instant("happened_at", "at"),
          ])
      ),
      (
        "report_variants",
        facts(.variant, [.text("experiment"), .text("variant"), .instant("assigned_at", "at")])
      ),
      ("report_milestones", milestones),
    ]
  }

  /// The customers, without those who were merged into another or erased.
  private var customers: String {
    """
    SELECT c.app, c.id AS customer,
      \(dialect.instant("min(f.at)")) AS first_fact_at,
      \(dialect.instant("max(f.at)")) AS newest_fact_at,
      max(CASE WHEN f.kind = 'signedUp' THEN 1 ELSE 0 END) AS has_account
    FROM \(dialect.prefix)customers AS c
    LEFT JOIN (
      \(owned("f.at, f.kind"))
    ) AS f ON f.app = c.app AND f.customer = c.id
    WHERE c.\(dialect.mergedInto) IS NULL AND NOT c.erased
      AND c.id NOT LIKE '\(Customer.ID.placeholderPrefix)%'
    GROUP BY c.app, c.id
    """
  }

  /// The milestones; customers who were merged may both have reached one, and the first time counts.
  private var milestones: String {
    """
    SELECT app, customer, milestone, min(reached_at) AS reached_at
    FROM (
      \(facts(.milestone, [.text("milestone"), .instant("reached_at", "at")]))
    ) AS f
    GROUP BY app, customer, milestone
    """
  }

  /// The transactions, each as it was last signed; several customers may have posted the same one.
  ///
  /// A row names the customer that the purchase was last transferred to. If it never was, the row names one who posted
  /// it and does not share it with its owner. The newest signature may be another's.
  private var transactions: String {
    let columns: [Column] = [
      .text("transaction_id", "id"), .text("original_transaction_id", "originalID"),
      .text("environment"), .text("product"), .text("subscription_group", "group"),
      .instant("purchased_at", "purchasedAt"), .instant("expires_at", "expiresAt"),
      .instant("refunded_at", "revokedAt"), .flag("is_upgraded", "isUpgraded"),
      .text("offer", "offer", "kind"), .text("offer_payment", "offer", "payment"),
      .text("ownership"), .integer("quantity"), .thousandths("price", "price", "milliunits"),
      .thousandths("returned", "refund", "amount", "milliunits"),
      .text("currency", "price", "currency"), .instant("signed_at", "signedAt"),
    ]
    let names = columns.map { "t.\($0.name)" }
    return """
      SELECT t.app, coalesce(h.customer, t.customer) AS customer, \(names.joined(separator: ", "))
      FROM (
        SELECT t.app, t.purchase, \(names.joined(separator: ", ")),
          first_value(t.customer) OVER (
            PARTITION BY t.app, t.purchase ORDER BY s.customer IS NOT NULL, t.customer
          ) AS customer,
          row_number() OVER (
            PARTITION BY t.app, t.environment, t.transaction_id ORDER BY t.signed_at DESC, t.customer
          ) AS place
        FROM (
          SELECT f.*, CASE environment WHEN 'production' THEN original_transaction_id
            ELSE environment || ':' || original_transaction_id END AS purchase
          FROM (
            \(facts(.transaction, columns))
          ) AS f
        ) AS t
        LEFT JOIN (
          SELECT DISTINCT app, customer, purchase FROM (
            \(transfers)
          ) AS f
          WHERE is_shared
        ) AS s ON s.app = t.app AND s.customer = t.customer AND s.purchase = t.purchase
      ) AS t
      LEFT JOIN (
        \(holders)
      ) AS h ON h.app = t.app AND h.purchase = t.purchase
      WHERE t.place = 1
      """
  }

  /// The sides of transfers, and the customers that a purchase is shared with, while its owner keeps it.
  private var transfers: String {
    facts(
      .transfer,
      [
        .text("purchase"), .flag("is_held", "isHeld"), .flag("is_shared", "isShared"),
        .integer("number"),
      ])
  }

  /// The customer that each purchase was last transferred to.
  ///
  /// Of two transfers, the one with the higher number is the later.
  private var holders: String {
    """
    SELECT app, customer, purchase FROM (
      SELECT app, customer, purchase,
        row_number() OVER (PARTITION BY app, purchase ORDER BY number DESC, customer) AS place
      FROM (
        \(transfers)
      ) AS f
      WHERE is_held AND is_shared IS NOT TRUE
    ) AS f
    WHERE place = 1
    """
  }

  /// The facts of a kind, with members of their JSON as columns.
  private func facts(_ kind: Fact.Kind, _ columns: [Column]) -> String {
    let columns = columns.map { "\(dialect.value(of: $0)) AS \($0.name)" }
    return """
      SELECT app, customer, \(columns.joined(separator: ", "))
      FROM (
        \(owned("f.kind, f.body"))
      ) AS f
      WHERE kind = '\(kind.rawValue)'
      """
  }

  /// The facts, each with the customer who has it now.
  private func owned(_ columns: String) -> String {
    """
    SELECT f.app, coalesce(c.\(dialect.mergedInto), f.customer) AS customer, \(columns)
      FROM \(dialect.prefix)facts AS f
      JOIN \(dialect.prefix)customers AS c ON c.app = f.app AND c.id = f.customer
    """
  }
}

/// A column that shows a member of a fact's JSON; null where the fact has none.
private struct Column {
  /// What the member is, which determines the SQL that reads it.
  enum Kind { case text, instant, flag, integer, thousandths }

  /// The name in the view, the same in every database.
  let name: String
  let kind: Kind
  /// The keys that lead to the member.
  let keys: [String]

  private init(_ kind: Kind, _ name: String, _ keys: [String]) {
    self.name = name
    self.kind = kind
    self.keys = keys.isEmpty ? [name] : keys
  }

  /// A text, as the ledger stores it.
  static func text(_ name: String, _ keys: String...) -> Column { Column(.text, name, keys) }
  /// An instant, stored in milliseconds since 1970.
  static func instant(_ name: String, _ keys: String...) -> Column { Column(.instant, name, keys) }
  /// A truth value: 0 or 1 in SQLite.
  static func flag(_ name: String, _ keys: String...) -> Column { Column(.flag, name, keys) }
  /// A whole number.
  static func integer(_ name: String, _ keys: String...) -> Column { Column(.integer, name, keys) }
  /// A number that is stored in thousandths.
  static func thousandths(_ name: String, _ keys: String...) -> Column {
    Column(.thousandths, name, keys)
  }
}

/// The SQL in which the two databases differ.
private struct Dialect {
  let database: ReportViews.Database

  /// The prefix of a table's name.
  var prefix: String {
    switch database {
    case .sqlite: ""
    case .postgreSQL(let schema): "\(schema)."
    }
  }

  /// The column of a customer that names the one it was merged into.
  var mergedInto: String {
    switch database {
    case .sqlite: "mergedInto"
    case .postgreSQL: "merged_into"
    }
  }

  /// Milliseconds since 1970 as a time in UTC: text in SQLite, which has no type for it.
  func instant(_ milliseconds: String) -> String {
    switch database {
    case .sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', \(milliseconds) / 1000.0, 'unixepoch')"
    case .postgreSQL: "to_timestamp(\(milliseconds) / 1000.0)"
    }
  }

  /// The expression that reads a column from the body of a fact.
  func value(of column: Column) -> String {
    switch database {
    case .sqlite:
      let member = "(body ->> '$.\(column.keys.joined(separator: "."))')"
      switch column.kind {
      case .text, .flag, .integer: return member
      case .instant: return instant(member)
      case .thousandths: return "\(member) / 1000.0"
      }
    case .postgreSQL:
      let member = "(body::json #>> '{\(column.keys.joined(separator: ","))}')"
      switch column.kind {
      case .text: return member
      case .flag: return "\(member)::boolean"
      case .integer: return "\(member)::bigint"
      case .instant: return instant("\(member)::bigint")
      case .thousandths: return "\(member)::numeric / 1000"
      }
    }
  }
}
