import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  /// Records that a customer is still there; a read decides whether that has to be written.
  public func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let seenAt = try await read { database in
      try Instant.fetchOne(
        database, sql: "SELECT seenAt FROM customers WHERE app = ? AND id = ?",
        arguments: [app, customer])
    }
    guard let seenAt, seenAt.advanced(by: LedgerPruning.sightInterval) <= instant else { return }
    try await write { database in
      try database.execute(
        sql: "UPDATE customers SET seenAt = max(seenAt, ?) WHERE app = ? AND id = ?",
        arguments: [instant, app, customer])
    }
  }

  /// Removes a few rows of one kind that are old enough, of all apps.
  ///
  /// The pages of removed rows are overwritten and used again; the file does not become smaller until ``shrink()``.
  public func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    guard let rows = ExpiredRows(pruning.kind) else { return try await pruneCustomers(pruning) }
    var arguments: [String: (any DatabaseValueConvertible)?] = [
      "before": pruning.before
    ]
    var pruned = LedgerPruned()
    guard !pruning.isDryRun else {
      let counted = StatementArguments(arguments)
      pruned.count = try await read { database in
        try Int.fetchOne(database, sql: rows.count, arguments: counted) ?? 0
      }
      return pruned
    }
    arguments["limit"] = pruning.rows
    let removed = StatementArguments(arguments)
    pruned.rows = try await write { database in
      try database.execute(sql: rows.delete, arguments: removed)
      return database.changesCount
    }
    pruned.count = pruned.rows
    pruned.next = pruned.rows > 0 ? .start : nil
    return pruned
  }

  /// Rewrites the file without the pages that are free; nothing else may use the ledger at the same time.
  ///
  /// It needs as much free disk space as the ledger has data, and blocks every write until it is done
  /// ([VACUUM](https://www.sqlite.org/lang_vacuum.html)).
  ///
  /// - Throws: ``LedgerError`` with code `full` or `unavailable`; the file is then unchanged.
  public func shrink() async throws(LedgerError) {
    do {
      try await connections.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try database.checkpoint(.truncate)
      }
    } catch {
      throw LedgerError(storage: error)
    }
  }
}

/// The statements for a kind whose rows are pruned by their own age.
struct ExpiredRows: Sendable {
  let count: String
  /// Removes the oldest of them, up to a limit.
  let delete: String

  /// The statements for a kind; nil for customers, who are more than a row.
  init?(_ kind: LedgerPruning.Kind) {
    switch kind {
    case .answers: self.init("answers", key: "rowid", "at < :before")
    case .refusals: self.init("refusals", key: "sequence", "at < :before")
    case .endedSessions:
      self.init(
        "claims", key: "app, kind, subject, device",
        "kind = 'endedSession' AND at < :before")
    case .notifications:
      self.init(
        "claims", key: "app, kind, subject, device",
        "kind = 'notification' AND at < :before")
    case .reservations:
      // The newest fact stays, since SQLite would give its sequence number again.
      self.init(
        "facts", key: "sequence",
        """
        (kind = 'reservation' OR kind = 'reservationRelease') AND at < :before
        AND sequence < (SELECT max(sequence) FROM facts)
        """)
    case .attributes:
      self.init(
        "facts", key: "sequence",
        """
        kind = 'attribute' AND at < :before
        AND sequence < (SELECT max(sequence) FROM facts)
        AND NOT (json_extract(body, '$.attribute') = 'timeZone'
          AND json_extract(body, '$.setBy') = 'device')
        AND EXISTS (
          SELECT 1 FROM facts AS later
          WHERE later.app = facts.app AND later.customer = facts.customer
          AND later.kind = 'attribute'
          AND json_extract(later.body, '$.attribute') = json_extract(facts.body, '$.attribute')
          AND json_extract(later.body, '$.setBy') = json_extract(facts.body, '$.setBy')
          AND json_extract(later.body, '$.at') > json_extract(facts.body, '$.at'))
        """)
    case .revocations:
      self.init("revocations", key: "id", "dueAt < :before", by: "dueAt")
    case .customers: return nil
    }
  }

  private init(_ table: String, key: String, _ condition: String, by instant: String = "at") {
    count = "SELECT count(*) FROM \(table) WHERE \(condition)"
    delete = """
      DELETE FROM \(table) WHERE (\(key)) IN (
        SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(instant) LIMIT :limit)
      """
  }
}

extension SQLiteLedger {
  /// The kinds of facts that an abandoned customer may have, as a list of SQL.
  private static let removableFacts = LedgerPruning.removableFacts
    .map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")

  /// Whether the customer of a row may be removed; cheap conditions first.
  private static let isAbandoned = """
    mergedInto IS NULL AND NOT erased AND seenAt < :before
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

  /// Whether a fact stays, since charts count it.
  private static let isKept = """
    ((kind = 'paywall' AND json_extract(body, '$.action') = 'shown')
      OR (kind = 'attribute' AND json_extract(body, '$.attribute') = 'country'))
    """

  /// Replaces the first fact of a customer, unless it stays anyway.
  private static let keepFirstFact = """
    UPDATE facts SET kind = :kind, body = :body WHERE sequence = (
      SELECT sequence FROM facts WHERE app = :app AND customer = :customer
      ORDER BY at, sequence LIMIT 1) AND NOT \(isKept)
    """

  /// The rows of a customer, in the order in which they are removed; its own row comes last.
  private static let belongings = [
    """
    DELETE FROM facts WHERE sequence IN (
      SELECT sequence FROM facts WHERE app = :app AND customer = :customer AND NOT \(isKept)
      LIMIT :limit)
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
    """
    DELETE FROM customers WHERE app = :app AND id = :customer AND :limit > 0
    AND NOT EXISTS (SELECT 1 FROM facts WHERE app = :app AND customer = :customer)
    """,
  ]

  /// Gives what stays of a customer a name that leads to nobody, its part of charts last: that is still what it adds.
  private static let removeName = [
    "UPDATE facts SET customer = :name WHERE app = :app AND customer = :customer",
    "UPDATE customers SET id = :name, erased = 1 WHERE app = :app AND id = :customer",
    "UPDATE chartParts SET customer = :name WHERE app = :app AND customer = :customer",
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
    ["before": pruning.before, "prefix": Customer.ID.placeholderPrefix]
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
      let first = try StoredWrite.Row(LedgerPruning.firstFact)
      try database.execute(
        sql: keepFirstFact,
        arguments: StatementArguments(
          names.merging(["kind": first.kind, "body": first.body]) { $1 }))
      for sql in belongings {
        names["limit"] = pruning.rows - pruned.rows
        try database.execute(sql: sql, arguments: StatementArguments(names))
        pruned.rows += database.changesCount
      }
      let isLeft = try Bool.fetchOne(
        database, sql: "SELECT 1 FROM customers WHERE app = ? AND id = ?",
        arguments: [position.app, position.customer])
      if isLeft == true {
        guard pruned.rows < pruning.rows else { return pruned }
        let name = Customer.ID.removedPrefix + UUID().uuidString
        for sql in removeName {
          try database.execute(
            sql: sql,
            arguments: ["app": position.app, "customer": position.customer, "name": name])
        }
        pruned.rows += 1
      }
      try database.execute(
        sql: "\(LedgerAuditEntry.forget) = :customer",
        arguments: ["app": position.app, "customer": position.customer])
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
