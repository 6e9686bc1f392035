import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("An erasure in a ledger file")
struct SQLiteErasureTests {
  @Test("an erasure in a ledger file leaves none of the person's bytes in the file or its log")
  func bytes() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    try await ErasureTests.fill(ledger)
    for number in 0..<200 {
      _ = try await ledger.append(
        .of("ann", at: 2 + number, [.used("ann-key-\(number)", by: "ann")]))
    }
    try await ledger.keep(
      LedgerSignInToken(client: "com.example.coach", token: "r1"), of: "ann", in: "coach",
      at: .start)
    func files() throws -> String {
      try ["", "-wal"].map { folder.file + $0 }
        .filter { FileManager.default.fileExists(atPath: $0) }
        .map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
        .joined()
    }
    #expect(try files().contains("ann@example.com"))
    _ = try await ledger.erase(ErasureTests.erasure(at: 202))
    for text in ["ann@example.com", "$scrypt$", "ann-key-", "https://issuer.example", "discovery"] {
      // The other customer reached the milestone too.
      let expected = text == "discovery"
      #expect(try files().contains(text) == expected, "\(text)")
    }
    try await ledger.close()
  }

  @Test(
    "an erasure in a ledger file in which a process died is whole, or did not happen",
    arguments: [0, 25, 50, 75, 99, 100])
  func torn(percent: Int) async throws {
    let folder = try TemporaryFolder()
    let source = try SQLiteLedger(path: folder.file)
    try await ErasureTests.fill(source)
    let wal = folder.file + "-wal"
    let before = try Data(contentsOf: URL(filePath: wal)).count
    // A reader keeps the erasure in the log, as it would be if the process died right after the commit.
    let copy = folder.path + "/copy.sqlite"
    let reader = try #require(source.connections as? DatabasePool).makeSnapshot()
    _ = try await source.erase(ErasureTests.erasure())
    let log = try Data(contentsOf: URL(filePath: wal))
    try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
    try log.prefix(before + (log.count - before) * percent / 100)
      .write(to: URL(filePath: copy + "-wal"))
    try reader.close()
    let ledger = try SQLiteLedger(path: copy)
    let record = try #require(try await ledger.record(of: "ann", in: "coach"))
    let credentials = try await ledger.credentials(of: "ann@example.com", in: "coach")
    #expect(record.isErased == (percent == 100))
    #expect((credentials == nil) == record.isErased)
    #expect((record.customer == Customer()) == record.isErased)
    try await ledger.close()
    try await source.close()
  }
}
