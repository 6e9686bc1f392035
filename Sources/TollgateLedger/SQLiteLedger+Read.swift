import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  /// A customer's version, its owner if it was merged, whether it was erased, and its generation of sessions.
  static let selectCustomer = """
    SELECT version, mergedInto, erased, generation FROM customers WHERE app = ? AND id = ?
    """

  /// The owner of a claim.
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

  /// Returns everything recorded for a customer and for those merged into it; nil if it was never written.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    let appText = StoredText.encode(app.rawValue)
    let customerText = StoredText.encode(customer.rawValue)
    let rows = try await read {
      database -> (
        version: Int, mergedInto: String?, isErased: Bool, generation: Int, absorbed: [String],
        history: StoredHistory
      )? in
      guard
        let row = try Row.fetchOne(
          database.cachedStatement(sql: Self.selectCustomer), arguments: [appText, customerText])
      else { return nil }
      let absorbed = try String.fetchAll(
        database.cachedStatement(sql: Self.selectAbsorbed), arguments: [appText, customerText])
      return (
        row[0], row[1], row[2], row[3], absorbed,
        try Self.history(of: customerText, in: appText, database)
      )
    }
    // Facts are decoded outside of the read, so that a long history does not keep a connection.
    guard let rows else { return nil }
    let folded = try rows.history.customer()
    if rows.history.isBacklog { await archiveUses(of: customer, in: app) }
    return CustomerRecord(
      id: customer, version: rows.version, customer: folded,
      mergedInto: rows.mergedInto.map { Customer.ID(StoredText.decode($0)) },
      isErased: rows.isErased,
      absorbed: Set(rows.absorbed.map { Customer.ID(StoredText.decode($0)) }),
      sessionGeneration: rows.generation)
  }

  /// Returns the first answer given under an idempotency key, byte for byte, or nil if there isn't one.
  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    let columns = [app.rawValue, customer.rawValue, key.rawValue].map(StoredText.encode)
    return try await read { database in
      try Row.fetchOne(
        database.cachedStatement(sql: Self.selectAnswer), arguments: StatementArguments(columns)
      ).map { Self.answer($0, key: key) }
    }
  }

  /// Returns the owner of a claim, or nil if there isn't one.
  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    let app = StoredText.encode(app.rawValue)
    let row = StoredClaim(claim)
    return try await read { database in
      try String.fetchOne(
        database.cachedStatement(sql: Self.selectClaim),
        arguments: [app, row.kind, row.subject, row.device])
    }.map { Customer.ID(StoredText.decode($0)) }
  }

  /// Returns the credentials for a lowercased email address; nil if there aren't any.
  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    let columns = [StoredText.encode(app.rawValue), StoredText.encode(email)]
    return try await read { database in
      try Row.fetchOne(
        database.cachedStatement(sql: Self.selectCredentials),
        arguments: StatementArguments(columns)
      ).map { row in
        let verifiedAt: Int64? = row[3]
        return LedgerCredentials(
          email: email, passwordHash: StoredText.decode(row[0]),
          account: Account.ID(StoredText.decode(row[1])),
          customer: Customer.ID(StoredText.decode(row[2])),
          verifiedAt: verifiedAt.map { Instant(milliseconds: $0) })
      }
    }
  }

  /// Returns the app's entries after a sequence number, oldest first.
  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await entries(
      Self.selectEntries, [StoredText.encode(app.rawValue), sequence, max(0, limit)])
  }

  /// Returns the lifecycle entries of a customer and of everyone merged into it up to a sequence number, oldest first.
  public func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await entries(
      Self.selectLifecycle,
      [
        "app": StoredText.encode(app.rawValue), "customer": StoredText.encode(customer.rawValue),
        "last": sequence,
      ])
  }

  /// Reads the entries that a statement selects: their sequence number, customer, instant and body.
  func entries(
    _ sql: String, _ arguments: StatementArguments
  ) async throws(LedgerError) -> [LedgerEntry] {
    let rows = try await read { database in
      try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
        .map { row -> (sequence: Int, customer: String, at: Int64, body: Data) in
          (row[0], row[1], row[2], row[3])
        }
    }
    return zip(rows, try StoredFacts.decode(rows.map(\.body))).map { row, fact in
      LedgerEntry(
        sequence: row.sequence, customer: Customer.ID(StoredText.decode(row.customer)),
        at: Instant(milliseconds: row.at), fact: fact)
    }
  }

  /// Returns what was recorded for a customer and for those merged into it, in the order in which it was recorded.
  public func history(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [RecordedFact] {
    let appText = StoredText.encode(app.rawValue)
    let customerText = StoredText.encode(customer.rawValue)
    let rows = try await read { database in
      try Row.fetchAll(
        database.cachedStatement(sql: Self.selectHistory),
        arguments: ["app": appText, "customer": customerText]
      ).map { row -> (customer: String, at: Int64, body: Data) in (row[0], row[1], row[2]) }
    }
    return zip(rows, try StoredFacts.decode(rows.map(\.body))).map { row, fact in
      RecordedFact(
        customer: Customer.ID(StoredText.decode(row.customer)),
        at: Instant(milliseconds: row.at), fact: fact)
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
