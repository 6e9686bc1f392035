import Foundation
public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// A purchase that outlasts its owner, as the function that erases reads it.
  private enum Part: Encodable {
    case text(String)
    case facts([[String]])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .facts(let facts): try container.encode(facts)
      }
    }
  }

  /// PostgreSQL overwrites the deleted rows when it vacuums the tables; the write-ahead log and its archives keep them
  /// for as long as the operator keeps those.
  public func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID> {
    let app = StoredText.encode(erasure.app.rawValue)
    let customer = StoredText.encode(erasure.customer.rawValue)
    var releases: [[Part]] = []
    for release in erasure.releases {
      releases.append([
        .text(StoredClaim(.purchase(release.purchase)).subject),
        .text(StoredText.encode(release.placeholder.rawValue)),
        .facts(try Self.rows(of: release.facts)),
      ])
    }
    let values: [Statement.Value] = [
      .text(app), .text(customer), .int(erasure.expectedVersion),
      .instant(erasure.at), .text(try Self.json(releases)),
      .name(Customer.ID.erased), .text(Customer.ID.placeholderPrefix),
      .text(try Self.json(try erasure.others.map(OtherCustomer.init))),
    ]
    let erase =
      "SELECT o_outcome, o_customers FROM \(schema.name).erase_1($1, $2, $3, $4, $5, $6, $7, $8)"
    let statement: Statement
    if let entry = erasure.audit {
      statement = Statement(
        """
        WITH erased AS MATERIALIZED (\(erase)), audited AS (
          INSERT INTO \(schema.name).audit
            (app, at, id, author, action, customer, subject, reason)
          SELECT $1::text, $9::bigint, e->>0, e->>1, e->>2, e->>3, e->>4, e->>5
          FROM erased, (SELECT $10::jsonb) AS entry (e) WHERE o_outcome IS NULL
          ON CONFLICT DO NOTHING)
        SELECT o_outcome, o_customers FROM erased
        """,
        values + [.instant(entry.at), .text(try Self.json(entry.parts))])
    } else {
      statement = Statement(erase, values)
    }
    let others = erasure.others.map { [app, StoredText.encode($0.customer.rawValue)] }
    let rows = try await write(
      PendingWrite(statement: statement, locks: [[app, customer]] + others), about: [app, customer])
    guard let row = rows.first else { throw Row.unreadable }
    guard row.columns[0] == nil else { throw Self.conflict(row.columns[0]) }
    let names: [String] = try Self.value(ofJSON: try row.text(1))
    return Set(names.map { Customer.ID(StoredText.decode($0)) })
      .union(erasure.releases.map(\.placeholder)).union(erasure.others.map(\.customer))
  }

  public func keep(
    _ token: LedgerSignInToken, of customer: Customer.ID, in app: Blueprint.App.ID,
    at instant: Instant
  ) async throws(LedgerError) {
    let names = [app.rawValue, customer.rawValue, token.client, token.token].map(StoredText.encode)
    let statement = Statement(
      "SELECT \(schema.name).keep_1($1, $2, $3, $4, $5)",
      names.map { .text($0) } + [.instant(instant)])
    _ = try await write(
      PendingWrite(statement: statement, locks: [Array(names[..<2])]), about: Array(names[..<2]))
  }

  public func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerRevocation] {
    let work = DueRows(
      table: "revocations", key: "id", columns: "id, client, token, due_at, tries",
      condition: "app = $1 AND due_at <= $2", order: "due_at, id",
      values: [.name(app), .instant(instant)])
    let rows = try await work.take(limit: limit, lease: lease, from: self)
    return try rows.map { row throws(LedgerError) in
      LedgerRevocation(
        id: try row.int(0),
        token: LedgerSignInToken(client: try row.name(1), token: try row.name(2)),
        dueAt: try row.instant(3), tries: try row.int(4))
    }
  }

  public func settle(
    _ revocation: LedgerRevocation, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    let key: [Statement.Value] = [.name(app), .int(revocation.id), .int(revocation.tries)]
    let condition = "WHERE app = $1 AND id = $2 AND tries = $3"
    if let next {
      try await write(
        """
        UPDATE \(schema.name).revocations SET due_at = $4, tries = tries + 1, leased_until = NULL
        \(condition)
        """,
        key + [.instant(next)])
    } else {
      try await write("DELETE FROM \(schema.name).revocations \(condition)", key)
    }
  }

  /// Reads what a function returned as JSON.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt`.
  static func value<Value: Decodable>(ofJSON text: String) throws(LedgerError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw Row.unreadable
    }
  }
}
