import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  /// A customer's version, its owner if it was merged, whether it was erased, and its generation of sessions.
  static let selectCustomer = """
    SELECT version, mergedInto, erased, generation FROM customers WHERE app = ? AND id = ?
    """

  static let selectClaim = """
    SELECT customer FROM claims WHERE app = ? AND kind = ? AND subject = ? AND device = ?
    """

  /// The first answer under an idempotency key.
  static let selectAnswer = """
    SELECT purpose, status, body FROM answers WHERE app = ? AND customer = ? AND key = ?
    """

  /// Everyone who was merged into a customer.
  private static let selectAbsorbed = "SELECT id FROM customers WHERE app = ? AND mergedInto = ?"

  /// The facts of a customer and of everyone merged into it; their order does not matter, since facts join.
  static let selectFacts = """
    SELECT body FROM facts
    WHERE app = :app AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    """

  /// The facts of a customer and of everyone merged into it, in the order of their commits.
  ///
  /// Otherwise SQLite reads the whole app's facts in order to avoid sorting.
  private static let selectHistory = """
    SELECT customer, at, body FROM facts INDEXED BY factsByCustomer
    WHERE app = :app AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    ORDER BY sequence
    """

  /// The credentials for an email address.
  private static let selectCredentials = """
    SELECT passwordHash, account, customer, verifiedAt FROM credentials WHERE app = ? AND email = ?
    """

  /// The facts after a sequence number, over the index on `app`, which ends in the row id.
  private static let selectEntries = """
    SELECT sequence, customer, at, body FROM facts
    WHERE app = ? AND sequence > ? ORDER BY sequence LIMIT ?
    """

  /// The index leaves out uses, which are most of a customer's facts.
  private static let selectLifecycle = """
    SELECT sequence, customer, at, body FROM facts INDEXED BY factsExceptUses
    WHERE kind <> 'use' AND kind IN (\(lifecycleKinds)) AND app = :app AND sequence <= :last
    AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    ORDER BY sequence
    """

  private static let lifecycleKinds = LedgerEntry.lifecycleKinds.map { "'\($0.rawValue)'" }.sorted()
    .joined(separator: ", ")

  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    let rows = try await read {
      database -> (
        version: Int, mergedInto: Customer.ID?, isErased: Bool, generation: Int,
        absorbed: [Customer.ID], history: StoredHistory
      )? in
      guard
        let row = try Row.fetchOne(
          database.cachedStatement(sql: Self.selectCustomer), arguments: [app, customer])
      else { return nil }
      let absorbed = try Customer.ID.fetchAll(
        database.cachedStatement(sql: Self.selectAbsorbed), arguments: [app, customer])
      return (
        row[0], row[1], row[2], row[3], absorbed,
        try Self.history(of: customer, in: app, database)
      )
    }
    // Facts are decoded outside of the read, so that a long history does not keep a connection.
    guard let rows else { return nil }
    let folded = try rows.history.customer()
    if rows.history.isBacklog { await archiveUses(of: customer, in: app) }
    return CustomerRecord(
      id: customer, version: rows.version, customer: folded,
      mergedInto: rows.mergedInto, isErased: rows.isErased, absorbed: Set(rows.absorbed),
      sessionGeneration: rows.generation)
  }

  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    try await read { database in
      try Row.fetchOne(
        database.cachedStatement(sql: Self.selectAnswer), arguments: [app, customer, key]
      ).map { Self.answer($0, key: key) }
    }
  }

  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    let row = StoredClaim(claim)
    return try await read { database in
      try Customer.ID.fetchOne(
        database.cachedStatement(sql: Self.selectClaim),
        arguments: [app, row.kind, row.subject, row.device])
    }
  }

  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    let key: StatementArguments = [app, StoredText.encode(email)]
    return try await read { database in
      try Row.fetchOne(database.cachedStatement(sql: Self.selectCredentials), arguments: key)
        .map { row in
          LedgerCredentials(
            email: email, passwordHash: StoredText.decode(row[0]), account: row[1],
            customer: row[2], verifiedAt: row[3])
        }
    }
  }

  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await entries(Self.selectEntries, [app, sequence, max(0, limit)])
  }

  public func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await entries(
      Self.selectLifecycle, ["app": app, "customer": customer, "last": sequence])
  }

  /// Reads the entries that a statement selects: their sequence number, customer, instant and body.
  func entries(
    _ sql: String, _ arguments: StatementArguments
  ) async throws(LedgerError) -> [LedgerEntry] {
    let rows = try await read { database in
      try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
        .map { row -> (sequence: Int, customer: Customer.ID, at: Instant, body: Data) in
          (row[0], row[1], row[2], row[3])
        }
    }
    return zip(rows, try StoredFacts.decode(rows.map(\.body))).map { row, fact in
      LedgerEntry(sequence: row.sequence, customer: row.customer, at: row.at, fact: fact)
    }
  }

  public func history(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [RecordedFact] {
    let rows = try await read { database in
      try Row.fetchAll(
        database.cachedStatement(sql: Self.selectHistory),
        arguments: ["app": app, "customer": customer]
      ).map { row -> (customer: Customer.ID, at: Instant, body: Data) in (row[0], row[1], row[2]) }
    }
    return zip(rows, try StoredFacts.decode(rows.map(\.body))).map { row, fact in
      RecordedFact(customer: row.customer, at: row.at, fact: fact)
    }
  }

  /// Decodes a row of ``selectAnswer``.
  static func answer(_ row: Row, key: Idempotency.Key) -> LedgerAnswer {
    let body: Data = row[2]
    return LedgerAnswer(
      key: key, purpose: StoredText.decode(row[0]), status: row[1], body: Array(body))
  }

  /// Reads on one of the reading connections, in a snapshot of the last commit.
  ///
  /// - Parameter value: The read; it runs on a database queue and must not decode facts.
  /// - Throws: ``LedgerError`` for what SQLite reports.
  func read<Value: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> Value
  ) async throws(LedgerError) -> Value {
    do {
      return try await Task { [connections] in try await connections.read(value) }.value
    } catch {
      throw observer.observed(LedgerError(storage: error))
    }
  }
}
