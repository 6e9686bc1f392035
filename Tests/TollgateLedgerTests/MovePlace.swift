import Foundation
import GRDB
import TestSupport
import Testing
import Tollgate

@testable import TollgateLedger
@testable import TollgatePostgreSQL

/// Where a ledger of a test is: a file in a folder, or a schema of the test server.
enum MovePlace: Sendable {
  case file(String)
  case schema(String)

  /// Opens the ledger as a server does.
  func open() async throws -> any Ledger {
    switch self {
    case .file(let path): return try SQLiteLedger(path: path)
    case .schema(let name):
      var limits = PostgreSQLLimits()
      limits.writers = 1
      limits.readers = 1
      return try await PostgreSQLLedger(try Self.address(name), schema: name, limits: limits)
    }
  }

  /// Uses the ledger as a server does, and closes it.
  func use<Value>(_ body: (any Ledger) async throws -> Value) async throws -> Value {
    let ledger = try await open()
    let value: Value
    do { value = try await body(ledger) } catch {
      try await close(ledger)
      throw error
    }
    try await close(ledger)
    return value
  }

  /// Opens the ledger as a move does.
  func transfer(isTarget: Bool) async throws -> any LedgerTransfer {
    switch self {
    case .file(let path): return try SQLiteTransfer(path: path, isTarget: isTarget)
    case .schema(let name):
      try await settle(name)
      return try await PostgreSQLTransfer(
        try Self.address(name), schema: name, isTarget: isTarget)
    }
  }

  /// Executes SQL of the engine, with the table's prefix in place of `{}`.
  func execute(_ sql: String) async throws {
    switch self {
    case .file(let path):
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: sql.replacing("{}", with: "")) }
      try queue.close()
    case .schema(let name): _ = try await run(sql.replacing("{}", with: name + "."), name)
    }
  }

  /// Executes the statements of a script; each ends with a semicolon.
  func execute(script: String) async throws {
    for statement in script.split(separator: ";") where statement.contains("VIEW") {
      try await execute(String(statement))
    }
  }

  /// Returns the rows of a query as text, with the table's prefix in place of `{}`, and the seconds since 1970 of a column in
  /// place of `{epoch:COLUMN}`.
  func rows(_ sql: String) async throws -> [[String?]] {
    func query(_ prefix: String, _ function: (Substring) -> String) -> String {
      sql.replacing("{}", with: prefix).replacing(/\{epoch:(\w+)\}/) { function($0.1) }
    }
    switch self {
    case .file(let path):
      let queue = try DatabaseQueue(path: path)
      let sql = query("") { "unixepoch(\($0))" }
      let rows = try await queue.read { database in
        try GRDB.Row.fetchAll(database, sql: sql).map { row in
          row.databaseValues.map { $0.isNull ? nil : String.fromDatabaseValue($0) ?? "\($0)" }
        }
      }
      try queue.close()
      return rows
    case .schema(let name):
      let sql = query(name + ".") { "CAST(EXTRACT(epoch FROM \($0)) AS bigint)" }
      return try await run(sql, name)[0].map(\.columns)
    }
  }

  /// Removes the ledger, as if it was lost.
  func lose() async throws {
    switch self {
    case .file(let path): try FileManager.default.removeItem(atPath: path)
    case .schema: try await remove()
    }
  }

  /// Removes a schema; a file goes with its folder.
  func remove() async throws {
    guard case .schema(let name) = self else { return }
    _ = try await run("DROP SCHEMA IF EXISTS \(name) CASCADE", name)
  }

  private func run(_ sql: String, _ name: String) async throws -> [[TollgatePostgreSQL.Row]] {
    let connection = try await PostgreSQLConnection.open(try Self.address(name))
    defer { connection.close() }
    return try await connection.run([Statement(sql)], timeout: 30)
  }

  private func close(_ ledger: any Ledger) async throws {
    if let ledger = ledger as? SQLiteLedger { try await ledger.close() }
    if let ledger = ledger as? PostgreSQLLedger { await ledger.close() }
  }

  /// Waits until the sessions that were closed have ended, since a move refuses others with the same name.
  private func settle(_ name: String) async throws {
    let connection = try await PostgreSQLConnection.open(try Self.address("test_watcher"))
    defer { connection.close() }
    for _ in 0..<10_000 {
      let rows = try await connection.run(
        [
          Statement(
            "SELECT 1 FROM pg_stat_activity WHERE application_name = $1", [.text(name)])
        ], timeout: 30)
      if rows[0].isEmpty { return }
    }
  }

  /// The sessions of each test have an application name of their own, since the tests run at the same time.
  private static func address(_ name: String) throws -> PostgreSQLAddress {
    let text = PostgreSQLServer.address ?? ""
    return try PostgreSQLAddress(
      text + (text.contains("?") ? "&" : "?") + "application_name=\(name)")
  }
}

/// A pair of engines to move between.
struct MovePair: Sendable, CustomTestStringConvertible {
  let source: LedgerKind
  let target: LedgerKind

  var testDescription: String { "\(source) to \(target)" }

  /// Every pair, with PostgreSQL where there is a server.
  static let all: [MovePair] = {
    let kinds = LedgerKind.allCases.filter { $0 != .memory }
    return kinds.flatMap { source in kinds.map { MovePair(source: source, target: $0) } }
  }()

