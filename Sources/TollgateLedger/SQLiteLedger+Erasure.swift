import GRDB
public import Tollgate

extension SQLiteLedger {
  /// The deleted bytes are overwritten in the file, and the write-ahead log is emptied unless a read is in progress;
  /// the next checkpoint then empties it.
  public func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID> {
    let stored = try StoredErasure(erasure)
    let changed = try await write { try stored.perform(in: $0) }
    do {
      try await checkpoints?.pausing { database in
        // A read in progress must not delay the writes that wait.
        try database.execute(sql: "PRAGMA busy_timeout = 0")
        let checkpoint = Result { try database.checkpoint(.truncate) }
        try database.execute(sql: "PRAGMA busy_timeout = \(Int(Self.maximumLockWait * 1000))")
        _ = try checkpoint.get()
      }
    } catch {
      // The erasure is committed; only the log still has the old pages.
    }
    return changed
  }

  public func keep(
    _ token: LedgerSignInToken, of customer: Customer.ID, in app: Blueprint.App.ID,
    at instant: Instant
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      "app": app, "customer": customer, "client": StoredText.encode(token.client),
      "token": StoredText.encode(token.token),
    ]
    let condition =
      "EXISTS (SELECT 1 FROM customers WHERE app = :app AND id = :customer AND NOT erased)"
    try await write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO signInTokens (app, customer, client, token)
          SELECT :app, :customer, :client, :token WHERE \(condition)
          """, arguments: values)
      guard database.changesCount == 0 else { return }
      try database.execute(
        sql: """
          INSERT INTO revocations (app, client, token, dueAt, tries) VALUES (?, ?, ?, ?, 0)
          """,
        arguments: [
          app, StoredText.encode(token.client), StoredText.encode(token.token), instant,
        ])
    }
  }

  public func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerRevocation] {
    let values: StatementArguments = [app, instant, leases.rows(for: limit)]
    let due = try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, client, token, dueAt, tries FROM revocations
          WHERE app = ? AND dueAt <= ? ORDER BY dueAt, id LIMIT ?
          """, arguments: values
      ).map { row in
        LedgerRevocation(
          id: row[0],
          token: LedgerSignInToken(
            client: StoredText.decode(row[1]), token: StoredText.decode(row[2])),
          dueAt: row[3], tries: row[4])
      }
    }
    return leases.take(due, lease, at: instant, limit: limit) { .revocation(app, $0.id) }
  }

  public func settle(
    _ revocation: LedgerRevocation, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    let key: StatementArguments = [app, revocation.id, revocation.tries]
    try await write { database in
      guard let next else {
        try database.execute(
          sql: "DELETE FROM revocations WHERE app = ? AND id = ? AND tries = ?", arguments: key)
        return
      }
      try database.execute(
        sql: """
          UPDATE revocations SET dueAt = ?, tries = tries + 1 WHERE app = ? AND id = ? AND tries = ?
          """, arguments: [next] + key)
    }
    leases.end(.revocation(app, revocation.id))
  }
}

/// An erasure encoded into rows in advance.
private struct StoredErasure: Sendable {
  /// A purchase that outlasts its owner.
  struct Release: Sendable {
    let claim: StoredClaim
    let customer: Customer.ID
    let facts: [StoredWrite.Row]
  }

  let erasure: LedgerErasure
  let releases: [Release]
  /// The new facts of the other customers that it changes, in the order of the erasure.
  let others: [[StoredWrite.Row]]

  init(_ erasure: LedgerErasure) throws(LedgerError) {
    self.erasure = erasure
    do {
      releases = try erasure.releases.map { release in
        Release(
          claim: StoredClaim(.purchase(release.purchase)), customer: release.placeholder,
          facts: try release.facts.map(StoredWrite.Row.init))
      }
      others = try erasure.others.map { try $0.facts.map(StoredWrite.Row.init) }
    } catch {
      throw LedgerError(.unavailable, "A fact could not be encoded.")
    }
  }

  /// The customer and everyone merged into it.
  private static let everyone = """
    (SELECT id FROM customers WHERE app = :app AND (id = :customer OR mergedInto = :customer))
    """

