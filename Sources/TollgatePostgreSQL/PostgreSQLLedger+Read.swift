import Foundation
public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// How many facts get their sequence number in one transaction.
  private static let numberedAtOnce: Int64 = 10_000

  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    switch try await record(of: customer, in: app, newerThan: -1) {
    case .changed(let record): record
    case .unchanged: throw Row.unreadable
    }
  }

  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID, newerThan version: Int
  ) async throws(LedgerError) -> LedgerReading {
    // One statement has one snapshot, so the version belongs to the facts.
    let rows = try await read(
      """
      SELECT o_caller, o_version, o_merged_into, o_erased, o_generation, o_body, o_absorbed
      FROM \(schema.name).records_1($1, $2, $3)
      """,
      [.name(app), .name(customer), .int(version)], isShared: true)
    guard let row = rows.first(where: { $0.columns[0] != nil }) else { return .changed(nil) }
    let current = try row.int(0)
    guard current != version else { return .unchanged }
    let bodies = rows.compactMap { row in row.columns[4].map { Data($0.utf8) } }
    let absorbed = rows.compactMap { $0.columns[5].map { Customer.ID(StoredText.decode($0)) } }
    return .changed(
      CustomerRecord(
        id: customer, version: current, customer: Customer(try StoredFacts.decode(bodies)),
        mergedInto: row.optionalName(1), isErased: try row.bool(2), absorbed: Set(absorbed),
        sessionGeneration: try row.int(3)))
  }

  public func version(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int? {
    let rows = try await read(
      "SELECT version FROM \(schema.name).customers WHERE app = $1 AND id = $2",
      [.name(app), .name(customer)])
    return try rows.first.map { row throws(LedgerError) in try row.int(0) }
  }

  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    let rows = try await read(
      """
      SELECT o_caller, o_purpose, o_status, o_body FROM \(schema.name).answers_1($1, $2, $3)
      """, [.name(app), .name(customer), .name(key)],
      isShared: true)
    guard let row = rows.first else { return nil }
    return LedgerAnswer(
      key: key, purpose: try row.name(0), status: try row.int(1), body: try row.bytes(2))
  }

  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    let stored = StoredClaim(claim)
    let rows = try await read(
      """
      SELECT o_caller, o_owner FROM \(schema.name).owners_1($1, $2, $3, $4)
      """,
      [.name(app), .text(stored.kind), .text(stored.subject), .text(stored.device)], isShared: true)
    guard let row = rows.first else { return nil }
    return try row.name(0)
  }

  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    let rows = try await read(
      """
      SELECT password_hash, account, customer, verified_at FROM \(schema.name).credentials
      WHERE app = $1 AND email = $2
      """, [.name(app), .name(email)])
    guard let row = rows.first else { return nil }
    return LedgerCredentials(
      email: email, passwordHash: try row.name(0), account: try row.name(1),
      customer: try row.name(2), verifiedAt: try row.optionalInstant(3))
  }

  /// Facts get their sequence numbers here, once they are committed; a reader that follows therefore never passes one
  /// that is committed later.
  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    var rows: [Row] = []
    repeat {
      rows = try await read(
        """
        SELECT sequence, customer, at, body FROM \(schema.name).facts
        WHERE app = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        """, [.name(app), .int(sequence), .int(max(0, limit))])
      if rows.count >= limit { break }
    } while try await number() > 0
    return try Self.entries(rows)
  }

  public func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    let kinds = LedgerEntry.lifecycleKinds.map { "'\($0.rawValue)'" }.sorted()
    return try Self.entries(
      try await read(
        """
        SELECT sequence, customer, at, body FROM \(schema.name).facts
        WHERE app = $1 AND sequence <= $3 AND kind IN (\(kinds.joined(separator: ", ")))
        AND customer IN (
          SELECT $2 UNION ALL
          SELECT id FROM \(schema.name).customers WHERE app = $1 AND merged_into = $2)
        ORDER BY sequence
        """, [.name(app), .name(customer), .int(sequence)]))
  }

  /// Reads the entries that rows contain.
  static func entries(_ rows: [Row]) throws(LedgerError) -> [LedgerEntry] {
    let facts = try StoredFacts.decode(rows.compactMap { $0.columns[3].map { Data($0.utf8) } })
    return try zip(rows, facts).map { row, fact throws(LedgerError) in
      LedgerEntry(
        sequence: try row.int(0), customer: try row.name(1), at: try row.instant(2), fact: fact)
    }
  }

  public func history(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [RecordedFact] {
    let rows = try await read(
      """
      SELECT customer, at, body FROM \(schema.name).facts
      WHERE app = $1 AND customer IN (
        SELECT $2 UNION ALL
        SELECT id FROM \(schema.name).customers WHERE app = $1 AND merged_into = $2)
      ORDER BY id
      """, [.name(app), .name(customer)])
    let facts = try StoredFacts.decode(rows.compactMap { $0.columns[2].map { Data($0.utf8) } })
    return try zip(rows, facts).map { row, fact throws(LedgerError) in
      RecordedFact(customer: try row.name(0), at: try row.instant(1), fact: fact)
    }
  }

  /// Gives committed facts their sequence numbers, and returns how many got one.
  func number() async throws(LedgerError) -> Int64 {
    let rows = try await write(
      "SELECT \(schema.name).number_1($1)", [.integer(Self.numberedAtOnce)])
    guard let row = rows.first else { throw Row.unreadable }
    return try row.integer(0)
  }
}
