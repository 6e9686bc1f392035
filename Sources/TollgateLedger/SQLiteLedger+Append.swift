import Foundation
import GRDB
import Tollgate

/// The statements of a write, prepared once for a connection and reused by every group.
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
  private let insertAnswer: Statement
  private let insertAccount: Statement
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
    insertAnswer = try database.cachedStatement(
      sql: """
        INSERT INTO answers (app, customer, key, purpose, status, body) VALUES (?, ?, ?, ?, ?, ?)
        """)
    insertAccount = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO credentials (app, email, passwordHash, account, customer)
        VALUES (?, ?, ?, ?, ?)
        """)
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

  /// Checks first and writes then, so that a refused write leaves nothing behind in its group's transaction.
  func perform(_ stored: StoredWrite) throws -> Int {
    let owned = try check(stored)
    return try insert(stored, alreadyOwned: owned)
  }

  private func check(_ stored: StoredWrite) throws -> Set<LedgerClaim> {
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
    let standing = try Int.fetchOne(version, arguments: [stored.app, stored.customer]) ?? 0
    guard standing >= 0 else { throw LedgerError.merged }
    guard standing == write.expectedVersion else { throw LedgerError.versionConflict }
    if let absorbed = stored.absorbs {
      let other: String? = try Row.fetchOne(customer, arguments: [stored.app, absorbed])?[1]
      guard absorbed != stored.customer, other == nil || other == stored.customer else {
        throw LedgerError.merged
      }
    }
    var owned: Set<LedgerClaim> = []
    for claim in write.claims {
      let row = StoredClaim(claim)
      guard
        let owner = try String.fetchOne(
          self.claim, arguments: [stored.app, row.kind, row.subject, row.device])
      else { continue }
      guard owner == stored.customer || owner == stored.absorbs else {
        throw LedgerError.claimed(claim, by: Customer.ID(StoredText.decode(owner)))
      }
      owned.insert(claim)
    }
    if let email = write.credentials?.email,
      let owner = try String.fetchOne(
        account, arguments: [stored.app, StoredText.encode(email)]),
      owner != stored.customer, owner != stored.absorbs
    {
      throw LedgerError.claimed(.email(email), by: Customer.ID(StoredText.decode(owner)))
    }
    return owned
  }

  private func insert(_ stored: StoredWrite, alreadyOwned: Set<LedgerClaim>) throws -> Int {
    let write = stored.write
    let version = write.expectedVersion + 1
    let standing = write.expectedVersion == 0 ? insertCustomer : updateCustomer
    try standing.execute(arguments: [stored.app, stored.customer])
    for fact in stored.facts {
      try insertFact.execute(
        arguments: [
          stored.app, stored.customer, version, write.at.milliseconds, fact.kind, fact.body,
        ])
    }
    if let other = stored.absorbs {
      for statement in markMerged {
        try statement.execute(
          arguments: ["app": stored.app, "owner": stored.customer, "other": other])
      }
    }
    for claim in write.claims where !alreadyOwned.contains(claim) {
      let row = StoredClaim(claim)
      try insertClaim.execute(
        arguments: [stored.app, row.kind, row.subject, row.device, stored.customer])
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
