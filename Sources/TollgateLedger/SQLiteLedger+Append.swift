import Foundation
import GRDB
import Tollgate

/// The statements of a write, prepared once for each connection and reused by every group.
///
/// Statements belong to the connection that prepared them: create this inside a write. Those of a use are at hand; the
/// others are taken from the connection's cache when a write needs them.
struct AppendStatements {
  /// A customer's version, or one of these numbers in its place; NULL or no row if it was never written.
  private enum State {
    static let merged = -1
    static let erased = -2
    static let answered = -3
  }

  private static let selectState = """
    SELECT CASE WHEN mergedInto IS NOT NULL THEN \(State.merged) WHEN erased THEN \(State.erased)
      ELSE version END
    FROM customers WHERE app = ?1 AND id = ?2
    """
  private static let selectStateUnlessAnswered = """
    SELECT CASE WHEN EXISTS (
      SELECT 1 FROM answers WHERE app = ?1 AND customer = ?2 AND key = ?3
    ) THEN \(State.answered) ELSE (\(selectState)) END
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

  private let database: Database
  /// A customer's state, or that a key has an answer: almost none has one, so that most writes read nothing else.
  private let stateUnlessAnswered: Statement
  private let updateCustomer: Statement
  private let insertFact: Statement
  private let insertAnswer: Statement

  /// Prepares the statements, or takes them from the connection's cache.
  init(_ database: Database) throws {
    self.database = database
    stateUnlessAnswered = try database.cachedStatement(sql: Self.selectStateUnlessAnswered)
    updateCustomer = try database.cachedStatement(
      sql: """
        UPDATE customers SET version = version + 1, seenAt = max(seenAt, ?)
        WHERE app = ? AND id = ?
        """)
    insertFact = try database.cachedStatement(
      sql: """
        INSERT INTO facts (app, customer, version, at, kind, body) VALUES (?, ?, ?, ?, ?, ?)
        """)
    insertAnswer = try database.cachedStatement(
      sql: """
        INSERT INTO answers (app, customer, key, purpose, status, body, at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
  }

  /// The answer under a key, with its body.
  private var answer: Statement {
    get throws { try database.cachedStatement(sql: SQLiteLedger.selectAnswer) }
  }

  private var customer: Statement {
    get throws { try database.cachedStatement(sql: SQLiteLedger.selectCustomer) }
  }

  /// A customer's state.
  private var state: Statement {
    get throws { try database.cachedStatement(sql: Self.selectState) }
  }

  private var claim: Statement {
    get throws { try database.cachedStatement(sql: SQLiteLedger.selectClaim) }
  }

  private var account: Statement {
    get throws {
      try database.cachedStatement(
        sql: "SELECT customer FROM credentials WHERE app = ? AND email = ?")
    }
  }

  private var insertCustomer: Statement {
    get throws {
      try database.cachedStatement(
        sql: "INSERT INTO customers (seenAt, app, id, version) VALUES (?, ?, ?, 1)")
    }
  }

  private var insertClaim: Statement {
    get throws {
      // A write may name a claim twice; the second insert does nothing.
      try database.cachedStatement(
        sql: """
          INSERT INTO claims (app, kind, subject, device, customer, at) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING
          """)
    }
  }

  private var moveClaim: Statement {
    get throws {
      try database.cachedStatement(
        sql: """
          UPDATE claims SET customer = ? WHERE app = ? AND kind = ? AND subject = ? AND device = ?
          """)
    }
  }

  private var insertAccount: Statement {
    get throws {
      try database.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO credentials
            (app, email, passwordHash, account, customer, verifiedAt)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
    }
  }

  /// Ends the sessions of a customer and of everyone merged into it.
  private var endSessions: Statement {
    get throws {
      try database.cachedStatement(
        sql: """
          UPDATE customers SET generation = generation + 1
          WHERE app = :app AND (id = :customer OR mergedInto = :customer)
          """)
    }
  }

  private var insertCheck: Statement {
    get throws { try database.cachedStatement(sql: SQLiteLedger.insertCheck) }
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
    try insert(stored, try check(stored))
  }

