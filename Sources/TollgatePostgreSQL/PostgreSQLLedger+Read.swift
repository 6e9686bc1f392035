import Foundation
public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// How many facts get their sequence number in one transaction.
  private static let numberedAtOnce: Int64 = 10_000

  /// Returns everything recorded for a customer and for those merged into it; nil if it was never written.
  ///
  /// For a merged customer, ``CustomerRecord/mergedInto`` names the customer to load and write to instead.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if a stored fact cannot be decoded, or the reason that the storage
  ///   cannot be read.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    switch try await record(of: customer, in: app, newerThan: -1) {
    case .changed(let record): record
    case .unchanged: throw Row.unreadable
    }
  }

  /// Returns everything recorded for a customer, unless the customer still has a version that the caller knows.
  ///
  /// A cache asks this before each decision where ``isShared`` is true: an unchanged customer costs one row.
  ///
  /// - Parameter version: The version that the caller knows.
  /// - Returns: Whether the version is the latest, or else the record.
  /// - Throws: ``LedgerError`` as ``record(of:in:)`` does.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID, newerThan version: Int
  ) async throws(LedgerError) -> LedgerReading {
    // One statement has one snapshot, so the version belongs to the facts.
    let rows = try await read(
      """
      SELECT o_caller, o_version, o_merged_into, o_erased, o_generation, o_body, o_absorbed
      FROM \(schema.name).records_1($1, $2, $3)
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(customer.rawValue)),
        .integer(Int64(version)),
      ], isShared: true)
    guard let row = rows.first(where: { $0.columns[0] != nil }) else { return .changed(nil) }
    let current = Int(try row.integer(0))
    guard current != version else { return .unchanged }
    let bodies = rows.compactMap { row in row.columns[4].map { Data($0.utf8) } }
    let absorbed = rows.compactMap { $0.columns[5].map { Customer.ID(StoredText.decode($0)) } }
    return .changed(
      CustomerRecord(
        id: customer, version: current, customer: Customer(try StoredFacts.decode(bodies)),
        mergedInto: row.columns[1].map { Customer.ID(StoredText.decode($0)) },
        isErased: try row.bool(2), absorbed: Set(absorbed),
        sessionGeneration: Int(try row.integer(3))))
  }

  /// Returns the customer's latest version; nil if it was never written.
  ///
  /// It costs one row, however many facts the customer has.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func version(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int? {
    let rows = try await read(
      "SELECT version FROM \(schema.name).customers WHERE app = $1 AND id = $2",
      [app.rawValue, customer.rawValue].map { .text(StoredText.encode($0)) })
    return try rows.first.map { row throws(LedgerError) in Int(try row.integer(0)) }
  }

  /// Returns the first answer given under an idempotency key, byte for byte, or nil if there isn't one.
  ///
  /// Answers move with a customer that is merged into another; an answer that the other already has under the same key
  /// is the one that stays.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    let rows = try await read(
      """
      SELECT o_caller, o_purpose, o_status, o_body FROM \(schema.name).answers_1($1, $2, $3)
      """, [app.rawValue, customer.rawValue, key.rawValue].map { .text(StoredText.encode($0)) },
      isShared: true)
    guard let row = rows.first else { return nil }
    return LedgerAnswer(
      key: key, purpose: StoredText.decode(try row.text(0)), status: Int(try row.integer(1)),
      body: try row.bytes(2))
  }

  /// Returns the owner of a claim, or nil if there isn't one.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    let stored = StoredClaim(claim)
    let rows = try await read(
      """
      SELECT o_caller, o_owner FROM \(schema.name).owners_1($1, $2, $3, $4)
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(stored.kind), .text(stored.subject),
        .text(stored.device),
      ], isShared: true)
    guard let row = rows.first else { return nil }
    return Customer.ID(StoredText.decode(try row.text(0)))
  }

  /// Returns the credentials for a lowercased email address; nil if there aren't any.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    let rows = try await read(
      """
      SELECT password_hash, account, customer, verified_at FROM \(schema.name).credentials
      WHERE app = $1 AND email = $2
      """, [.text(StoredText.encode(app.rawValue)), .text(StoredText.encode(email))])
    guard let row = rows.first else { return nil }
    return LedgerCredentials(
      email: email, passwordHash: StoredText.decode(try row.text(0)),
      account: Account.ID(StoredText.decode(try row.text(1))),
      customer: Customer.ID(StoredText.decode(try row.text(2))),
      verifiedAt: try row.optionalInteger(3).map(Instant.init(milliseconds:)))
  }

  /// Returns the app's entries after a sequence number, oldest first.
  ///
  /// Facts get their sequence numbers here, once they are committed; a reader that follows therefore never passes one
  /// that is committed later.
  ///
  /// - Parameter sequence: The sequence number; 0 means from the beginning.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    var rows: [Row] = []
    repeat {
      rows = try await read(
        """
        SELECT sequence, customer, at, body FROM \(schema.name).facts
        WHERE app = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        """,
        [
          .text(StoredText.encode(app.rawValue)), .integer(Int64(sequence)),
          .integer(Int64(max(0, limit))),
        ])
      if rows.count >= limit { break }
    } while try await number() > 0
    return try Self.entries(rows)
  }

  /// Returns the entries of a customer and of everyone merged into it up to a sequence number, oldest first; only those
  /// of ``LedgerEntry/lifecycleKinds``.
  ///
  /// A fact that no reader has seen yet may be absent: call ``entries(after:in:limit:)`` first.
  ///
  /// - Parameter sequence: The last sequence number to return.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
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
        """,
        [
          .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(customer.rawValue)),
          .integer(Int64(sequence)),
        ]))
  }

  /// Reads the entries that rows contain.
  static func entries(_ rows: [Row]) throws(LedgerError) -> [LedgerEntry] {
    let facts = try StoredFacts.decode(rows.compactMap { $0.columns[3].map { Data($0.utf8) } })
    return try zip(rows, facts).map { row, fact throws(LedgerError) in
      LedgerEntry(
        sequence: Int(try row.integer(0)),
        customer: Customer.ID(StoredText.decode(try row.text(1))),
        at: Instant(milliseconds: try row.integer(2)), fact: fact)
    }
  }

  /// Returns what was recorded for a customer and for those merged into it, in the order in which it was recorded.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if a stored fact cannot be decoded, or the reason that the storage
  ///   cannot be read.
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
      """,
      [.text(StoredText.encode(app.rawValue)), .text(StoredText.encode(customer.rawValue))])
    let facts = try StoredFacts.decode(rows.compactMap { $0.columns[2].map { Data($0.utf8) } })
    return try zip(rows, facts).map { row, fact throws(LedgerError) in
      RecordedFact(
        customer: Customer.ID(StoredText.decode(try row.text(0))),
        at: Instant(milliseconds: try row.integer(1)), fact: fact)
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