  /// Keeps what the store reported of a purchase under its placeholder, with the version that the placeholder gets.
  private static let keepFacts = """
    UPDATE facts SET customer = :placeholder,
      version = 1 + coalesce(
        (SELECT version FROM customers WHERE app = :app AND id = :placeholder), 0)
    WHERE app = :app AND customer IN \(everyone) AND :purchase = CASE
      WHEN kind IN ('transfer', 'refundRequest') THEN json_extract(body, '$.purchase')
      WHEN kind NOT IN ('transaction', 'renewal') THEN NULL
      WHEN json_extract(body, '$.environment') = 'production' THEN json_extract(body, '$.originalID')
      ELSE json_extract(body, '$.environment') || ':' || json_extract(body, '$.originalID') END
    """

  /// The statements that erase, in this order; the last one removes the links between the customers.
  private static let statements = [
    """
    INSERT INTO revocations (app, client, token, dueAt, tries)
    SELECT app, client, token, :at, 0 FROM signInTokens
    WHERE app = :app AND customer IN \(everyone) ORDER BY customer
    """,
    "DELETE FROM signInTokens WHERE app = :app AND customer IN \(everyone)",
    "DELETE FROM facts WHERE app = :app AND customer IN \(everyone)",
    "DELETE FROM useArchives WHERE app = :app AND customer IN \(everyone)",
    "DELETE FROM answers WHERE app = :app AND customer IN \(everyone)",
    "DELETE FROM credentials WHERE app = :app AND customer IN \(everyone)",
    """
    UPDATE claims SET customer = :erased WHERE app = :app AND customer IN \(everyone)
    AND kind IN ('trial', 'notification', 'share')
    """,
    "DELETE FROM codes WHERE app = :app AND customer IN \(everyone)",
    "\(LedgerAuditEntry.forget) IN \(everyone)",
    "DELETE FROM claims WHERE app = :app AND customer IN \(everyone)",
    """
    UPDATE customers SET version = version + 1, mergedInto = NULL,
      erased = substr(id, 1, length(:prefix)) <> :prefix
    WHERE app = :app AND id IN \(everyone)
    """,
  ]

  private var app: Blueprint.App.ID { erasure.app }
  private var customer: Customer.ID { erasure.customer }

  /// Checks the erasure and performs it, in a transaction.
  ///
  /// - Returns: The customers whose records have changed.
  /// - Throws: ``LedgerError`` if it is rejected, or a `DatabaseError`.
  func perform(in database: Database) throws -> Set<Customer.ID> {
    try check(database)
    let lastSequence = try Int.fetchOne(database, sql: "SELECT max(sequence) FROM facts") ?? 0
    for release in releases {
      try separate(release.customer, in: database)
      try database.execute(
        sql: "\(LedgerAuditEntry.forget) = :customer",
        arguments: ["app": app, "customer": release.customer])
    }
    let names: [String: (any DatabaseValueConvertible)?] = ["app": app, "customer": customer]
    let erased = try Customer.ID.fetchAll(
      database, sql: "SELECT id FROM \(Self.everyone)", arguments: StatementArguments(names))
    for release in releases {
      try database.execute(
        sql: Self.keepFacts,
        arguments: [
          "app": app, "customer": customer, "placeholder": release.customer,
          "purchase": release.claim.subject,
        ])
    }
    for sql in Self.statements {
      var arguments = names
      if sql.contains(":at") { arguments["at"] = erasure.at }
      if sql.contains(":prefix") { arguments["prefix"] = Customer.ID.placeholderPrefix }
      if sql.contains(":erased") { arguments["erased"] = Customer.ID.erased }
      try database.execute(sql: sql, arguments: StatementArguments(arguments))
    }
    try keepSequence(lastSequence, in: database)
    for release in releases { try insert(release, in: database) }
    for (other, facts) in zip(erasure.others, others) {
      try append(facts, to: other.customer, in: database)
    }
    try erasure.audit?.insert(in: app, database)
    return Set(erased).union(erasure.releases.map(\.placeholder))
      .union(erasure.others.map(\.customer))
  }

