import Foundation
import Tollgate
import TollgateLedger

extension LedgerAuditEntry {
  /// Id, author, action, customer, subject and reason, as a row has them.
  var parts: [String?] {
    [id, author, action.rawValue, customer?.rawValue, subject, reason]
      .map { $0.map(StoredText.encode) }
  }
}

/// The administration of a ledger in a PostgreSQL database.
struct PostgreSQLAdministration: LedgerAdministration {
  let ledger: PostgreSQLLedger

  private var schema: String { ledger.schema.name }

  /// The apps of customers are found one by one in the index, however many customers there are.
  func apps() async throws(LedgerError) -> [Blueprint.App.ID] {
    let rows = try await ledger.read(
      """
      WITH RECURSIVE populated(app) AS (
        SELECT min(app) FROM \(schema).customers
        UNION ALL
        SELECT (SELECT min(c.app) FROM \(schema).customers AS c WHERE c.app > populated.app)
        FROM populated WHERE populated.app IS NOT NULL)
      SELECT app FROM populated WHERE app IS NOT NULL
      UNION
      SELECT substr(name, length($1::text) + 1) FROM \(schema).properties
      WHERE starts_with(name, $1::text)
      """, [.text(LedgerProperty.blueprintRevisionsPrefix)])
    return try rows.map { row throws(LedgerError) in try row.name(0) }.sorted()
  }

  func save(_ person: LedgerPerson, in app: Blueprint.App.ID) async throws(LedgerError) {
    try await ledger.write(
      """
      INSERT INTO \(schema).people (app, email, role, created_at, link, link_expires_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, email) DO UPDATE SET role = excluded.role,
        created_at = excluded.created_at, link = excluded.link,
        link_expires_at = excluded.link_expires_at
      """,
      [
        .name(app), .name(person.email), .name(person.role.rawValue), .instant(person.createdAt),
        .name(person.link?.hash), .instant(person.link?.expiresAt),
      ])
  }

  func people(in app: Blueprint.App.ID) async throws(LedgerError) -> [LedgerPerson] {
    let rows = try await ledger.read(
      """
      SELECT email, role, created_at, link, link_expires_at FROM \(schema).people
      WHERE app = $1 ORDER BY email LIMIT $2
      """, [.name(app), .int(LedgerPerson.listLimit)])
    return try rows.map { row throws(LedgerError) in
      let expiresAt = try row.optionalInteger(4)
      return LedgerPerson(
        email: try row.name(0),
        role: LedgerPerson.Role(rawValue: try row.name(1)),
        createdAt: try row.instant(2),
        link: row.columns[3].map {
          LedgerPerson.Link(
            hash: StoredText.decode($0), expiresAt: Instant(milliseconds: expiresAt ?? 0))
        })
    }
  }

  func remove(_ email: String, from app: Blueprint.App.ID) async throws(LedgerError) -> Bool {
    let rows = try await ledger.write(
      """
      WITH sessions AS (DELETE FROM \(schema).admin_sessions WHERE app = $1 AND email = $2)
      DELETE FROM \(schema).people WHERE app = $1 AND email = $2 RETURNING 1
      """, [.name(app), .name(email)])
    return !rows.isEmpty
  }

  /// The person's row decides between servers that use a link at the same time: only one of them clears it.
  func signIn(
    with link: String, opening id: String, until end: Instant, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    let rows = try await ledger.write(
      """
      WITH used AS (
        UPDATE \(schema).people SET link = NULL, link_expires_at = NULL
        WHERE app = $1 AND link = $2 AND link_expires_at > $3 RETURNING app, email, role),
      expired AS (
        DELETE FROM \(schema).admin_sessions AS s USING used
        WHERE s.app = used.app AND s.email = used.email AND s.expires_at <= $3),
      opened AS (
        INSERT INTO \(schema).admin_sessions (app, id, email, created_at, expires_at)
        SELECT app, $4::text, email, $3::bigint, $5::bigint FROM used)
      SELECT email, role FROM used
      """, [.name(app), .name(link), .instant(now), .name(id), .instant(end)])
    guard let row = rows.first else { return nil }
    return LedgerSession(
      id: id, email: try row.name(0),
      role: LedgerPerson.Role(rawValue: try row.name(1)), expiresAt: end)
  }

  func session(
    _ id: String, in app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    let rows = try await ledger.read(
      """
      SELECT p.email, p.role, s.expires_at FROM \(schema).admin_sessions AS s
      JOIN \(schema).people AS p ON p.app = s.app AND p.email = s.email
      WHERE s.app = $1 AND s.id = $2 AND s.expires_at > $3
      """, [.name(app), .name(id), .instant(now)])
    guard let row = rows.first else { return nil }
    return LedgerSession(
      id: id, email: try row.name(0), role: LedgerPerson.Role(rawValue: try row.name(1)),
      expiresAt: try row.instant(2))
  }

  func endSession(_ id: String, in app: Blueprint.App.ID) async throws(LedgerError) {
    try await ledger.write(
      "DELETE FROM \(schema).admin_sessions WHERE app = $1 AND id = $2", [.name(app), .name(id)])
  }