  /// Gives a test a filled source and a place for the target, which are removed afterwards.
  func open(_ test: (_ source: MovePlace, _ target: MovePlace) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let places = [(source, "a"), (target, "b")].map { kind, name in
      kind == .postgresql
        ? MovePlace.schema(
          "move_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: ""))
        : MovePlace.file("\(folder.path)/\(name).sqlite")
    }
    let outcome: Result<Void, any Error>
    do {
      try await places[0].use(MoveSample.fill)
      outcome = .success(try await test(places[0], places[1]))
    } catch {
      outcome = .failure(error)
    }
    for place in places { try await place.remove() }
    try outcome.get()
  }
}

/// A ledger with something in every table.
enum MoveSample {
  /// The customers of the sample, with their apps.
  static let customers: [(app: Blueprint.App.ID, id: Customer.ID)] =
    [
      "ann", "anonymous", "bob", "carol", "zoë\u{0}", "owner", "absorbed",
      Customer.ID.placeholder(for: "1000"),
    ].map { ("coach", $0) } + [("garden", "bob")]

  static func fill(_ ledger: any Ledger) async throws {
    try await ErasureTests.fill(ledger)
    try await ledger.keep(
      LedgerSignInToken(client: "coach.app", token: "t1"), of: "ann", in: "coach", at: .start)
    _ = try await ledger.erase(
      ErasureTests.erasure(releasing: [.reached("discovery")]))
    try await ledger.keep(
      LedgerSignInToken(client: "coach.app", token: "t2"), of: "bob", in: "coach", at: .start)
    var ends = LedgerWrite.of("carol", at: 0, factsOfEveryKind, claims: [.purchase("7")])
    ends.endsSessions = true
    _ = try await ledger.append(ends)
    _ = try await ledger.append(
      .of(
        "zoë\u{0}", at: 0, [.used("k\u{0}é", by: "zoë\u{0}")], answer: .of("k\u{0}", [0, 255, 92])))
    _ = try await ledger.append(
      .of(
        "owner", at: 0, claims: [.email("owner@example.com")],
        credentials: LedgerCredentials(
          email: "owner@example.com", passwordHash: "$scrypt$", account: "a2", customer: "owner",
          verifiedAt: .day(1))))
    _ = try await ledger.append(.of("absorbed", at: 0, [.used("k3", by: "absorbed")]))
    _ = try await ledger.append(.of("owner", at: 1, absorbs: "absorbed"))
    for number in 0..<25 {
      _ = try await ledger.append(
        .of(
          "bob", at: number, [.used("g\(number)", by: "bob")],
          answer: .of(Idempotency.Key("g\(number)")),
          app: "garden"
        ).on(day: Int64(number)))
    }
    try await ledger.add(
      [LedgerAttempts(subject: "ada", count: 3, endsAt: .day(1))], in: "coach", at: .start)
    try await ledger.save(
      LedgerEmailCode(
        kind: .passwordReset, customer: "owner", hash: [0, 1, 255], expiresAt: .day(1)),
      in: "coach", at: .start)
    try await ledger.advance(.notifications, in: "coach", to: .day(2))
    try await ledger.refuse(
      LedgerRefusal(
        notification: "n9", signedPayload: "e30.\"{,}\\", reason: "signature", revision: "r1",
        at: .day(3)), in: "coach")
    try await ledger.save(
      LedgerSecretKey(
        id: "sk_1", name: "backend", hash: [1, 2, 3], scope: .read, createdAt: .start),
      in: "coach")
    try await fill(ledger.administration)
    try await ledger.set(.serverKeys, to: "0f=current")
    try await ledger.set(.environment, to: "sandbox")
  }

  private static func fill(_ administration: any LedgerAdministration) async throws {
    for (email, link) in [("ada@example.com", "l1"), ("zoë@example.com", "l2")] {
      try await administration.save(
        LedgerPerson(
          email: email, role: .owner, createdAt: .start,
          link: LedgerPerson.Link(hash: link, expiresAt: .day(1))), in: "coach")
    }
    _ = try await administration.signIn(
      with: "l1", opening: "s1", until: .day(7), in: "coach", at: .start)
    for (id, customer) in [("1", "bob"), ("2", nil)] as [(String, Customer.ID?)] {
      try await administration.record(
        LedgerAuditEntry(
          id: id, at: .start, author: "ada@example.com", action: .granted, customer: customer,
          subject: "é\u{0}"), in: "coach")
    }
  }

  /// What a server reads of the sample.
  static func records(_ place: MovePlace) async throws -> [CustomerRecord?] {
    try await place.use { ledger in
      var records: [CustomerRecord?] = []
      for customer in customers {
        records.append(try await ledger.record(of: customer.id, in: customer.app))
      }
      return records
    }
  }

  /// The hash of every table.
  static func digests(_ place: MovePlace) async throws -> [String: TransferDigest] {
    // As a source, whose facts then have their numbers.
    let transfer = try await place.transfer(isTarget: false)
    let move = LedgerMove(from: transfer, to: transfer, batch: 7)
    var digests: [String: TransferDigest] = [:]
    for table in try await transfer.tables() {
      digests[table.name] = try await move.digest(of: table, in: transfer)
    }
    await transfer.close()
    return digests
  }
}
