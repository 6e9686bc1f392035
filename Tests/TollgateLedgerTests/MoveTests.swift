import Foundation
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("A ledger is moved")
struct MoveTests {
  @discardableResult
  func move(
    _ source: MovePlace, to target: MovePlace, failingAt write: Int = .max,
    endsAfterCopy: Bool = false,
    restarting: Bool = false
  ) async throws -> LedgerMove.Outcome {
    let fuse = Fuse(after: write)
    let from = FailingTransfer(base: try await source.transfer(isTarget: false), fuse: fuse)
    let outcome: Result<LedgerMove.Outcome, any Error>
    do {
      let to = FailingTransfer(
        base: try await target.transfer(isTarget: true), fuse: fuse, endsAfterCopy: endsAfterCopy)
      do {
        let move = LedgerMove(from: from, to: to, batch: 10)
        outcome = .success(try await move.run(id: "m1", at: .day(9), restarting: restarting))
      } catch {
        outcome = .failure(error)
      }
      await to.close()
    } catch {
      await from.close()
      throw error
    }
    await from.close()
    return try outcome.get()
  }

  @Test(
    "a ledger is moved with every row of every table, and every customer's record",
    arguments: MovePair.all)
  func complete(pair: MovePair) async throws {
    try await pair.open { source, target in
      let records = try await MoveSample.records(source)
      #expect(records.allSatisfy { $0 != nil })
      let outcome = try await move(source, to: target)
      let digests = try await MoveSample.digests(source)
      #expect(digests.values.allSatisfy { $0.count > 0 }, "the sample has something in every table")
      #expect(outcome == .moved(rows: digests.mapValues(\.count)))
      #expect(try await MoveSample.digests(target) == digests)
      #expect(try await MoveSample.records(target) == records)
      #expect(try await move(source, to: target) == .alreadyMoved)
    }
  }

