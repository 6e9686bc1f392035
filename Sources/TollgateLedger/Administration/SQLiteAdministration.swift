import GRDB
import Tollgate

extension LedgerAuditEntry {
  /// Empties what the list says about customers; a condition on their names follows.
  static let forget = """
    UPDATE audit SET customer = NULL, subject = NULL, reason = NULL WHERE app = :app AND customer
    """

  /// Inserts the entry, unless there is one of its id and instant.
  func insert(in app: Blueprint.App.ID, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO audit (app, at, id, author, action, customer, subject, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
      arguments: [
        app, at, StoredText.encode(id), StoredText.encode(author),
        StoredText.encode(action.rawValue), customer,
        subject.map(StoredText.encode), reason.map(StoredText.encode),
      ])
  }

  /// Reads a row of ``SQLiteAdministration/selectAudit``.
  fileprivate init(_ row: Row) {
    let subject: String? = row[5]
    let reason: String? = row[6]
    self.init(
      id: StoredText.decode(row[1]), at: row[0],
      author: StoredText.decode(row[2]),
      action: LedgerAuditEntry.Action(rawValue: StoredText.decode(row[3])),
      customer: row[4], subject: subject.map(StoredText.decode),
      reason: reason.map(StoredText.decode))
  }
}

struct SQLiteAdministration: LedgerAdministration {
  private static let selectAudit = """
    SELECT at, id, author, action, customer, subject, reason FROM audit
    WHERE app = :app AND at >= :from AND at < :until
    AND (:author IS NULL OR author = :author)
    AND (:action IS NULL OR action = :action) AND (:customer IS NULL OR customer = :customer)
    AND (:at IS NULL OR (at, id) < (:at, :id))
    ORDER BY at DESC, id DESC LIMIT :limit
    """

  private static let selectSession = """
    SELECT s.id, p.email, p.role, s.expiresAt FROM adminSessions AS s
    JOIN people AS p ON p.app = s.app AND p.email = s.email
    WHERE s.app = ? AND s.id = ? AND s.expiresAt > ?
    """

  /// The apps of customers are found one by one in the index, however many customers there are.
  private static let selectApps = """
    WITH RECURSIVE populated(app) AS (
      SELECT min(app) FROM customers
      UNION ALL
      SELECT (SELECT min(c.app) FROM customers AS c WHERE c.app > populated.app)
      FROM populated WHERE populated.app IS NOT NULL)
    SELECT app FROM populated WHERE app IS NOT NULL
    UNION
    SELECT substr(name, length(:prefix) + 1) FROM properties
    WHERE substr(name, 1, length(:prefix)) = :prefix
    """

  let ledger: SQLiteLedger

  func apps() async throws(LedgerError) -> [Blueprint.App.ID] {
    try await ledger.read { database in
      try Blueprint.App.ID.fetchAll(
        database, sql: Self.selectApps,
        arguments: ["prefix": LedgerProperty.blueprintRevisionsPrefix]
      ).sorted()
    }
  }

