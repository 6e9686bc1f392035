import GRDB
import Tollgate

extension SQLiteLedger {
  /// The kinds of facts that an abandoned customer may have, as a list of SQL.
  private static let removableFacts = LedgerPruning.removableFacts
    .map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")

  /// Whether the customer of a row may be removed; cheap conditions first.
  private static let isAbandoned = """
    mergedInto IS NULL AND NOT erased AND seenAt >= :from AND seenAt < :before
    AND substr(id, 1, length(:prefix)) <> :prefix
    AND NOT EXISTS (
      SELECT 1 FROM facts WHERE facts.app = customers.app AND facts.customer = customers.id
      AND (facts.kind NOT IN (\(removableFacts)) OR facts.at >= :before
        OR facts.sequence = (SELECT max(sequence) FROM facts)))
    AND NOT EXISTS (
      SELECT 1 FROM claims WHERE claims.app = customers.app AND claims.customer = customers.id
      AND claims.kind NOT IN ('endedSession', 'appTransaction'))
    AND NOT EXISTS (
      SELECT 1 FROM credentials
      WHERE credentials.app = customers.app AND credentials.customer = customers.id)
    AND NOT EXISTS (
      SELECT 1 FROM signInTokens
      WHERE signInTokens.app = customers.app AND signInTokens.customer = customers.id)
    AND NOT EXISTS (
      SELECT 1 FROM customers AS other
      WHERE other.app = customers.app AND other.mergedInto = customers.id)
    """

  /// The next customers in the order of their names, each with whether it may be removed.
  private static let scan = """
    SELECT app, id, \(isAbandoned) FROM customers
    WHERE (app, id) > (:app, :customer) ORDER BY app, id LIMIT :limit
    """

  /// The rows of a customer, in the order in which they are removed; its own row comes last.
  private static let belongings = [
    """
    DELETE FROM facts WHERE sequence IN (
      SELECT sequence FROM facts WHERE app = :app AND customer = :customer LIMIT :limit)
    """,
    """
    DELETE FROM answers WHERE rowid IN (
      SELECT rowid FROM answers WHERE app = :app AND customer = :customer LIMIT :limit)
    """,
    """
    DELETE FROM claims WHERE (app, kind, subject, device) IN (
      SELECT app, kind, subject, device FROM claims
      WHERE app = :app AND customer = :customer LIMIT :limit)
    """,
    "DELETE FROM customers WHERE app = :app AND id = :customer AND :limit > 0",
  ]

  /// Removes abandoned customers among the next ones, as far as the limit of rows allows.
  ///
  /// They are found outside of the writing transaction, which checks each again before it removes anything.
  func pruneCustomers(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    var pruned = LedgerPruned()
    var position = pruning.position
    repeat {
      let seen = try await scan(pruning, from: position)
      let abandoned = seen.filter(\.isAbandoned).map(\.position)
      let end = seen.count < LedgerPruning.scanLimit ? nil : seen.last?.position
      pruned.next = end
      if pruning.isDryRun {
        pruned.count += abandoned.count
      } else if !abandoned.isEmpty {
        pruned = try await write { database in
          try Self.remove(abandoned, pruning, end: end, in: database)
        }
      }
      guard let end else { break }
      position = end
    } while pruning.isDryRun
    if pruning.isDryRun { pruned.next = nil }
    return pruned
  }

  /// The named arguments of a statement.
  private typealias Values = [String: (any DatabaseValueConvertible)?]

  private static func values(_ pruning: LedgerPruning) -> Values {
    [
      "from": pruning.includesUndated ? 0 : 1, "before": pruning.before.milliseconds,
      "prefix": Customer.ID.placeholderPrefix,
    ]
  }

  private func scan(
    _ pruning: LedgerPruning, from position: LedgerPruning.Position
  ) async throws(LedgerError) -> [(position: LedgerPruning.Position, isAbandoned: Bool)] {
    var values = Self.values(pruning)
    values["app"] = position.app
    values["customer"] = position.customer
    values["limit"] = LedgerPruning.scanLimit
    let arguments = StatementArguments(values)
    return try await read { database in
      try Row.fetchAll(database, sql: Self.scan, arguments: arguments).map { row in
        (LedgerPruning.Position(app: row[0], customer: row[1]), row[2])
      }
    }
  }

  /// Removes customers in turn, until all are removed or the limit of rows is reached.
  ///
  /// - Parameters:
  ///   - customers: The customers, in the order of their names.
  ///   - pruning: What to remove, and how much of it.
  ///   - end: Where to continue once all are removed.
  ///   - database: The writing connection, in a transaction.
  /// - Returns: What was removed.
  /// - Throws: A `DatabaseError`, which undoes the transaction.
  private static func remove(
    _ customers: [LedgerPruning.Position], _ pruning: LedgerPruning,
    end: LedgerPruning.Position?, in database: Database
  ) throws -> LedgerPruned {
    var pruned = LedgerPruned()
    pruned.next = pruning.position
    for position in customers {
      var names: Values = ["app": position.app, "customer": position.customer]
      let isAbandoned = try Bool.fetchOne(
        database,
        sql: "SELECT \(isAbandoned) FROM customers WHERE app = :app AND id = :customer",
        arguments: StatementArguments(values(pruning).merging(names) { $1 }))
      guard isAbandoned == true else { continue }
      for sql in belongings {
        names["limit"] = pruning.rows - pruned.rows
        try database.execute(sql: sql, arguments: StatementArguments(names))
        pruned.rows += database.changesCount
      }
      let isLeft = try Bool.fetchOne(
        database, sql: "SELECT 1 FROM customers WHERE app = ? AND id = ?",
        arguments: [position.app, position.customer])
      guard isLeft == nil else { return pruned }
      pruned.next = position
      pruned.count += 1
      let app = Blueprint.App.ID(StoredText.decode(position.app))
      pruned.customers[app, default: []].insert(
        Customer.ID(StoredText.decode(position.customer)))
    }
    pruned.next = end
    return pruned
  }
}
