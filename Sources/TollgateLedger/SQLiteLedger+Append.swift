import Foundation
import GRDB
import Tollgate

/// The statements of a write, prepared once for each connection and reused by every group.
struct AppendStatements {
  private let answer: Statement
  private let hasAnswer: Statement
  private let customer: Statement
  private let version: Statement
  private let claim: Statement
  private let account: Statement
  private let insertCustomer: Statement
  private let updateCustomer: Statement
  private let insertFact: Statement
  private let insertClaim: Statement
  private let moveClaim: Statement
  private let insertAnswer: Statement
  private let insertAccount: Statement
  private let insertCheck: Statement
  private let markMerged: [Statement]

  init(_ database: Database) throws {
    answer = try database.cachedStatement(sql: SQLiteLedger.selectAnswer)
    hasAnswer = try database.cachedStatement(
      sql: "SELECT 1 FROM answers WHERE app = ? AND customer = ? AND key = ?")
    customer = try database.cachedStatement(sql: SQLiteLedger.selectCustomer)
    version = try database.cachedStatement(
      sql: "SELECT iif(mergedInto IS NULL, version, -1) FROM customers WHERE app = ? AND id = ?")
    claim = try database.cachedStatement(sql: SQLiteLedger.selectClaim)
    account = try database.cachedStatement(
      sql: "SELECT customer FROM credentials WHERE app = ? AND email = ?")
    insertCustomer = try database.cachedStatement(
      sql: "INSERT INTO customers (app, id, version) VALUES (?, ?, 1)")
    updateCustomer = try database.cachedStatement(
      sql: "UPDATE customers SET version = version + 1 WHERE app = ? AND id = ?")
    insertFact = try database.cachedStatement(
      sql: """
        INSERT INTO facts (app, customer, version, at, kind, body) VALUES (?, ?, ?, ?, ?, ?)
        """)
    insertClaim = try database.cachedStatement(
      sql: """
        INSERT INTO claims (app, kind, subject, device, customer) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """)
    moveClaim = try database.cachedStatement(
      sql: """
        UPDATE claims SET customer = ? WHERE app = ? AND kind = ? AND subject = ? AND device = ?
        """)
    insertAnswer = try database.cachedStatement(
      sql: """
        INSERT INTO answers (app, customer, key, purpose, status, body) VALUES (?, ?, ?, ?, ?, ?)
        """)
    insertAccount = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO credentials (app, email, passwordHash, account, customer)
        VALUES (?, ?, ?, ?, ?)
        """)
    insertCheck = try database.cachedStatement(sql: SQLiteLedger.insertCheck)
    markMerged = try [
      """
      INSERT INTO customers (app, id, version, mergedInto) VALUES (:app, :other, 1, :owner)
      ON CONFLICT DO UPDATE SET version = version + 1, mergedInto = :owner
      """,
      """
      UPDATE customers SET mergedInto = :owner WHERE app = :app AND mergedInto = :other
      """,
      "UPDATE claims SET customer = :owner WHERE app = :app AND customer = :other",
      "UPDATE credentials SET customer = :owner WHERE app = :app AND customer = :other",
      "UPDATE OR IGNORE answers SET customer = :owner WHERE app = :app AND customer = :other",
    ].map { try database.cachedStatement(sql: $0) }
  }

  /// The state of a write's claims before it.
  private struct Standing {
    var owned: Set<LedgerClaim> = []
    var released: [LedgerClaim] = []
  }

  /// Checks before writing, so that a rejected write leaves nothing behind in its group's transaction.
  func perform(_ stored: StoredWrite) throws -> Int {
    try insert(stored, try check(stored))
  }

  private func check(_ stored: StoredWrite) throws -> Standing {
    let write = stored.write
    if let key = write.answer?.key {
      let names: StatementArguments = [
        stored.app, stored.customer, StoredText.encode(key.rawValue),
      ]
      if try Int.fetchOne(hasAnswer, arguments: names) != nil,
        let row = try Row.fetchOne(answer, arguments: names)
      {
        throw LedgerError.answered(SQLiteLedger.answer(row, key: key))
      }
    }
    try check(stored.customer, of: stored.app, has: write.expectedVersion)
    if let absorbed = stored.absorbs {
      let other: String? = try Row.fetchOne(customer, arguments: [stored.app, absorbed])?[1]
      guard absorbed != stored.customer, other == nil || other == stored.customer else {
        throw LedgerError.merged
      }
    }
    if let other = stored.releases, let release = write.releases {
      try check(other, of: stored.app, has: release.expectedVersion)
      guard other != stored.customer else { throw LedgerError.merged }
    }
    return try checkClaims(stored)
  }

  private func check(_ customer: String, of app: String, has expected: Int) throws {
    let standing = try Int.fetchOne(version, arguments: [app, customer]) ?? 0
    guard standing >= 0 else { throw LedgerError.merged }
    guard standing == expected else { throw LedgerError.versionConflict }
  }

  private func checkClaims(_ stored: StoredWrite) throws -> Standing {
    var standing = Standing()
    for claim in stored.write.claims {
      let row = StoredClaim(claim)
      guard
        let owner = try String.fetchOne(
          self.claim, arguments: [stored.app, row.kind, row.subject, row.device])
      else { continue }
      if owner == stored.releases {
        standing.released.append(claim)
      } else if owner == stored.customer || owner == stored.absorbs {
        standing.owned.insert(claim)
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
    return standing
  }

  private func append(
    _ facts: [StoredWrite.Row], to customer: String, version: Int, _ stored: StoredWrite
  ) throws {
    let standing = version == 1 ? insertCustomer : updateCustomer
    try standing.execute(arguments: [stored.app, customer])
    for fact in facts {
      try insertFact.execute(
        arguments: [
          stored.app, customer, version, stored.write.at.milliseconds, fact.kind, fact.body,
        ])
    }
  }

  private func insert(_ stored: StoredWrite, _ standing: Standing) throws -> Int {
    let write = stored.write
    let version = write.expectedVersion + 1
    try append(stored.facts, to: stored.customer, version: version, stored)
    if let other = stored.releases, let release = write.releases {
      try append(stored.releasedFacts, to: other, version: release.expectedVersion + 1, stored)
    }
    if let other = stored.absorbs {
      for statement in markMerged {
        try statement.execute(
          arguments: ["app": stored.app, "owner": stored.customer, "other": other])
      }
    }
    for claim in standing.released {
      let row = StoredClaim(claim)
      try moveClaim.execute(
        arguments: [stored.customer, stored.app, row.kind, row.subject, row.device])
    }
    for claim in write.claims where !standing.owned.contains(claim) {
      let row = StoredClaim(claim)
      try insertClaim.execute(
        arguments: [stored.app, row.kind, row.subject, row.device, stored.customer])
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
        ])
    }
    if let account = write.credentials {
      try insertAccount.execute(
        arguments: [
          stored.app, StoredText.encode(account.email), StoredText.encode(account.passwordHash),
          StoredText.encode(account.account.rawValue),
          StoredText.encode(account.customer.rawValue),
        ])
    }
    return version
  }
}
