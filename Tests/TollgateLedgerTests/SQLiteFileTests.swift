import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("A ledger file")
struct SQLiteFileTests {
  @Test("a ledger file is in WAL mode and durable at every commit")
  func durable() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0))
    let (mode, synchronous) = try await ledger.connections.writeWithoutTransaction { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      )
    }
    #expect(mode == "wal")
    #expect(synchronous == 2)
    try await ledger.close()
  }

  @Test("a ledger file keeps everything when closed and opened again, alone without its log")
  func reopened() async throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteLedger(path: folder.file)
    _ = try await first.append(
      .of("c1", at: 0, factsOfEveryKind, claims: [.purchase("1000")], answer: .of("k", [7])))
    try await first.set(.serverKeys, to: "a=current")
    let record = try await first.record(of: "c1", in: "coach")
    try await first.close()

    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
    let second = try SQLiteLedger(path: copy)
    #expect(try await second.record(of: "c1", in: "coach") == record)
    #expect(try await second.owner(of: .purchase("1000"), in: "coach") == "c1")
    #expect(try await second.answer(to: "k", of: "c1", in: "coach") == .of("k", [7]))
    #expect(try await second.property(.serverKeys) == "a=current")
    #expect(try await second.append(.of("c1", at: 1)) == 2)
    try await second.close()
  }

  @Test("a ledger file of a newer version is refused and left as it was")
  func newerSchema() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.file).close()
    try edit(folder.file) { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-from-the-future')")
    }
    let before = try Data(contentsOf: URL(filePath: folder.file))
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .newerSchema)
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
  }

  @Test("a ledger file is not migrated while a server has it open, and is once that one has ended")
  func besideServer() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.file).close()
    let server = try LedgerFile(folder.file, mayCreate: false)
    func open() throws -> SQLiteLedger {
      try SQLiteLedger(
        path: folder.file, mayCreate: false, isBesideServer: true, mayBeMoved: false,
        schema: Self.next)
    }
    #expect(try await code { try open() } == .inUse)
    server.unlock()
    let beside = try open()
    // Now it may be open alongside a server, of this version.
    let next = try SQLiteLedger(path: folder.file, mayBeMoved: false, schema: Self.next)
    try await beside.close()
    try await next.close()
  }

  @Test("a ledger file that another ledger has open is refused, and opens once that one is closed")
  func inUse() async throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteLedger(path: folder.file)
    _ = try await first.append(.of("c1", at: 0))
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .inUse)
    let link = folder.path + "/link.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file)
    #expect(try await code { try SQLiteLedger(path: link) } == .inUse)
    #expect(try await first.append(.of("c1", at: 1)) == 2)
    try await first.close()
    let second = try SQLiteLedger(path: folder.file)
    #expect(try await second.append(.of("c1", at: 2)) == 3)
    try await second.close()
  }

  @Test("a ledger file that does not exist is refused unless it may be created")
  func missing() async throws {
    let folder = try TemporaryFolder()
    #expect(
      try await code { try SQLiteLedger(path: folder.file, mayCreate: false) } == .missing)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "a ledger file that is empty is refused, and left as it is, unless a ledger may be created in it"
  )
  func empty() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file))
    #expect(
      try await code { try SQLiteLedger(path: folder.file, mayCreate: false) } == .missing)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)).isEmpty)
    try await SQLiteLedger(path: folder.file).close()
    try await SQLiteLedger(path: folder.file, mayCreate: false).close()
  }

  @Test("a ledger file is for its owner alone, with its log")
  func permissions() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    try await ledger.close()
  }

  @Test(
    "a ledger file that is deleted or replaced while it is open takes no more writes",
    arguments: [false, true])
  func replaced(byAnother: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0))
    try FileManager.default.removeItem(atPath: folder.file)
    if byAnother { try Data().write(to: URL(filePath: folder.file)) }
    #expect(try await code { try await ledger.append(.of("c1", at: 1)) } == .replaced)
    #expect(try await code { try await ledger.set(.serverKeys, to: "a") } == .replaced)
  }

  @Test("without tables is one at its very beginning")
  func emptyFile() async throws {
    let folder = try TemporaryFolder()
    #expect(FileManager.default.createFile(atPath: folder.file, contents: Data()))
    let ledger = try SQLiteLedger(path: folder.file)
    #expect(try await ledger.append(.of("c1", at: 0)) == 1)
    try await ledger.close()
  }

  @Test("a ledger file that is another program's database is refused and left as it was")
  func foreign() async throws {
    let folder = try TemporaryFolder()
    try edit(folder.file) { try $0.execute(sql: "CREATE TABLE facts (id INTEGER)") }
    let before = try Data(contentsOf: URL(filePath: folder.file))
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .corrupt)
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
  }

  @Test(
    "a ledger file that is not a database is refused",
    arguments: ["x", String(repeating: "no database ", count: 999)])
  func noDatabase(contents: String) async throws {
    let folder = try TemporaryFolder()
    try Data(contents.utf8).write(to: URL(filePath: folder.file))
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .corrupt)
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == Data(contents.utf8))
  }

  @Test("a ledger file that nobody may write is refused")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.file).close()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file)
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .readOnly)
  }

  @Test("a ledger file in a folder that does not exist is refused")
  func noFolder() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/nowhere/ledger.sqlite"
    #expect(try await code { try SQLiteLedger(path: path) } == .readOnly)
  }

  @Test("a ledger file that turns read-only while it is open says so and keeps what it has")
  func turnsReadOnly() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0))
    try await ledger.connections.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = ON")
    }
    #expect(try await code { try await ledger.append(.of("c1", at: 1)) } == .readOnly)
    try await ledger.connections.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = OFF")
    }
    #expect(try await ledger.append(.of("c1", at: 1)) == 2)
    try await ledger.close()
  }

  @Test("a ledger file on a full disk writes nothing partially, and continues when there is room")
  func full() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, [.reached("discovery")]))
    try await limitPages(of: ledger, to: 0)
    let large = LedgerWrite.of(
      "c1", at: 1, [.reached("memory")], claims: [.purchase("1000")],
      answer: .of("k", Array(repeating: 65, count: 100_000)))
    let refused = try await code { try await ledger.append(large) }
    #expect(refused == .full)
    #expect(LedgerError(.full, "").isRetryable)
    let record = try #require(try await ledger.record(of: "c1", in: "coach"))
    #expect(record.version == 1)
    #expect(record.customer == Customer([.reached("discovery")]))
    #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == nil)
    #expect(try await ledger.entries(after: 0, in: "coach", limit: 9).count == 1)
    try await limitPages(of: ledger, to: 100_000)
    #expect(try await ledger.append(large) == 2)
    try await ledger.close()
  }

  @Test("a ledger file with a damaged fact reports it and returns no partial customer")
  func damagedFact() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
    try await ledger.connections.write {
      try $0.execute(sql: "UPDATE facts SET body = '{\"kind\":\"us' WHERE sequence = 3")
    }
    #expect(try await code { try await ledger.record(of: "c1", in: "coach") } == .corrupt)
    #expect(
      try await code { try await ledger.entries(after: 0, in: "coach", limit: 9) } == .corrupt)
    try await ledger.close()
  }

  @Test(
    "a ledger file has nothing of a write that fails at its end, and the other writes of its group")
  func failedInGroup() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    let account = LedgerCredentials(
      email: "ann@example.com", passwordHash: "$scrypt$", account: "a1", customer: "ann")
    let others = (0..<20).map { Customer.ID("c\($0)") }
    var writes = others.map { LedgerWrite.of($0, at: 0, answer: .of("k")) }
    writes.append(
      .of(
        "ann", at: 0, [.reached("discovery")], claims: [.purchase("1000")], answer: .of("k"),
        credentials: account))
    writes += others.map { LedgerWrite.of($0, at: 1, [.reached("discovery")]) }
    let (outcomes, caller) = AsyncStream.makeStream(
      of: (Customer.ID, Result<Int, LedgerError>).self)
    try await ledger.connections.write { [writes] database in
      try database.execute(
        sql: """
          CREATE TRIGGER failing BEFORE INSERT ON credentials
          BEGIN SELECT RAISE(ABORT, 'as the test says'); END
          """)
      // Nothing is committed until all of them wait.
      for write in writes {
        let isBegun = ledger.begin(write) { caller.yield((write.customer, $0)) }
        #expect(isBegun)
      }
    }
    var codes: [Customer.ID: [LedgerError.Code?]] = [:]
    var iterator = outcomes.makeAsyncIterator()
    for _ in writes {
      guard let (customer, outcome) = await iterator.next() else { break }
      switch outcome {
      case .success: codes[customer, default: []].append(nil)
      case .failure(let error): codes[customer, default: []].append(error.code)
      }
    }
    #expect(codes["ann"] == [.unavailable])
    #expect(others.allSatisfy { codes[$0] == [nil, nil] })
    #expect(try await ledger.record(of: "ann", in: "coach") == nil)
    #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == nil)
    #expect(try await ledger.answer(to: "k", of: "ann", in: "coach") == nil)
    for other in others {
      let record = try await ledger.record(of: other, in: "coach")
      #expect(record?.version == 2)
      #expect(record?.customer == Customer([.reached("discovery")]))
    }
    try await ledger.close()
  }

  @Test("a ledger file has no version of a use whose answer cannot be stored, and takes the next")
  func failedUse() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    func use(_ key: String, by customer: Customer.ID, at version: Int) -> LedgerWrite {
      .of(customer, at: version, [.used(key, by: customer)], answer: .of(Idempotency.Key(key)))
    }
    _ = try await ledger.append(use("k1", by: "ann", at: 0))
    _ = try await ledger.append(use("k1", by: "bob", at: 0))
    let writes = [
      use("k2", by: "bob", at: 1), use("failing", by: "ann", at: 1), use("k3", by: "bob", at: 2),
      use("k2", by: "ann", at: 1),
    ]
    let (outcomes, caller) = AsyncStream.makeStream(of: LedgerError.Code?.self)
    try await ledger.connections.write { [writes] database in
      try database.execute(
        sql: """
          CREATE TRIGGER failing BEFORE INSERT ON answers WHEN NEW.key = 'failing'
          BEGIN SELECT RAISE(ABORT, 'as the test says'); END
          """)
      // Nothing is committed until all of them wait.
      for write in writes {
        let isBegun = ledger.begin(write) { outcome in
          switch outcome {
          case .success: caller.yield(nil)
          case .failure(let error): caller.yield(error.code)
          }
        }
        #expect(isBegun)
      }
    }
    var codes: [LedgerError.Code?] = []
    for await code in outcomes.prefix(writes.count) { codes.append(code) }
    #expect(codes == [nil, .unavailable, nil, nil])
    #expect(try await ledger.version(of: "ann", in: "coach") == 2)
    #expect(try await ledger.version(of: "bob", in: "coach") == 3)
    #expect(try await ledger.answer(to: "failing", of: "ann", in: "coach") == nil)
    #expect(try await ledger.entries(after: 0, in: "coach", limit: 9).count == 5)
    try await ledger.close()
  }

  /// The tables as the next version has them.
  private static let next = LedgerSchema(later: [
    ("2-notes", "ALTER TABLE customers ADD COLUMN note TEXT; CREATE TABLE notes (text TEXT) STRICT")
  ])

  @Test("a ledger file is created by one migration, and marked as a ledger")
  func created() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.file).close()
    let (applied, mark) = try edit(folder.file) { database in
      (
        try LedgerSchema().migrator.appliedMigrations(database),
        try Int.fetchOne(database, sql: "PRAGMA application_id")
      )
    }
    #expect(applied == ["1-ledger"])
    #expect(mark == LedgerSchema.applicationID)
  }

  @Test(
    "a ledger file is migrated once by the next version, with its contents, and then refused by this one"
  )
  func migrated() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
    let record = try await ledger.record(of: "c1", in: "coach")
    try await ledger.close()
    for version in 2...3 {
      let next = try SQLiteLedger(path: folder.file, mayBeMoved: false, schema: Self.next)
      if version == 2 { #expect(try await next.record(of: "c1", in: "coach") == record) }
      #expect(try await next.append(.of("c1", at: version - 1)) == version)
      try await next.close()
    }
    let applied = try edit(folder.file) { try Self.next.migrator.appliedMigrations($0) }
    #expect(applied == ["1-ledger", "2-notes"])
    #expect(try await code { try SQLiteLedger(path: folder.file) } == .newerSchema)
  }

  @Test(
    "a ledger file is left as it was by a migration that fails, and opens again in this version")
  func failedMigration() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.file).close()
    let broken = LedgerSchema(later: [
      ("2-notes", "CREATE TABLE notes (text TEXT); INSERT INTO nowhere VALUES (1)")
    ])
    #expect(
      try await code {
        try SQLiteLedger(path: folder.file, mayBeMoved: false, schema: broken)
      } == .unavailable)
    let isThere = try edit(folder.file) { try $0.tableExists("notes") }
    #expect(!isThere)
    try await SQLiteLedger(path: folder.file).close()
  }

  @Test("never repeats what it was given in an error")
  func privateErrors() {
    let error = DatabaseError(
      resultCode: .SQLITE_CONSTRAINT, message: "ann@example.com", sql: "SELECT 'ann@example.com'")
    #expect(
      LedgerError(storage: error)
        == LedgerError(.unavailable, "The database failed with SQLite code 19."))
  }

  private func limitPages(of ledger: SQLiteLedger, to extra: Int) async throws {
    try await ledger.connections.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + extra)")
    }
  }

  private func edit<Value>(_ path: String, _ change: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    let value = try queue.write(change)
    try queue.close()
    return value
  }
}
