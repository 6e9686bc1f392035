import Foundation
import Testing
import Tollgate

@testable import TollgateLedger

extension MoveTests {
  @Test(
    "a ledger is moved only if no command creates or revokes a secret key at the same time, whether it has ended or not",
    arguments: [true, false])
  func lateKey(hasEnded: Bool) async throws {
    let folder = try TemporaryFolder()
    let (source, target) = (
      MovePlace.file(folder.file), MovePlace.file("\(folder.path)/target.sqlite")
    )
    try await source.use(MoveSample.fill)
    let command = try SQLiteLedger(path: folder.file, mayCreate: false, isBesideServer: true)
    let base = try await source.transfer(isTarget: false)
    let to = try await target.transfer(isTarget: true)
    // Once everything is read and compared, just before the source is marked.
    let from = FailingTransfer(base: base, fuse: Fuse(after: .max)) {
      () async throws(LedgerError) -> Void in
      let key = LedgerSecretKey(id: "sk_2", name: "late", hash: [4], createdAt: .start)
      try await command.save(key, in: "coach")
      if hasEnded { try await command.close() }
    }
    let error = try await refusal {
      try await LedgerMove(from: from, to: to, batch: 10).run(id: "m1", at: .day(9))
    }
    #expect(error?.code == .inUse)
    #expect(error?.message.hasPrefix("Something used the file during the move") == true)
    if !hasEnded { try await command.close() }
    await from.close()
    await to.close()
    let served = try await code { try await source.use { _ in } }
    #expect(served == nil, "the source is as it was")
    // Another run finds the key, and copying everything again takes it along.
    let again = try await code { try await move(source, to: target) }
    #expect(again == .corrupt)
    try await move(source, to: target, restarting: true)
    let keys = try await target.use { try await $0.secretKeys(in: "coach") }
    #expect(keys.map(\.id).sorted() == ["sk_1", "sk_2"])
  }

  @Test("a ledger is moved though it has writes and readers of its own")
  func ownWrites() async throws {
    let folder = try TemporaryFolder()
    let source = MovePlace.file(folder.file)
    try await source.use(MoveSample.fill)
    let transfer = try await source.transfer(isTarget: false)
    let mark = MoveMark(id: "m1", to: "elsewhere", at: 0)
    let marks: [MoveMark?] = [mark, nil, mark]
    for next in marks {
      _ = try await transfer.tables()
      try await transfer.mark(next)
    }
    let stored = try await transfer.property(.moved)
    #expect(stored.flatMap { MoveMark($0) } == mark)
    await transfer.close()
  }
}
