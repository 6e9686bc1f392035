import Foundation
import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  public func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    let app = StoredText.encode(write.app.rawValue)
    let customer = StoredText.encode(write.customer.rawValue)
    let facts = try Self.rows(of: write.facts)
    let details = try WriteDetails(write).map { details throws(LedgerError) in
      try Self.json(details)
    }
    let audit = try write.audit.map { entry throws(LedgerError) in
      [Statement.Value.instant(entry.at), .text(try Self.json(entry.parts))]
    }
    let values: [Statement.Value] = [
      .text(app), .text(customer), .int(write.expectedVersion), .instant(write.at),
      .texts(facts.map { $0[0] }), .texts(facts.map { $0[1] }), .name(write.answer?.key),
      .name(write.answer?.purpose), .int(write.answer?.status),
      write.answer.map { .bytes($0.body) } ?? .null,
    ]
    let columns = "o_outcome, o_claim, o_owner, o_purpose, o_status, o_body"
    let statement: Statement
    var accepting: String?
    if let audit {
      statement = Statement(
        """
        SELECT \(columns) FROM \(schema.name).append_audited_1(
          $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """, values + [.init(details)] + audit)
    } else if write.expectedVersion > 0, details == nil {
      statement = Statement(
        """
        SELECT o_caller, \(columns)
        FROM \(schema.name).appends_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """, values, isShared: true)
      accepting = "append_accepted_1"
    } else {
      statement = Statement(
        """
        SELECT \(columns)
        FROM \(schema.name).append_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """, values + [.init(details)])
    }
    var locks = [[app, customer]]
    for other in [write.absorbs?.customer].compactMap(\.self) + write.releases.map(\.customer) {
      locks.append([app, StoredText.encode(other.rawValue)])
    }
    let rows = try await self.write(
      PendingWrite(statement: statement, locks: locks, accepting: accepting), about: locks[0])
    guard let row = rows.first else { throw Row.unreadable }
    switch row.columns[0] {
    case nil: return write.expectedVersion + 1
    case "answered":
      guard let key = write.answer?.key else { throw Row.unreadable }
      throw .answered(
        LedgerAnswer(
          key: key, purpose: try row.name(3), status: try row.int(4), body: try row.bytes(5)))
    case "claimed":
      let owner: Customer.ID = try row.name(2)
      let index = try row.int(1)
      if write.claims.indices.contains(index) { throw .claimed(write.claims[index], by: owner) }
      throw .claimed(.email(write.credentials?.email ?? ""), by: owner)
    case let outcome: throw Self.conflict(outcome)
    }
  }

  /// The rejection of a write that was decided on an older version.
  static func conflict(_ outcome: String?) -> LedgerError {
    switch outcome {
    case "merged": .merged
    case "erased": .erased
    default: .versionConflict
    }
  }

  /// The kind and the body of each fact.
  ///
  /// - Returns: Two texts for each, in the same order.
  /// - Throws: ``LedgerError`` if a fact cannot be encoded as JSON.
  static func rows(of facts: [Fact]) throws(LedgerError) -> [[String]] {
    do {
      return try facts.map { [$0.kind.rawValue, try StoredFacts.encode($0)] }
    } catch {
      throw LedgerError(.unavailable, "A fact could not be encoded.")
    }
  }

  /// Writes what a function reads as JSON.
  ///
  /// - Throws: ``LedgerError`` if it cannot be encoded.
  static func json(_ value: some Encodable) throws(LedgerError) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    } catch {
      throw LedgerError(.unavailable, "A write could not be encoded.")
    }
  }
}

/// Another customer that a write or an erasure names, as the functions that perform them read it.
struct OtherCustomer: Encodable {
  let customer: String
  /// The version that the decision was based on.
  let version: Int
  /// Kind and body of each new fact.
  let facts: [[String]]

  init(_ release: LedgerRelease) throws(LedgerError) {
    customer = StoredText.encode(release.customer.rawValue)
    version = release.expectedVersion
    facts = try PostgreSQLLedger.rows(of: release.facts)
  }
}

/// The rarer parts of a write, as the function that performs them reads them.
private struct WriteDetails: Encodable {
  let absorbs: String?
  let absorbsVersion: Int?
  let releases: [OtherCustomer]
  /// Kind, subject and device of each.
  let claims: [[String]]
  /// The owner of places that anybody may take.
  let vacant: String
  /// Email address, password hash, account, customer, and when the address was verified.
  let credentials: [String?]?
  /// Purchase, environment, start and end of the period, and when the check is due.
  let checks: [[String]]
  /// Whether all sessions of the customer, and of everyone merged into it, end.
  let endsSessions: Bool

  /// Nil for a write that has none of them.
  init?(_ write: LedgerWrite) throws(LedgerError) {
    let checks = write.checks
    guard
      write.absorbs != nil || !write.releases.isEmpty || write.credentials != nil
        || !write.claims.isEmpty || !checks.isEmpty || write.endsSessions
    else { return nil }
    absorbs = write.absorbs.map { StoredText.encode($0.customer.rawValue) }
    absorbsVersion = write.absorbs?.expectedVersion
    releases = try write.releases.map(OtherCustomer.init)
    claims = write.claims.map { claim in
      let row = StoredClaim(claim)
      return [row.kind, row.subject, row.device]
    }
    vacant = StoredText.encode(Customer.ID.erased.rawValue)
    credentials = write.credentials.map {
      [$0.email, $0.passwordHash, $0.account.rawValue, $0.customer.rawValue].map(StoredText.encode)
        + [$0.verifiedAt.map { "\($0.milliseconds)" }]
    }
    endsSessions = write.endsSessions
    self.checks = checks.map { check in
      [
        StoredText.encode(check.purchase.description), check.purchase.environment.rawValue,
        "\(check.periodStart.milliseconds)", "\(check.periodEnd.milliseconds)",
        "\(check.dueAt.milliseconds)",
      ]
    }
  }
}
