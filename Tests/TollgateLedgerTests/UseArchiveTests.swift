import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("Uses are archived")
struct UseArchiveTests {
  /// A ledger file with a customer's uses, the fold it must return, and their latest version.
  private struct Filled {
    let folder: TemporaryFolder
    let ledger: SQLiteLedger
    var expected = Customer()
    var version = 0

    init() throws {
      folder = try TemporaryFolder()
      ledger = try SQLiteLedger(path: folder.file)
    }

    mutating func use(_ range: Range<Int>, each: Int = 1, by id: Customer.ID = "c1") async throws {
      for number in stride(from: range.lowerBound, to: range.upperBound, by: each) {
        let facts = (number..<min(number + each, range.upperBound)).map { use in
          Fact.use(
            Use(
              feature: use.isMultiple(of: 3) ? "scan" : "draw",
              key: Idempotency.Key(use.isMultiple(of: 50) ? "clé-\(use)" : "k\(use)"), origin: id,
              at: .start.after(seconds: Int64(use))))
        }
        version = try await ledger.append(.of(id, at: version, facts))
        for fact in facts { expected.join(fact) }
      }
    }

    func read(_ id: Customer.ID = "c1") async throws -> Customer? {
      try await ledger.record(of: id, in: "coach")?.customer
    }