  /// Throws the reason to reject a write; the order of the conditions is that of ``Ledger/append(_:)``.
  private func check(_ stored: StoredWrite) throws -> ClaimOwnership {
    let write = stored.write
    if let key = write.answer?.key {
      let columns = [stored.app, stored.customer, StoredText.encode(key.rawValue)]
      let names = StatementArguments(columns)
      let current = try Int.fetchOne(stateUnlessAnswered, arguments: names) ?? 0
      // The order of the conditions is part of the ledger's contract: a retried request gets its answer, not a
      // conflict.
      if current == State.answered, let row = try Row.fetchOne(answer, arguments: names) {
        throw LedgerError.answered(SQLiteLedger.answer(row, key: key))
      }
      try check(current, is: write.expectedVersion)
    } else {
      try check(stored.customer, of: stored.app, has: write.expectedVersion)
    }
    if let absorbed = stored.absorbs, let merge = write.absorbs {
      let row = try Row.fetchOne(customer, arguments: [stored.app, absorbed])
      let other: String? = row?[1]
      guard absorbed != stored.customer, other == nil || other == stored.customer else {
        throw LedgerError.merged
      }
      let isErased: Bool? = row?[2]
      guard isErased != true else { throw LedgerError.erased }
      if other == nil { try check(absorbed, of: stored.app, has: merge.expectedVersion) }
    }
    for (other, release) in zip(stored.releases, write.releases) {
      try check(other.customer, of: stored.app, has: release.expectedVersion)
      guard other.customer != stored.customer else { throw LedgerError.merged }
    }
    return try checkClaims(stored)
  }

  /// Throws unless a customer has the expected version and was not merged or erased.
  private func check(_ customer: String, of app: String, has expected: Int) throws {
    try check(try Int.fetchOne(state, arguments: [app, customer]) ?? 0, is: expected)
  }

  /// Throws unless a customer's state is the expected version.
  private func check(_ current: Int, is expected: Int) throws {
    guard current != State.merged else { throw LedgerError.merged }
    guard current != State.erased else { throw LedgerError.erased }
    guard current == expected else { throw LedgerError.versionConflict }
  }

  /// Finds the owner of each claim, and throws if it is somebody that the write does not mention.
  private func checkClaims(_ stored: StoredWrite) throws -> ClaimOwnership {
    var claims = ClaimOwnership()
    for claim in stored.write.claims {
      let row = StoredClaim(claim)
      guard
        let owner = try String.fetchOne(
          self.claim, arguments: [stored.app, row.kind, row.subject, row.device])
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
        account, arguments: [stored.app, StoredText.encode(email)]),
      owner != stored.customer, owner != stored.absorbs
    {
      throw LedgerError.claimed(.email(email), by: Customer.ID(StoredText.decode(owner)))
    }
    return claims
  }

  /// Gives a customer its next version and inserts facts under it.
  private func append(
    _ facts: [StoredWrite.Row], to customer: String, version: Int, _ stored: StoredWrite
  ) throws {
    let statement = version == 1 ? try insertCustomer : updateCustomer
    try statement.execute(arguments: [stored.write.at.milliseconds, stored.app, customer])
    for fact in facts {
      try insertFact.execute(
        arguments: [
          stored.app, customer, version, stored.write.at.milliseconds, fact.kind, fact.body,
        ])
    }
  }

  /// Writes the rows of a checked write, and returns the customer's new version.
  private func insert(_ stored: StoredWrite, _ claims: ClaimOwnership) throws -> Int {
    let write = stored.write
    let version = write.expectedVersion + 1
    try append(stored.facts, to: stored.customer, version: version, stored)
    for (other, release) in zip(stored.releases, write.releases) {
      try append(other.facts, to: other.customer, version: release.expectedVersion + 1, stored)
    }
    if let other = stored.absorbs {
      for merge in Self.merges {
        try database.cachedStatement(sql: merge).execute(
          arguments: ["app": stored.app, "owner": stored.customer, "other": other])
      }
    }
    for claim in claims.released {
      let row = StoredClaim(claim)
      try moveClaim.execute(
        arguments: [stored.customer, stored.app, row.kind, row.subject, row.device])
    }
    for claim in write.claims where !claims.owned.contains(claim) {
      let row = StoredClaim(claim)
      try insertClaim.execute(
        arguments: [
          stored.app, row.kind, row.subject, row.device, stored.customer, write.at.milliseconds,
        ])
    }
    if write.endsSessions {
      try endSessions.execute(arguments: ["app": stored.app, "customer": stored.customer])
    }
    for check in write.checks {
      try insertCheck.execute(
        arguments: [
          stored.app, StoredText.encode(check.purchase.description),
          check.purchase.environment.rawValue, check.periodStart.milliseconds,
          check.periodEnd.milliseconds, check.dueAt.milliseconds,
        ])
    }
    if let answer = write.answer {
      try insertAnswer.execute(
        arguments: [
          stored.app, stored.customer, StoredText.encode(answer.key.rawValue),
          StoredText.encode(answer.purpose), answer.status, Data(answer.body),
          write.at.milliseconds,
        ])
    }
    if let account = write.credentials {
      try insertAccount.execute(
        arguments: [
          stored.app, StoredText.encode(account.email), StoredText.encode(account.passwordHash),
          StoredText.encode(account.account.rawValue),
          StoredText.encode(account.customer.rawValue), account.verifiedAt?.milliseconds,
        ])
    }
    return version
  }
}
