import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("The write-ahead log of a ledger file")
struct LedgerCheckpointsTests {
  /// How often a log has begun again, as its header counts it.
  private func beginnings(of file: String) throws -> [UInt8] {
    let log = try FileHandle(forReadingFrom: URL(filePath: file + "-wal"))
    defer { try? log.close() }
    return Array(try log.read(upToCount: 16) ?? Data()).suffix(4)
  }

  @Test("the log is copied without stopping writes, and begins again before a commit copies it")
  func copied() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    let first = try await ledger.append(.of("first", at: 0, [.used("k", by: "first")]))
    #expect(first == 1)
    let before = try beginnings(of: folder.file)
    var writes = 0
    while writes < 3000, try beginnings(of: folder.file) == before {
      writes += 1
      _ = try await ledger.append(.of("many", at: writes - 1, [.used("k\(writes)", by: "many")]))
    }
    #expect(try beginnings(of: folder.file) != before)
    #expect(try await ledger.version(of: "many", in: "coach") == writes)
    let greatest = try await ledger.connections.writeWithoutTransaction { database in
      try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint")
    }
    #expect(greatest == LedgerCheckpoints.greatestLog, "a commit copies a log that is too long")
    try await ledger.close()
  }

  @Test("a ledger can be closed while its log is copied, and leaves an empty log")
  func closed() async throws {
    for _ in 0..<8 {
      let folder = try TemporaryFolder()
      let ledger = try SQLiteLedger(path: folder.file)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<2200 {
          group.addTask {
            _ = try await ledger.append(.of(Customer.ID("c\(number)"), at: 0))
          }
        }
        try await group.waitForAll()
      }
      try await ledger.close()
      let log = try Data(contentsOf: URL(filePath: folder.file + "-wal"))
      #expect(log.isEmpty)
    }
  }

  @Test(
    "an erasure in the middle of many writes leaves nothing in the file or its log, even if nobody waits for it",
    arguments: [false, true])
  func erasure(isCancelled: Bool) async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    try await ErasureTests.fill(ledger)
    for number in 0..<1100 {
      _ = try await ledger.append(.of("many", at: number, [.used("k\(number)", by: "many")]))
    }
    let erasing = Task { try await ledger.erase(ErasureTests.erasure()) }
    if isCancelled { erasing.cancel() }
    _ = try await erasing.value
    for file in [folder.file, folder.file + "-wal"]
    where FileManager.default.fileExists(atPath: file) {
      let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
      #expect(!text.contains("ann@example.com"))
    }
    try await ledger.close()
  }
}