  private func check(_ database: Database) throws {
    guard
      let row = try Row.fetchOne(
        database, sql: SQLiteLedger.selectCustomer, arguments: [app, customer]),
      row[0] == erasure.expectedVersion
    else { throw LedgerError.versionConflict }
    let mergedInto: Customer.ID? = row[1]
    guard mergedInto == nil else { throw LedgerError.merged }
    guard row[2] == false else { throw LedgerError.erased }
    for release in releases {
      let owner = try Customer.ID.fetchOne(
        database, sql: SQLiteLedger.selectClaim,
        arguments: [app, release.claim.kind, release.claim.subject, release.claim.device])
      guard owner == customer else { throw LedgerError.versionConflict }
    }
    for other in erasure.others {
      guard other.customer != customer,
        let row = try Row.fetchOne(
          database, sql: SQLiteLedger.selectCustomer, arguments: [app, other.customer]),
        row[0] == other.expectedVersion
      else { throw LedgerError.versionConflict }
      let mergedInto: Customer.ID? = row[1]
      guard mergedInto == nil, row[2] == false else { throw LedgerError.versionConflict }
    }
  }

  /// Separates a customer from the one it was merged into, who keeps its facts.
  private func separate(_ id: Customer.ID, in database: Database) throws {
    let row = try Row.fetchOne(
      database, sql: SQLiteLedger.selectCustomer, arguments: [app, id])
    guard let owner = row.flatMap({ $0[1] as Customer.ID? }) else { return }
    // The owner's archives do not have the uses that come now: the next read makes new ones.
    try database.execute(
      sql: "DELETE FROM useArchives WHERE app = ? AND customer = ?", arguments: [app, owner])
    try database.execute(
      sql: "UPDATE facts SET customer = ? WHERE app = ? AND customer = ?",
      arguments: [owner, app, id])
    try database.execute(
      sql: "UPDATE customers SET mergedInto = NULL WHERE app = ? AND id = ?", arguments: [app, id])
  }

  /// Keeps the greatest sequence number in use, so that no later fact gets it again.
  ///
  /// SQLite takes the next number after the greatest that is left. The row belongs to no app, so nobody reads it.
  private func keepSequence(_ last: Int, in database: Database) throws {
    try database.execute(sql: "DELETE FROM facts WHERE app = ''")
    let left = try Int.fetchOne(database, sql: "SELECT max(sequence) FROM facts") ?? 0
    guard left < last else { return }
    try database.execute(
      sql: """
        INSERT INTO facts (sequence, app, customer, version, at, kind, body)
        VALUES (?, '', '', 0, 0, '', '')
        """, arguments: [last])
  }

  private func insert(_ release: Release, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO customers (app, id, version) VALUES (?, ?, 1)
        ON CONFLICT DO UPDATE SET version = version + 1
        """, arguments: [app, release.customer])
    try insert(release.facts, of: release.customer, in: database)
    try database.execute(
      sql:
        "INSERT INTO claims (app, kind, subject, device, customer, at) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        app, release.claim.kind, release.claim.subject, release.claim.device, release.customer,
        erasure.at,
      ])
  }

  /// Gives another customer its next version and inserts facts under it.
  private func append(
    _ facts: [StoredWrite.Row], to other: Customer.ID, in database: Database
  ) throws {
    try database.execute(
      sql: "UPDATE customers SET version = version + 1 WHERE app = ? AND id = ?",
      arguments: [app, other])
    try insert(facts, of: other, in: database)
  }

  /// Inserts facts under a customer's present version.
  private func insert(
    _ facts: [StoredWrite.Row], of other: Customer.ID, in database: Database
  ) throws {
    let version = try Int.fetchOne(
      database, sql: "SELECT version FROM customers WHERE app = ? AND id = ?",
      arguments: [app, other])
    guard let version else { return }
    // The customer is counted again for charts, whatever the facts are.
    try FactStatements(database).insert(
      facts, of: StoredText.encode(other.rawValue), in: StoredText.encode(app.rawValue),
      version: version, at: erasure.at.milliseconds, hasFacts: false)
  }
}