  /// The customer's row is locked meanwhile, so that an erasure either empties the entry or comes first.
  func record(
    _ entry: LedgerAuditEntry, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await ledger.write(
      """
      WITH known AS MATERIALIZED (
        SELECT erased FROM \(schema).customers WHERE app = $1 AND id = $6 FOR SHARE)
      INSERT INTO \(schema).audit (app, at, id, author, action, customer, subject, reason)
      SELECT $1::text, $2::bigint, $3::text, $4::text, $5::text, CASE WHEN NOT e THEN $6::text END,
        CASE WHEN NOT e THEN $7::text END, CASE WHEN NOT e THEN $8::text END
      FROM (SELECT coalesce((SELECT erased FROM known), false)) AS q (e)
      ON CONFLICT DO NOTHING
      """,
      [.name(app), .instant(entry.at)]
        + entry.parts.map { Statement.Value($0) })
  }

  func audit(
    _ filter: LedgerAuditFilter, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerAuditEntry] {
    let rows = try await ledger.read(
      """
      SELECT at, id, author, action, customer, subject, reason FROM \(schema).audit
      WHERE app = $1 AND ($2::text IS NULL OR author = $2::text)
      AND ($3::text IS NULL OR action = $3::text)
      AND ($4::text IS NULL OR customer = $4::text)
      AND ($5::bigint IS NULL OR (at, id) < ($5::bigint, $6::text))
      AND at >= $7 AND at < $8
      ORDER BY at DESC, id DESC LIMIT $9
      """,
      [
        .name(app), .name(filter.author), .name(filter.action?.rawValue), .name(filter.customer),
        .instant(filter.before?.at), .name(filter.before?.id),
        .integer(filter.from?.milliseconds ?? .min), .integer(filter.until?.milliseconds ?? .max),
        .int(filter.limit),
      ])
    return try rows.map { row throws(LedgerError) in
      LedgerAuditEntry(
        id: try row.name(1), at: try row.instant(0), author: try row.name(2),
        action: LedgerAuditEntry.Action(rawValue: try row.name(3)), customer: row.optionalName(4),
        subject: row.optionalName(5), reason: row.optionalName(6))
    }
  }

  func email(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> String? {
    let rows = try await ledger.read(
      "SELECT min(email) FROM \(schema).credentials WHERE app = $1 AND customer = $2",
      [.name(app), .name(customer)])
    return rows.first?.optionalName(0)
  }

  func customers(
    on device: Device.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app, where: "kind = 'device' AND \(PostgreSQLSchema.device) = $2", device.rawValue)
  }

  func customers(
    with transaction: StoreTransaction.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app, where: "kind = 'transaction' AND \(PostgreSQLSchema.transactionID) = $2",
      transaction.rawValue)
  }

  func customers(
    withReservedValue value: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app,
      where: "\(PostgreSQLSchema.isReserved) AND \(PostgreSQLSchema.reservedValue) = $2",
      value.asciiLowercased)
  }

  /// Reads a range of each index; a customer who matches twice counts as one.
  func customers(
    beginningWith text: String, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    let name = StoredText.encode(text)
    let email = StoredText.encode(text.asciiLowercased)
    let value = try Self.escaped(text.asciiLowercased)
    let reserved = PostgreSQLSchema.reservedValue
    let rows = try await ledger.read(
      """
      SELECT customer FROM (
        SELECT id AS customer FROM \(schema).customers
        WHERE app = $1 AND id >= $2::text AND id < $3::text ORDER BY id LIMIT $8) AS ids
      UNION SELECT customer FROM (
        SELECT customer FROM \(schema).claims WHERE app = $1 AND kind = 'alias'
        AND subject >= $2::text AND subject < $3::text LIMIT $8) AS names
      UNION SELECT customer FROM (
        SELECT customer FROM \(schema).credentials
        WHERE app = $1 AND email >= $4::text AND email < $5::text LIMIT $8) AS addresses
      UNION SELECT customer FROM (
        SELECT DISTINCT customer FROM \(schema).facts
        WHERE app = $1 AND \(PostgreSQLSchema.isReserved)
        AND \(reserved) >= $6::text AND \(reserved) < $7::text LIMIT $8) AS attributes
      ORDER BY customer LIMIT $8
      """,
      [
        .name(app), .text(name), .text(name.afterPrefixed), .text(email),
        .text(email.afterPrefixed), .text(value), .text(value.afterPrefixed), .int(max(0, limit)),
      ])
    return try rows.map { row throws(LedgerError) in try row.name(0) }
  }

  func lastSeen(
    _ customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    let rows = try await ledger.read(
      "SELECT seen_at FROM \(schema).customers WHERE app = $1 AND id = $2",
      [.name(app), .name(customer)])
    guard let row = rows.first else { return nil }
    return try row.instant(0)
  }

  /// The customers of the facts that an index finds by a value.
  private func customers(
    in app: Blueprint.App.ID, where condition: String, _ value: String
  ) async throws(LedgerError) -> [Customer.ID] {
    let rows = try await ledger.read(
      """
      SELECT DISTINCT customer FROM \(schema).facts WHERE app = $1 AND \(condition)
      ORDER BY customer LIMIT $3
      """, [.name(app), .text(try Self.escaped(value)), .int(LedgerPerson.listLimit)])
    return try rows.map { row throws(LedgerError) in try row.name(0) }
  }

  /// A text as it is escaped within the JSON of a fact.
  private static func escaped(_ text: String) throws(LedgerError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    do {
      let json = String(decoding: try encoder.encode(text), as: UTF8.self)
      return String(json.dropFirst().dropLast())
    } catch {
      throw LedgerError(.unavailable, "A name could not be encoded.")
    }
  }
}
