import Synchronization
import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

/// What a load balancer sends the requests of each server to.
private final class Balancer: Sendable {
  private let ledgers: Mutex<[PostgreSQLLedger]>
  private let refused = Mutex(0)

  /// How many requests an old server has refused.
  var refusals: Int { refused.withLock { $0 } }

  init(_ ledgers: [PostgreSQLLedger]) { self.ledgers = Mutex(ledgers) }

  func refuse() { refused.withLock { $0 += 1 } }

  subscript(server: Int) -> PostgreSQLLedger {
    get { ledgers.withLock { $0[server] } }
    set { ledgers.withLock { $0[server] = newValue } }
  }
}

@Suite(
  "Servers of two versions on one PostgreSQL",
  .needsPostgreSQL, .serialized)
struct UpgradeTests {
  /// The tables as the next version has them.
  private static func next(_ schema: String) -> PostgreSQLSchema {
    var next = PostgreSQLSchema(name: schema)
    next.later = [("2-next", ["ALTER TABLE \(schema).customers ADD COLUMN note text"])]
    return next
  }

  private static func open(
    _ schema: PostgreSQLSchema
  ) async throws -> PostgreSQLLedger {
    var limits = PostgreSQLLimits()
    limits.writers = 2
    limits.readers = 1
    return try await PostgreSQLLedger(try TestDatabase.address(), schema, limits: limits)
  }

  @Test(
    "EX-16 a migration by a newer server ends the older one's writes, and keeps its earlier ones")
  func refused() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      let old = ledgers[0]
      _ = try await old.append(.of("ann", at: 0, use: "a"))
      let new = try await Self.open(Self.next(schema))
      let writes: [() async throws -> Void] = [
        { _ = try await old.append(.of("ann", at: 1, use: "b")) },
        { try await old.advance(LedgerMark("readiness"), in: "coach", to: .start) },
        { try await old.forgetAttempts(of: "ann", in: "coach") },
      ]
      for write in writes { #expect(try await code(write) == .newerSchema) }
      // Also as a group, in which no write is at fault.
      let codes = try await withThrowingTaskGroup(of: LedgerError.Code?.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await code { try await old.append(.of(Customer.ID("c\(number)"), at: 0)) }
          }
        }
        return try await group.reduce(into: [LedgerError.Code?]()) { $0.append($1) }
      }
      #expect(codes == Array(repeating: .newerSchema, count: 40))
      #expect(try await old.record(of: "ann", in: "coach")?.version == 1)
      #expect(try await new.append(.of("ann", at: 1, use: "b")) == 2)
      #expect(try await new.entries(after: 0, in: "coach", limit: 99).count == 2)
      #expect(
        try await code { try await Self.open(PostgreSQLSchema(name: schema)) } == .newerSchema)
      await new.close()
    }
  }

  @Test("EX-16 while a dump holds the tables a migration waits, and servers continue to write")
  func behindDump() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await TestDatabase.withConnection { dump in
        _ = try await dump.run(
          [
            Statement("BEGIN"),
            Statement("LOCK TABLE \(schema).migrations IN ACCESS SHARE MODE"),
          ], timeout: 30)
        async let migrated = Self.open(Self.next(schema))
        for version in 0..<20 {
          _ = try await ledgers[0].append(.of("ann", at: version))
          // Another session's lock shows that the migration has tried, and that writes have passed it.
          _ = try await dump.run([Statement("SELECT pg_sleep(0.2)")], timeout: 30)
        }
        _ = try await dump.run([Statement("COMMIT")], timeout: 30)
        let new = try await migrated
        #expect(try await new.append(.of("ann", at: 20)) == 21)
        await new.close()
      }
    }
  }

  @Test("EX-16 a server that runs on a ledger that was moved writes no more")
  func moved() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, _ in
      _ = try await ledgers[0].append(.of("ann", at: 0))
      try await ledgers[0].set(.moved, to: "{}")
      #expect(try await code { try await ledgers[0].append(.of("ann", at: 1)) } == .moved)
    }
  }

  @Test(
    "EX-16 two servers are upgraded one by one under load: nothing is lost, doubled or written by the old one"
  )
  func oneByOne() async throws {
    try await TestDatabase.withLedgers(2) { old, schema in
      let serving = Balancer(old)
      let halfway = AsyncStream.makeStream(of: Void.self)
      let writers = 12
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<writers {
          group.addTask {
            let customer = Customer.ID("c\(number)")
            var server = number % 2
            for version in 0..<60 {
              if version == 15 { halfway.continuation.yield() }
              while true {
                let ledger = serving[server]
                let refused = try await code {
                  let written = try await ledger.append(
                    .of(customer, at: version, use: "k\(version)"))
                  #expect(written == version + 1)
                }
                guard let refused else { break }
                #expect(refused == .newerSchema)
                serving.refuse()
                server = 1 - server
              }
            }
          }
        }
        group.addTask {
          for await _ in halfway.stream { break }
          for server in 0..<2 {
            let new = try await Self.open(Self.next(schema))
            serving[server] = new
            for ledger in old {
              #expect(
                try await code { try await ledger.append(.of("late", at: 0)) } == .newerSchema)
            }
          }
        }
        try await group.waitForAll()
      }
      let new = [serving[0], serving[1]]
      for number in 0..<writers {
        let record = try await new[0].record(of: Customer.ID("c\(number)"), in: "coach")
        #expect(record?.version == 60)
      }
      #expect(
        try await new[1].entries(after: 0, in: "coach", limit: 9999).count == 60 * writers)
      #expect(try await new[0].record(of: "late", in: "coach") == nil)
      #expect(serving.refusals > 0)
      for ledger in new { await ledger.close() }
    }
  }

  @Test("a migration waits for writes that have begun, and those that begin later find it")
  func lock() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await TestDatabase.withConnection { early in
        try await TestDatabase.withConnection { late in
          _ = try await early.run(TestLane(1, schema).begin(2), timeout: 5)
          async let migrated = Self.open(Self.next(schema))
          try await TestDatabase.waiting(1, for: "\(schema).migrations")
          async let begun = late.run(TestLane(2, schema).begin(2), timeout: 5)
          try await TestDatabase.waiting(2, for: "\(schema).migrations")
          _ = try await early.run(
            [
              Statement("INSERT INTO \(schema).properties (name, value) VALUES ('early', '1')"),
              Statement("COMMIT"),
            ], timeout: 5)
          let new = try await migrated
          #expect(try await new.property(LedgerProperty("early")) == "1")
          do {
            _ = try await begun
            Issue.record("the server knows an earlier version only")
          } catch {
            #expect(error as? PostgreSQLFailure == .newerSchema)
          }
          await new.close()
        }
      }
    }
  }
}