  @Test(
    "a ledger is moved, and moved back into a new one, which is the same as the first",
    arguments: MovePair.all)
  func back(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await MovePair(source: pair.target, target: pair.source).open { _, home in
        let digests = try await MoveSample.digests(source)
        let records = try await MoveSample.records(source)
        try await move(source, to: target)
        try await move(target, to: home)
        #expect(try await MoveSample.digests(home) == digests)
        #expect(try await MoveSample.records(home) == records)
      }
    }
  }

  @Test(
    "a moved ledger continues: later facts follow the last sequence number", arguments: MovePair.all
  )
  func continues(pair: MovePair) async throws {
    try await pair.open { source, target in
      // The greatest number is that of a fact that is erased.
      let last = try await source.use { ledger in
        _ = try await ledger.append(.of("eve", at: 0, [.reached("discovery")]))
        let last = try await ledger.entries(after: 0, in: "coach", limit: 999).last?.sequence ?? 0
        _ = try await ledger.erase(
          LedgerErasure(app: "coach", customer: "eve", expectedVersion: 1, at: .start, releases: [])
        )
        return last
      }
      try await move(source, to: target)
      try await target.use { ledger in
        _ = try await ledger.append(.of("new", at: 0, [.reached("discovery")]))
        let entries = try await ledger.entries(after: last, in: "coach", limit: 9)
        #expect(entries.map(\.customer) == ["new"])
        try await ledger.refuse(
          LedgerRefusal(
            notification: "n10", signedPayload: "e30", reason: "r", revision: "r1", at: .day(4)),
          in: "coach")
        try await ledger.keep(
          LedgerSignInToken(client: "c", token: "t3"), of: "nobody", in: "coach", at: .day(5))
        #expect(
          try await ledger.revocations(dueAt: .day(9), in: "coach", limit: 9).map(\.token.token)
            == ["t1", "t3"])
        #expect(try await ledger.property(.environment) == "sandbox")
        #expect(try await ledger.property(.serverKeys) == "0f=current")
      }
    }
  }

  @Test(
    "properties, each of which may have megabytes, are read a few at once", arguments: MovePair.all)
  func properties(pair: MovePair) async throws {
    try await pair.open { source, _ in
      try await source.use { ledger in
        for number in 0..<40 { try await ledger.set(LedgerProperty("p\(number)"), to: "x") }
      }
      let transfer = try await source.transfer(isTarget: false)
      let tables = try await transfer.tables()
      let table = try #require(tables.first { $0.name == "properties" })
      var counts = [0]
      let move = LedgerMove(from: transfer, to: transfer)
      let digest = try await move.digest(of: table, in: transfer) { counts.append($0) }
      await transfer.close()
      #expect(digest.count >= 40)
      #expect(zip(counts.dropFirst(), counts).allSatisfy { $0 - $1 <= LedgerMove.propertyBatch })
    }
  }

  @Test("a ledger is moved in parts, if it ends before or after any write", arguments: MovePair.all)
  func resumed(pair: MovePair) async throws {
    try await pair.open { source, target in
      let digests = try await MoveSample.digests(source)
      var runs = 0
      var isComplete = false
      while !isComplete {
        runs += 1
        do {
          // The third write of each run: what was done before is not done again.
          try await move(source, to: target, failingAt: 3)
          isComplete = true
        } catch let error as LedgerError {
          #expect(error.message == "The process ended.")
        }
        try #require(runs < 200)
      }
      #expect(runs > 10)
      #expect(try await MoveSample.digests(target) == digests)
      #expect(try await move(source, to: target) == .alreadyMoved)
    }
  }

  @Test("once, whichever write its process ends at")
  func endsAtAnyWrite() async throws {
    let folder = try TemporaryFolder()
    try await MovePlace.file(folder.file).use(MoveSample.fill)
    let digests = try await MoveSample.digests(.file(folder.file))
    var write = 0
    var isComplete = false
    while !isComplete {
      write += 1
      try #require(write < 200)
      let path = "\(folder.path)/\(write)"
      try FileManager.default.copyItem(atPath: folder.file, toPath: path + "-source.sqlite")
      let (source, target) = (
        MovePlace.file(path + "-source.sqlite"), MovePlace.file(path + "-target.sqlite")
      )
      let error = try await refusal { try await move(source, to: target, failingAt: write) }
      isComplete = error == nil
      #expect(isComplete || error?.message == "The process ended.")
      // Once it has begun, there is no moment at which both can be served.
      let states = [
        try await code { try await source.use { _ in } },
        try await code { try await target.use { _ in } },
      ]
      #expect(write == 1 || states.contains(.moved))
      try await move(source, to: target)
      let refused = try await code { try await source.use { _ in } }
      #expect(refused == .moved)
      let copied = try await MoveSample.digests(target)
      #expect(copied == digests)
    }
    #expect(write > 40)
  }

  @Test("only if a row that was changed on either side is not found", arguments: MovePair.all)
  func changed(pair: MovePair) async throws {
    let changes: [(isSource: Bool, sql: String, table: String)] = [
      (false, "UPDATE {}facts SET body = body || ' ' WHERE customer = 'carol'", "facts"),
      (false, "DELETE FROM {}claims WHERE kind = 'email'", "claims"),
      (true, "UPDATE {}marks SET at = at + 1", "marks"),
    ]
    for change in changes {
      try await pair.open { source, target in
        let ended = try await refusal { try await move(source, to: target, endsAfterCopy: true) }
        #expect(ended?.message == "The process ended.")
        try await (change.isSource ? source : target).execute(change.sql)
        let error = try await refusal { try await move(source, to: target) }
        #expect(error?.code == .corrupt)
        #expect(
          error?.message.contains(" in \(change.table) (") == true, "\(String(describing: error))")
        #expect(try await code { try await source.use { _ in } } == nil, "the source is as it was")
        #expect(try await code { try await target.use { _ in } } == .moved)
        try await move(source, to: target, restarting: true)
        #expect(try await MoveSample.digests(source) == MoveSample.digests(target))
      }
    }
  }

  @Test("only into an empty ledger, and to one place", arguments: MovePair.all)
  func refused(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await target.use { try await $0.set(.environment, to: "sandbox") }
      let error = try await refusal { try await move(source, to: target) }
      #expect(error?.code == .inUse)
      #expect(error?.message.hasPrefix("The target already has data, in properties:") == true)
      try await target.execute("DELETE FROM {}properties")
      try await move(source, to: target)
      try await pair.open { other, elsewhere in
        let first = try await code { try await move(other, to: target) }
        #expect(first == .inUse)
        let second = try await code { try await move(source, to: elsewhere) }
        #expect(second == .moved)
      }
    }
  }

  @Test(
    "a moved ledger is not in a target that was lost and created again", arguments: MovePair.all)
  func lost(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await move(source, to: target)
      try await target.lose()
      let error = try await refusal { try await move(source, to: target) }
      #expect(error?.code == .moved)
      #expect(
        error?.message.contains(
          " at 2026-01-10T00:00:00Z, but the target does not contain it: ") == true)
      let empty = try await target.use { try await $0.record(of: "bob", in: "coach") }
      #expect(empty == nil, "it was created as an empty one")
    }
  }

  @Test("a moved ledger is found in a target that was used since", arguments: MovePair.all)
  func used(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await move(source, to: target)
      _ = try await target.use { try await $0.append(.of("new", at: 0)) }
      #expect(try await move(source, to: target) == .alreadyMoved)
    }
  }

  @Test("the source of a move can be used again as it was", arguments: MovePair.all)
  func undone(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await move(source, to: target)
      let message = try await refusal { try await source.use { _ in } }?.message
      #expect(message?.contains("at 2026-01-10T00:00:00Z: serve that one.") == true)
      let transfer = try await source.transfer(isTarget: false)
      try await transfer.mark(nil)
      await transfer.close()
      let version = try await source.use { try await $0.append(.of("new", at: 0)) }
      #expect(version == 1)
    }
  }
}