    /// The ranges that archives cover, and how many facts they are made of.
    func rows(of id: String = "c1") async throws -> [[Int]] {
      try await ledger.connections.read { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT after, through, facts FROM useArchives WHERE customer = ? ORDER BY through
            """, arguments: [id]
        ).map { [$0[0], $0[1], $0[2]] }
      }
    }

    func execute(_ sql: String) async throws {
      try await ledger.connections.write { try $0.execute(sql: sql) }
    }
  }

  @Test(
    "uses are archived while others are written, and a customer is the same with the archive and without"
  )
  func same() async throws {
    var filled = try Filled()
    try await filled.use(0..<255)
    #expect(try await filled.rows() == [])
    try await filled.use(255..<256)
    #expect(try await filled.rows() == [[0, 256, 256]])
    _ = try await filled.ledger.append(
      .of("c1", at: filled.version, [.reached("discovery")]))
    filled.version += 1
    filled.expected.join(.reached("discovery"))
    try await filled.use(256..<300)
    #expect(try await filled.read() == filled.expected)
    try await filled.execute("DELETE FROM useArchives")
    #expect(try await filled.read() == filled.expected)
    try await filled.ledger.close()
  }

  @Test("uses are archived in rows, each at least twice as large as the next")
  func sizes() async throws {
    var filled = try Filled()
    for batch in 0..<11 {
      try await filled.use((batch * 100)..<((batch + 1) * 100), each: 100)
      await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    }
    #expect(try await filled.rows() == [[0, 800, 800], [800, 1000, 200], [1000, 1100, 100]])
    #expect(try await filled.read() == filled.expected)
    try await filled.ledger.close()
  }

  @Test("when many uses that are in no archive are read")
  func backlog() async throws {
    var filled = try Filled()
    try await filled.use(0..<2100, each: 100)
    #expect(try await filled.rows() == [])
    #expect(try await filled.read() == filled.expected)
    #expect(try await filled.rows() == [[0, 2100, 2100]])
    #expect(try await filled.read() == filled.expected)
    try await filled.ledger.close()
  }

  @Test("the facts of archived uses may be deleted")
  func deletedFacts() async throws {
    var filled = try Filled()
    try await filled.use(0..<256)
    try await filled.use(256..<300)
    try await filled.execute(
      """
      DELETE FROM facts WHERE kind = 'use' AND sequence <= (
        SELECT max(through) FROM useArchives
        WHERE app = facts.app AND customer = facts.customer)
      """)
    #expect(try await filled.read() == filled.expected)
    try await filled.use(300..<600)
    #expect(try await filled.rows() == [[0, 512, 512]])
    #expect(try await filled.read() == filled.expected)
    try await filled.ledger.close()
  }

  @Test(
    "a damaged or missing archive of uses is replaced from the facts",
    arguments: [
      "UPDATE useArchives SET body = zeroblob(length(body)) WHERE after = 0",
      "UPDATE useArchives SET body = x'00' WHERE after > 0",
      "UPDATE useArchives SET body = x''",
      """
      UPDATE useArchives SET body = CAST(substr(body, 1, length(body) - 9) || x'FF'
        || substr(body, length(body) - 7) AS BLOB)
      """,
      "DELETE FROM useArchives WHERE after = 0", "DELETE FROM useArchives WHERE after > 0",
      "DELETE FROM useArchives",
    ])
  func damaged(sql: String) async throws {
    var filled = try Filled()
    try await filled.use(0..<600, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    try await filled.use(600..<700, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    #expect(try await filled.rows().count == 2)
    try await filled.use(700..<710)
    try await filled.execute(sql)
    #expect(try await filled.read() == filled.expected)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    let rows = try await filled.rows()
    #expect(rows.last?[1] == 710)
    #expect(rows.reduce(0) { $0 + $1[2] } == 710)
    #expect(try await filled.read() == filled.expected)
    try await filled.ledger.close()
  }

  @Test("a damaged archive whose facts were deleted is an error, not a smaller count")
  func lost() async throws {
    var filled = try Filled()
    try await filled.use(0..<300, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    try await filled.execute("DELETE FROM facts WHERE sequence = 7")
    #expect(try await filled.read() == filled.expected)
    try await filled.execute("UPDATE useArchives SET body = x'00'")
    #expect(
      try await code { try await filled.ledger.record(of: "c1", in: "coach") } == .corrupt)
    try await filled.ledger.close()
  }

  @Test("each use is archived once, even if it was reported twice")
  func repeated() async throws {
    var filled = try Filled()
    try await filled.use(0..<300, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    // The same key later, and another one earlier than it was archived.
    let again = [("k1", 900), ("k4", -900)].map { key, seconds in
      Fact.use(
        Use(
          feature: "draw", key: Idempotency.Key(key), origin: "c1",
          at: .start.after(seconds: Int64(seconds))))
    }
    for fact in again {
      filled.version = try await filled.ledger.append(.of("c1", at: filled.version, [fact]))
      filled.expected.join(fact)
      #expect(try await filled.read() == filled.expected)
      await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
      #expect(try await filled.read() == filled.expected)
    }
    #expect(try await filled.rows() == [[0, 302, 302]])
    try await filled.ledger.close()
  }

  @Test("uses are archived of each customer apart, and merged customers have the uses of both")
  func merged() async throws {
    var filled = try Filled()
    try await filled.use(0..<300, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    filled.version = 0
    try await filled.use(0..<300, each: 100, by: "c2")
    // A use that both have, as when a purchase came with the uses of its trial.
    let shared = Fact.use(Use(feature: "draw", key: "k1", origin: "c1", at: .start))
    filled.version = try await filled.ledger.append(.of("c2", at: filled.version, [shared]))
    filled.expected.join(shared)
    await filled.ledger.archiveUses(of: "c2", in: "coach", atLeast: 1)
    _ = try await filled.ledger.append(
      .of("c2", at: filled.version, absorbs: "c1", with: 3))
    #expect(try await filled.read("c2") == filled.expected)
    #expect(try await filled.rows(of: "c1").count == 1)
    #expect(try await filled.rows(of: "c2").count == 1)
    try await filled.ledger.close()
  }

  @Test("archived uses are erased with their customer")
  func erased() async throws {
    var filled = try Filled()
    try await filled.use(0..<300, each: 100)
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    _ = try await filled.ledger.erase(
      LedgerErasure(app: "coach", customer: "c1", expectedVersion: filled.version, at: .start))
    #expect(try await filled.rows() == [])
    await filled.ledger.archiveUses(of: "c1", in: "coach", atLeast: 1)
    #expect(try await filled.read() == Customer())
    try await filled.ledger.close()
  }

  @Test("a purchase that waits for its owner has no archive of uses")
  func placeholder() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    let id = Customer.ID(Customer.ID.placeholderPrefix + "1000")
    _ = try await ledger.append(.of(id, at: 0, [.used("k1", by: id)]))
    await ledger.archiveUses(of: id, in: "coach", atLeast: 1)
    let rows = try await ledger.connections.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM useArchives")
    }
    #expect(rows == 0)
    try await ledger.close()
  }

  @Test("an archive of uses leaves out no facts that arrive between its reading and its writing")
  func arriving() async throws {
    var filled = try Filled()
    try await filled.use(0..<300, each: 100)
    let ledger = filled.ledger
    let uses = try await ledger.read { try ArchivedUses(of: "c1", in: "coach", $0) }
    let change = try #require(try ArchiveChange(uses, atLeast: 1))
    // As if the facts of a purchase that waited came to the customer with their earlier numbers.
    try await filled.execute("DELETE FROM facts WHERE sequence = 7")
    try await ledger.write { try change.perform(of: "c1", in: "coach", $0) }
    #expect(try await filled.rows() == [])
    try await ledger.close()
  }

  @Test("uses are archived in a form whose every changed byte is noticed")
  func bytes() throws {
    var log = UseLog<Customer.ID>()
    for (number, key) in ["k1", "9b2e4f10-7c3d-4a5b-8e6f-0123456789ab", "clé"].enumerated() {
      _ = log.keepEarliest(
        .start.after(seconds: Int64(number)), of: Idempotency.Key(key), by: "c1")
    }
    let body = UseArchive([
      UseArchive.Series(feature: "scan"): log,
      UseArchive.Series(feature: "scan", isUnlimited: true): log,
    ]).body
    func fold(_ archive: UseArchive?) -> Customer? {
      archive.map {
        var customer = Customer()
        customer.join($0, isNew: true)
        return customer
      }
    }
    #expect(
      fold(UseArchive(body))
        == Customer(
          (log.uses(of: "scan") + log.uses(of: "scan", isUnlimited: true)).map(Fact.use)))
    for index in body.indices {
      var damaged = body
      damaged[index] ^= 0x10
      #expect(UseArchive(damaged) == nil, "byte \(index)")
      #expect(UseArchive(body.prefix(index)) == nil, "first \(index) bytes")
    }
  }

  @Test(
    "a stored use is read without a decoder only as this software writes it",
    arguments: [
      (#"{"at":5,"feature":"f","key":"k","kind":"use","origin":"c","v":1}"#, true),
      (#"{"at":-5,"feature":"f","key":"","kind":"use","origin":"c","v":1}"#, true),
      (
        #"{"at":5,"feature":"f","isUnlimited":true,"key":"k","kind":"use","origin":"c","v":1}"#,
        true
      ),
      (
        #"{"at":5,"feature":"f","isUnlimited":false,"key":"k","kind":"use","origin":"c","v":1}"#,
        false
      ),
      (#"{"at":5,"feature":"f","key":"k\u0041","kind":"use","origin":"c","v":1}"#, false),
      (#"{"at":5,"feature":"f","key":"clé","kind":"use","origin":"c","v":1}"#, false),
      (#"{"at":5,"feature":"f","key":"k","kind":"use","origin":"c","v":3}"#, false),
      (#"{"at":5,"feature":"f","key":"k","kind":"use","origin":"c","v":1}, {}"#, false),
      (
        #"{"at":9223372036854775807,"feature":"f","key":"k","kind":"use","origin":"c","v":1}"#,
        false
      ),
      (#"{"kind":"use","feature":"f","key":"k","origin":"c","at":5}"#, false),
      (#"{"at":5,"feature":"f","key":"k"#, false), ("", false),
    ])
  func scanner(body: String, isScanned: Bool) throws {
    let use = UseScanner.scan(Data(body.utf8))
    #expect((use != nil) == isScanned)
    guard let use else { return }
    let decoded = try JSONDecoder().decode(StoredFact.self, from: Data(body.utf8)).fact
    #expect(decoded == .use(use))
  }
}
