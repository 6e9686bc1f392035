import GRDB
import Tollgate

/// The statements of a write, prepared once for each connection and reused by every group.
///
/// Statements belong to the connection that prepared them: create this inside a write. Those of a use are at hand; the
/// others are taken from the connection's cache when a write needs them.
struct AppendStatements {
  /// Twice a customer's version, plus one if they have facts, or one of these numbers in its place; NULL or no row if
  /// they were never written.
  private enum State {
    static let merged = -1
    static let erased = -2
    static let answered = -3
  }

  private static let selectState = """
    SELECT CASE WHEN mergedInto IS NOT NULL THEN \(State.merged) WHEN erased THEN \(State.erased)
      ELSE 2 * version + EXISTS (SELECT 1 FROM facts WHERE app = ?1 AND customer = ?2) END
    FROM customers WHERE app = ?1 AND id = ?2
    """
  private static let selectStateUnlessAnswered = """
    SELECT CASE WHEN EXISTS (
      SELECT 1 FROM answers WHERE app = ?1 AND customer = ?2 AND key = ?3
    ) THEN \(State.answered) ELSE (\(selectState)) END
    """
  /// Gives a customer its next version if an ordinary write is accepted and follows other facts.
  private static let advance = """
    UPDATE customers SET version = version + 1, seenAt = max(seenAt, ?1)
    WHERE app = ?2 AND id = ?3 AND version = ?4 AND mergedInto IS NULL AND NOT erased
    AND EXISTS (SELECT 1 FROM facts WHERE app = ?2 AND customer = ?3)
    AND NOT EXISTS (SELECT 1 FROM answers WHERE app = ?2 AND customer = ?3 AND key = ?5)
    """
  /// The statements of a merge, in this order: mark, flatten earlier merges, then hand over what the customer owned.
  private static let merges = [
    """
    INSERT INTO customers (app, id, version, mergedInto) VALUES (:app, :other, 1, :owner)
    ON CONFLICT DO UPDATE SET version = version + 1, mergedInto = :owner
    """,
    """
    UPDATE customers SET mergedInto = :owner WHERE app = :app AND mergedInto = :other
    """,
    "UPDATE claims SET customer = :owner WHERE app = :app AND customer = :other",
    "UPDATE credentials SET customer = :owner WHERE app = :app AND customer = :other",
    // An answer that the owner already has under the same key stays the first one.
    "UPDATE OR IGNORE answers SET customer = :owner WHERE app = :app AND customer = :other",
  ]

