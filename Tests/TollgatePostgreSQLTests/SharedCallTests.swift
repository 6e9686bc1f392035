import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "Calls that share a statement",
  .needsPostgreSQL, .serialized)
struct SharedCallTests {
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let names = ["a", #"quoted "b" \c"#, "Ünïcödé 漢字", "{d,e}", "NULL", ""]

  /// A write of one customer, which may be one that is rejected.
  private static func write(
    _ id: Customer.ID, after version: Int, _ random: inout some RandomNumberGenerator
  ) -> LedgerWrite {
    let stale = Int.random(in: 0..<5, using: &random) == 0
    // Few keys, so that some have an answer.
    let key = Idempotency.Key("key \(Int.random(in: 0..<4, using: &random))")
    let facts = (0..<Int.random(in: 0..<4, using: &random)).map { index in
      Fact.use(
        Use(
          feature: "send-message", key: Idempotency.Key("\(key) \(version) \(index)"), origin: id,
          at: .start))
    }
    return LedgerWrite(
      app: "coach", customer: id, expectedVersion: stale ? version + 1 : version, facts: facts,
      at: Instant(
        milliseconds: Instant.start.milliseconds + Int64.random(in: 0..<9, using: &random)),
      answer: Bool.random(using: &random)
        ? LedgerAnswer(
          key: key, purpose: names.randomElement(using: &random) ?? "", status: 200,
          body: (0..<Int.random(in: 0..<9, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
          }) : nil)
  }

  /// What a ledger says to a write.
  private struct Outcome: Equatable {
    var version: Int?
    var rejection: LedgerError.Code?
    var answer: LedgerAnswer?
  }

  private static func outcome(of write: LedgerWrite, in ledger: any Ledger) async -> Outcome {
    do throws(LedgerError) {
      return Outcome(version: try await ledger.append(write))
    } catch {
      return Outcome(rejection: error.code, answer: error.answer)
    }
  }

  @Test(
    "calls that share a statement have the outcomes that they have one at a time in memory",
    arguments: [1, 2, 3] as [UInt64])
  func outcomes(seed: UInt64) async throws {
    try await TestDatabase.withSchema { schema in
      var limits = PostgreSQLLimits()
      (limits.writers, limits.readers) = (1, 1)
      let database = try await PostgreSQLLedger(
        try TestDatabase.address(), schema: schema, limits: limits)
      let memory = SQLiteLedger.inMemory()
      var random = Seeded(state: seed)
      let ids = (0..<60).map { Customer.ID("\(Self.names[$0 % Self.names.count])\($0)") }
      for _ in 0..<6 {
        var writes: [LedgerWrite] = []
        for id in ids {
          let version = try await memory.record(of: id, in: "coach")?.version ?? 0
          writes.append(Self.write(id, after: version, &random))
        }
        let shared = await withTaskGroup(of: (Int, Outcome).self) { group in
          for (index, write) in writes.enumerated() {
            group.addTask { (index, await Self.outcome(of: write, in: database)) }
          }
          return await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
        }
        for (index, write) in writes.enumerated() {
          let expected = await Self.outcome(of: write, in: memory)
          #expect(shared[index] == expected, "\(write)")
        }
        // One of them is merged into another, whose reads then have the facts of both.
        let pair = ids.shuffled(using: &random).prefix(2)
        for ledger in [database, memory] as [any Ledger] {
          let versions = try await [
            ledger.record(of: pair[0], in: "coach"), ledger.record(of: pair[1], in: "coach"),
          ].map { $0?.version ?? 0 }
          _ = await Self.outcome(
            of: LedgerWrite(
              app: "coach", customer: pair[0], expectedVersion: versions[0], facts: [], at: .start,
              absorbs: LedgerMerge(customer: pair[1], expectedVersion: versions[1])), in: ledger)
        }
        try await Self.compare(ids, database, memory)
      }
      await database.close()
    }
  }

  /// Reads everybody at the same time from the database, and one at a time from memory.
  private static func compare(
    _ ids: [Customer.ID], _ database: PostgreSQLLedger, _ memory: SQLiteLedger
  ) async throws {
    let records = try await withThrowingTaskGroup(of: (Customer.ID, CustomerRecord?).self) {
      group in
      for id in ids { group.addTask { (id, try await database.record(of: id, in: "coach")) } }
      return try await group.reduce(into: [Customer.ID: CustomerRecord?]()) { $0[$1.0] = $1.1 }
    }
    let key: Idempotency.Key = "key 1"
    for id in ids {
      let record = try await memory.record(of: id, in: "coach")
      #expect(records[id] == record)
      // Nobody asks for the answers of a customer that was merged into another.
      guard record?.mergedInto == nil else { continue }
      #expect(
        try await database.answer(to: key, of: id, in: "coach")
          == (try await memory.answer(to: key, of: id, in: "coach")))
    }
  }
}
