import GRDB
import Tollgate

/// The statements that insert facts and what follows from them in the same transaction.
///
/// Triggers would do the same, but SQLite would run them for each use too, from which nothing follows, and that takes as
/// long as storing it.
struct FactStatements {
  /// Keeps the newest 20 values of an attribute that one setter gave a customer.
  ///
  /// So constant changes do not fill the ledger. Days depend on every time zone that a device has had, so those are kept.
  private static let deleteValues = """
    DELETE FROM facts WHERE sequence IN (
      SELECT sequence FROM facts
      WHERE app = :app AND customer = :customer AND kind = 'attribute'
      AND CASE WHEN json_valid(body) THEN json_extract(body, '$.attribute') END
        = json_extract(:body, '$.attribute')
      AND json_extract(body, '$.setBy') = json_extract(:body, '$.setBy')
      AND sequence < :sequence
      ORDER BY json_extract(body, '$.at') DESC, sequence DESC LIMIT -1 OFFSET 19)
    AND NOT (json_extract(:body, '$.attribute') = 'timeZone'
      AND json_extract(:body, '$.setBy') = 'device')
    """

  /// Notes that a customer must be counted again for charts.
  private static let noteChange = """
    INSERT INTO chartChanges (app, customer, revision, at) VALUES (?, ?, 1, ?)
    ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1
    """

  private let database: Database
  private let insertFact: RawStatement

  /// Prepares the statements, or takes them from the connection's cache.
  init(_ database: Database) throws {
    self.database = database
    insertFact = RawStatement(
      try database.cachedStatement(
        sql: """
          INSERT INTO facts (app, customer, version, at, kind, body) VALUES (?, ?, ?, ?, ?, ?)
          """))
  }

  /// Inserts facts of a customer.
  ///
  /// - Parameters:
  ///   - version: The customer's version from now on.
  ///   - at: The time of the write, in milliseconds since 1970.
  ///   - hasFacts: Whether the customer is known to have facts already. The first ones are noted for charts, whatever
  ///     they are.
  /// - Throws: A `DatabaseError`.
  func insert(
    _ facts: [StoredWrite.Row], of customer: String, in app: String, version: Int, at: Int64,
    hasFacts: Bool
  ) throws {
    guard !facts.isEmpty else { return }
    for fact in facts {
      try insertFact.bind(app, at: 1)
      try insertFact.bind(customer, at: 2)
      try insertFact.bind(Int64(version), at: 3)
      try insertFact.bind(at, at: 4)
      try insertFact.bind(fact.kind, at: 5)
      try insertFact.bind(fact.body, at: 6)
      try insertFact.execute()
      if fact.isAttribute {
        try database.cachedStatement(sql: Self.deleteValues).execute(
          arguments: [
            "app": app, "customer": customer, "body": fact.body,
            "sequence": database.lastInsertedRowID,
          ])
      }
    }
    if !hasFacts || facts.contains(where: \.isCharted) {
      try database.cachedStatement(sql: Self.noteChange).execute(arguments: [app, customer, at])
    }
  }
}