  private static let selectAccount = "SELECT customer FROM credentials WHERE app = ? AND email = ?"
  private static let insertCustomer =
    "INSERT INTO customers (seenAt, app, id, version) VALUES (?, ?, ?, 1)"
  private static let updateCustomer = """
    UPDATE customers SET version = version + 1, seenAt = max(seenAt, ?) WHERE app = ? AND id = ?
    """
  // A write may name a claim twice; the second insert does nothing.
  private static let insertClaim = """
    INSERT INTO claims (app, kind, subject, device, customer, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
  private static let moveClaim = """
    UPDATE claims SET customer = ? WHERE app = ? AND kind = ? AND subject = ? AND device = ?
    """
  private static let insertAccount = """
    INSERT OR REPLACE INTO credentials (app, email, passwordHash, account, customer, verifiedAt)
    VALUES (?, ?, ?, ?, ?, ?)
    """
  /// Ends the sessions of a customer and of everyone merged into it.
  private static let endSessions = """
    UPDATE customers SET generation = generation + 1
    WHERE app = :app AND (id = :customer OR mergedInto = :customer)
    """

  private let database: Database
  private let advance: RawStatement
  private let facts: FactStatements
  private let insertAnswer: RawStatement

  /// Prepares the statements, or takes them from the connection's cache.
  init(_ database: Database) throws {
    self.database = database
    advance = RawStatement(try database.cachedStatement(sql: Self.advance))
    facts = try FactStatements(database)
    insertAnswer = RawStatement(
      try database.cachedStatement(
        sql: """
          INSERT INTO answers (app, customer, key, purpose, status, body, at)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """))
  }

  /// A statement from the connection's cache, which prepares it once.
  private func statement(_ sql: String) throws -> Statement {
    try database.cachedStatement(sql: sql)
  }

  /// What a check found out.
  private struct Findings {
    let hasFacts: Bool
    /// Whether the other customers that the write names have facts, in the order of the write.
    let othersHaveFacts: [Bool]
    let claims: ClaimOwnership
  }

  /// Who owned a write's claims before it; those in neither property were unclaimed.
  private struct ClaimOwnership {
    /// Claims that the customer, or the one it absorbs, already owns; there is nothing to write for them.
    var owned: Set<LedgerClaim> = []
    /// Claims that a releasing customer owns, and places that erased customers left; they are moved.
    var released: [LedgerClaim] = []
  }

  /// Checks a write and performs it, in the transaction of its group.
  ///
  /// Everything is checked before the first statement that writes, so that a rejected write leaves nothing behind in
  /// its group's transaction.
  ///
  /// - Returns: The customer's version after the write.
  /// - Throws: ``LedgerError`` for a rejected write; a `DatabaseError` fails the whole group.
  func perform(_ stored: StoredWrite) throws -> Int {
    guard stored.isOrdinary, let key = stored.answer?.key else {
      return try insert(stored, try check(stored))
    }
    let write = stored.write
    try advance.bind(write.at.milliseconds, at: 1)
    try advance.bind(stored.app, at: 2)
    try advance.bind(stored.customer, at: 3)
    try advance.bind(Int64(write.expectedVersion), at: 4)
    try advance.bind(key, at: 5)
    // The check finds out why a write is rejected, or that it is a customer's first.
    guard try advance.execute() == 1 else { return try insert(stored, try check(stored)) }
    let version = write.expectedVersion + 1
    try facts.insert(
      stored.facts, of: stored.customer, in: stored.app, version: version,
      at: write.at.milliseconds, hasFacts: true)
    try insertAnswer(of: stored)
    return version
  }

  /// Throws the reason to reject a write; the order of the conditions is that of ``Ledger/append(_:)``.
  private func check(_ stored: StoredWrite) throws -> Findings {
    let write = stored.write
    let hasFacts: Bool
    if let key = stored.answer?.key {
      let names: StatementArguments = [stored.app, stored.customer, key]
      let current =
        try Int.fetchOne(
          statement(Self.selectStateUnlessAnswered), arguments: names) ?? 0
      // The order of the conditions is part of the ledger's contract: a retried request gets its answer, not a
      // conflict.
      if current == State.answered, let answered = write.answer?.key,
        let row = try Row.fetchOne(statement(SQLiteLedger.selectAnswer), arguments: names)
      {
        throw LedgerError.answered(SQLiteLedger.answer(row, key: answered))
      }
      hasFacts = try check(current, is: write.expectedVersion)
    } else {
      hasFacts = try check(stored.customer, of: stored.app, has: write.expectedVersion)
    }
    if let absorbed = stored.absorbs, let merge = write.absorbs {
      let row = try Row.fetchOne(
        statement(SQLiteLedger.selectCustomer), arguments: [stored.app, absorbed])
      let other: String? = row?[1]
      guard absorbed != stored.customer, other == nil || other == stored.customer else {
        throw LedgerError.merged
      }
      let isErased: Bool? = row?[2]
      guard isErased != true else { throw LedgerError.erased }
      if other == nil { _ = try check(absorbed, of: stored.app, has: merge.expectedVersion) }
    }
    var othersHaveFacts: [Bool] = []
    for (other, release) in zip(stored.releases, write.releases) {
      othersHaveFacts.append(
        try check(other.customer, of: stored.app, has: release.expectedVersion))
      guard other.customer != stored.customer else { throw LedgerError.merged }
    }
    return Findings(
      hasFacts: hasFacts, othersHaveFacts: othersHaveFacts, claims: try checkClaims(stored))
  }

  /// Throws unless a customer has the expected version and was not merged or erased.
  ///
  /// - Returns: Whether the customer has facts.
  private func check(_ customer: String, of app: String, has expected: Int) throws -> Bool {
    try check(
      try Int.fetchOne(statement(Self.selectState), arguments: [app, customer]) ?? 0, is: expected)
  }

  /// Throws unless a customer's state has the expected version.
  ///
  /// - Returns: Whether the customer has facts.
  private func check(_ current: Int, is expected: Int) throws -> Bool {
    guard current != State.merged else { throw LedgerError.merged }
    guard current != State.erased else { throw LedgerError.erased }
    guard current >= 0, current / 2 == expected else { throw LedgerError.versionConflict }
    return !current.isMultiple(of: 2)
  }

  /// Finds the owner of each claim, and throws if it is somebody that the write does not mention.
  private func checkClaims(_ stored: StoredWrite) throws -> ClaimOwnership {
    var claims = ClaimOwnership()
    for claim in stored.write.claims {
      let row = StoredClaim(claim)
      guard
        let owner = try String.fetchOne(
          statement(SQLiteLedger.selectClaim),
          arguments: [stored.app, row.kind, row.subject, row.device])
      else { continue }
      if stored.releases.contains(where: { $0.customer == owner })
        || claim.isVacant(of: Customer.ID(StoredText.decode(owner)))
      {
        claims.released.append(claim)
      } else if owner == stored.customer || owner == stored.absorbs {
        claims.owned.insert(claim)
      } else {
        throw LedgerError.claimed(claim, by: Customer.ID(StoredText.decode(owner)))
      }
    }
    if let email = stored.write.credentials?.email,
      let owner = try String.fetchOne(
        statement(Self.selectAccount), arguments: [stored.app, StoredText.encode(email)]),
      owner != stored.customer, owner != stored.absorbs
    {
      throw LedgerError.claimed(.email(email), by: Customer.ID(StoredText.decode(owner)))
    }
    return claims
  }

  /// Gives a customer its next version and inserts facts under it.
  private func append(
    _ new: [StoredWrite.Row], to customer: String, version: Int, hasFacts: Bool,
    _ stored: StoredWrite
  ) throws {
    let at = stored.write.at.milliseconds
    let sql = version == 1 ? Self.insertCustomer : Self.updateCustomer
    try statement(sql).execute(arguments: [at, stored.app, customer])
    try facts.insert(
      new, of: customer, in: stored.app, version: version, at: at, hasFacts: hasFacts)
  }

  /// Writes the rows of a checked write, and returns the customer's new version.
  private func insert(_ stored: StoredWrite, _ findings: Findings) throws -> Int {
    let write = stored.write
    let claims = findings.claims
    let version = write.expectedVersion + 1
    try append(
      stored.facts, to: stored.customer, version: version, hasFacts: findings.hasFacts, stored)
    for (index, release) in write.releases.enumerated() {
      let other = stored.releases[index]
      try append(
        other.facts, to: other.customer, version: release.expectedVersion + 1,
        hasFacts: findings.othersHaveFacts[index], stored)
    }
    if let other = stored.absorbs {
      for merge in Self.merges {
        try statement(merge).execute(
          arguments: ["app": stored.app, "owner": stored.customer, "other": other])
      }
    }
    for claim in claims.released {
      let row = StoredClaim(claim)
      try statement(Self.moveClaim).execute(
        arguments: [stored.customer, stored.app, row.kind, row.subject, row.device])
    }
    for claim in write.claims where !claims.owned.contains(claim) {
      let row = StoredClaim(claim)
      try statement(Self.insertClaim).execute(
        arguments: [
          stored.app, row.kind, row.subject, row.device, stored.customer, write.at.milliseconds,
        ])
    }
    if write.endsSessions {
      try statement(Self.endSessions).execute(arguments: [
        "app": stored.app, "customer": stored.customer,
      ])
    }
    for check in stored.checks {
      try statement(SQLiteLedger.insertCheck).execute(
        arguments: [
          stored.app, StoredText.encode(check.purchase.description),
          check.purchase.environment.rawValue, check.periodStart.milliseconds,
          check.periodEnd.milliseconds, check.dueAt.milliseconds,
        ])
    }
    try insertAnswer(of: stored)
    if let account = write.credentials {
      try statement(Self.insertAccount).execute(
        arguments: [
          stored.app, StoredText.encode(account.email), StoredText.encode(account.passwordHash),
          StoredText.encode(account.account.rawValue),
          StoredText.encode(account.customer.rawValue), account.verifiedAt?.milliseconds,
        ])
    }
    return version
  }

  /// Stores a write's answer under its key, if it has one.
  private func insertAnswer(of stored: StoredWrite) throws {
    guard let answer = stored.write.answer, let (key, purpose) = stored.answer else { return }
    try insertAnswer.bind(stored.app, at: 1)
    try insertAnswer.bind(stored.customer, at: 2)
    try insertAnswer.bind(key, at: 3)
    try insertAnswer.bind(purpose, at: 4)
    try insertAnswer.bind(Int64(answer.status), at: 5)
    try insertAnswer.bind(answer.body, at: 6)
    try insertAnswer.bind(stored.write.at.milliseconds, at: 7)
    try insertAnswer.execute()
  }
}