  func save(_ person: LedgerPerson, in app: Blueprint.App.ID) async throws(LedgerError) {
    let values: StatementArguments = [
      app, StoredText.encode(person.email),
      StoredText.encode(person.role.rawValue), person.createdAt,
      person.link.map { StoredText.encode($0.hash) }, person.link?.expiresAt,
    ]
    try await ledger.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO people (app, email, role, createdAt, link, linkExpiresAt)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: values)
    }
  }

  func people(in app: Blueprint.App.ID) async throws(LedgerError) -> [LedgerPerson] {
    try await ledger.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT email, role, createdAt, link, linkExpiresAt FROM people
          WHERE app = ? ORDER BY email LIMIT ?
          """, arguments: [app, LedgerPerson.listLimit]
      ).map { row in
        let link: String? = row[3]
        let expiresAt: Instant? = row[4]
        return LedgerPerson(
          email: StoredText.decode(row[0]),
          role: LedgerPerson.Role(rawValue: StoredText.decode(row[1])),
          createdAt: row[2],
          link: link.map {
            LedgerPerson.Link(
              hash: StoredText.decode($0), expiresAt: expiresAt ?? Instant(milliseconds: 0))
          })
      }
    }
  }

  func remove(_ email: String, from app: Blueprint.App.ID) async throws(LedgerError) -> Bool {
    let key: StatementArguments = [app, StoredText.encode(email)]
    return try await ledger.write { database in
      try database.execute(
        sql: "DELETE FROM adminSessions WHERE app = ? AND email = ?", arguments: key)
      try database.execute(sql: "DELETE FROM people WHERE app = ? AND email = ?", arguments: key)
      return database.changesCount > 0
    }
  }

  func signIn(
    with link: String, opening id: String, until end: Instant, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    let (link, id) = (StoredText.encode(link), StoredText.encode(id))
    return try await ledger.write { database in
      let email = try String.fetchOne(
        database, sql: "SELECT email FROM people WHERE app = ? AND link = ? AND linkExpiresAt > ?",
        arguments: [app, link, now])
      guard let email else { return nil }
      try database.execute(
        sql: "UPDATE people SET link = NULL, linkExpiresAt = NULL WHERE app = ? AND email = ?",
        arguments: [app, email])
      try database.execute(
        sql: "DELETE FROM adminSessions WHERE app = ? AND email = ? AND expiresAt <= ?",
        arguments: [app, email, now])
      try database.execute(
        sql: """
          INSERT INTO adminSessions (app, id, email, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)
          """, arguments: [app, id, email, now, end])
      return try Self.session(id, in: app, at: now, database)
    }
  }

  func session(
    _ id: String, in app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    let id = StoredText.encode(id)
    return try await ledger.read { try Self.session(id, in: app, at: now, $0) }
  }

  private static func session(
    _ id: String, in app: Blueprint.App.ID, at now: Instant, _ database: Database
  ) throws -> LedgerSession? {
    try Row.fetchOne(database, sql: selectSession, arguments: [app, id, now])
      .map { row in
        LedgerSession(
          id: StoredText.decode(row[0]), email: StoredText.decode(row[1]),
          role: LedgerPerson.Role(rawValue: StoredText.decode(row[2])),
          expiresAt: row[3])
      }
  }

  func endSession(_ id: String, in app: Blueprint.App.ID) async throws(LedgerError) {
    let key: StatementArguments = [app, StoredText.encode(id)]
    try await ledger.write { database in
      try database.execute(
        sql: "DELETE FROM adminSessions WHERE app = ? AND id = ?", arguments: key)
    }
  }

  func record(
    _ entry: LedgerAuditEntry, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await ledger.write { database in
      let isErased = try Bool.fetchOne(
        database, sql: "SELECT erased FROM customers WHERE app = ? AND id = ?",
        arguments: [app, entry.customer])
      try (isErased == true ? entry.forgotten : entry).insert(in: app, database)
    }
  }

  func audit(
    _ filter: LedgerAuditFilter, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerAuditEntry] {
    let from = filter.from?.milliseconds ?? Int64.min
    let until = filter.until?.milliseconds ?? Int64.max
    let values: StatementArguments = [
      "app": app, "author": filter.author.map(StoredText.encode),
      "action": filter.action.map { StoredText.encode($0.rawValue) },
      "customer": filter.customer,
      "at": filter.before?.at, "id": filter.before.map { StoredText.encode($0.id) },
      "from": from, "until": until, "limit": filter.limit,
    ]
    return try await ledger.read { database in
      try Row.fetchAll(database, sql: Self.selectAudit, arguments: values)
        .map { LedgerAuditEntry($0) }
    }
  }

  func email(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> String? {
    let values: StatementArguments = [app, customer]
    return try await ledger.read { database in
      try String.fetchOne(
        database,
        sql: "SELECT min(email) FROM credentials WHERE app = ? AND customer = ?",
        arguments: values
      ).map(StoredText.decode)
    }
  }

  func customers(
    on device: Device.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app, "factsByDevice", where: "kind = 'device' AND \(LedgerSchema.device) = ?",
      device.rawValue)
  }

  func customers(
    with transaction: StoreTransaction.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app, "factsByTransaction",
      where: "kind = 'transaction' AND \(LedgerSchema.transactionID) = ?", transaction.rawValue)
  }

  func customers(
    withReservedValue value: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    try await customers(
      in: app, "factsByReservedValue",
      where: "\(LedgerSchema.isReserved) AND \(LedgerSchema.reservedValue) = lower(?)", value)
  }

  /// Reads a range of each index; a customer who matches twice counts as one.
  func customers(
    beginningWith text: String, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    let (name, value) = (StoredText.encode(text), text.asciiLowercased)
    let email = StoredText.encode(value)
    let values: StatementArguments = [
      "app": app, "limit": max(0, limit),
      "name": name, "afterName": name.afterPrefixed,
      "email": email, "afterEmail": email.afterPrefixed,
      "value": value, "afterValue": value.afterPrefixed,
    ]
    return try await ledger.read { database in
      try Customer.ID.fetchAll(
        database,
        sql: """
          SELECT customer FROM (
            SELECT id AS customer FROM customers
            WHERE app = :app AND id >= :name AND id < :afterName ORDER BY id LIMIT :limit)
          UNION SELECT customer FROM (
            SELECT customer FROM claims WHERE app = :app AND kind = 'alias'
            AND subject >= :name AND subject < :afterName LIMIT :limit)
          UNION SELECT customer FROM (
            SELECT customer FROM credentials
            WHERE app = :app AND email >= :email AND email < :afterEmail LIMIT :limit)
          UNION SELECT customer FROM (
            SELECT DISTINCT customer FROM facts INDEXED BY factsByReservedValue
            WHERE app = :app AND \(LedgerSchema.isReserved)
            AND \(LedgerSchema.reservedValue) >= :value
            AND \(LedgerSchema.reservedValue) < :afterValue LIMIT :limit)
          ORDER BY customer LIMIT :limit
          """, arguments: values)
    }
  }

  func lastSeen(
    _ customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    let values: StatementArguments = [app, customer]
    return try await ledger.read { database in
      try Instant.fetchOne(
        database, sql: "SELECT seenAt FROM customers WHERE app = ? AND id = ?", arguments: values)
    }
  }

  /// The customers of the facts that an index finds by a value.
  private func customers(
    in app: Blueprint.App.ID, _ index: String, where condition: String, _ value: String
  ) async throws(LedgerError) -> [Customer.ID] {
    let values: StatementArguments = [app, value, LedgerPerson.listLimit]
    return try await ledger.read { database in
      try Customer.ID.fetchAll(
        database,
        sql: """
          SELECT DISTINCT customer FROM facts INDEXED BY \(index)
          WHERE app = ? AND \(condition)
          ORDER BY customer LIMIT ?
          """, arguments: values)
    }
  }
}
