import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("A ledger's backup")
struct BackupTests {
  @Test("taken while the ledger is written to, is the ledger at one instant, and restores")
  func drill() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(
      .of("c1", at: 0, factsOfEveryKind, claims: [.purchase("1000")], answer: .of("k", [7])))
    try await ledger.set(.serverKeys, to: "a=current")
    let record = try await ledger.record(of: "c1", in: "coach")
    let contents = try SQLiteLedger.backup(folder.file, to: copy)
    #expect(contents.customers == 1)
    #expect(contents.facts == factsOfEveryKind.count)
    _ = try await ledger.append(.of("c1", at: 1, [.reached("later")]))
    #expect(try await code { _ = try SQLiteLedger.restore(copy, to: folder.file) } == .inUse)
    try await ledger.close()

    #expect(try SQLiteLedger.restore(copy, to: folder.file) == contents)
    let restored = try SQLiteLedger(path: folder.file)
    #expect(try await restored.record(of: "c1", in: "coach") == record)
    #expect(try await restored.owner(of: .purchase("1000"), in: "coach") == "c1")
    #expect(try await restored.answer(to: "k", of: "c1", in: "coach") == .of("k", [7]))
    #expect(try await restored.property(.serverKeys) == "a=current")
    try await restored.close()
    let replaced = try SQLiteLedger(path: folder.file + ".replaced")
    #expect(try await replaced.record(of: "c1", in: "coach")?.version == 2)
    try await replaced.close()
  }

  @Test(
    "a ledger's backup restores where there is no ledger, even next to the log of an earlier one")
  func elsewhere() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    let elsewhere = folder.path + "/elsewhere.sqlite"
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
    try await ledger.close()
    let contents = try SQLiteLedger.backup(folder.file, to: copy)
    try Data("log".utf8).write(to: URL(filePath: elsewhere + "-wal"))
    #expect(try SQLiteLedger.restore(copy, to: elsewhere) == contents)
    #expect(!FileManager.default.fileExists(atPath: elsewhere + ".replaced"))
    #expect(FileManager.default.fileExists(atPath: elsewhere + ".replaced-wal"))
    let restored = try SQLiteLedger(path: elsewhere)
    #expect(try await restored.record(of: "c1", in: "coach")?.version == 1)
    try await restored.close()
  }

  @Test("a ledger's backup of a ledger whose last customer was erased has no facts, and restores")
  func erased() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
    _ = try await ledger.erase(
      LedgerErasure(
        app: "coach", customer: "c1", expectedVersion: 1, at: Instant(milliseconds: 1)))
    try await ledger.close()
    let contents = try SQLiteLedger.backup(folder.file, to: copy)
    #expect(contents.customers == 1)
    #expect(contents.facts == 0)
    #expect(try SQLiteLedger.verify(folder.file) == contents)
  }

  @Test("a ledger's backup is one file for its owner alone")
  func file() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    try await SQLiteLedger(path: folder.file).close()
    _ = try SQLiteLedger.backup(folder.file, to: copy)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    let permissions = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test("a ledger's backup of a damaged ledger is refused, and leaves nothing under its name")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
    try await ledger.connections.write {
      try $0.execute(sql: "UPDATE facts SET body = '{\"kind\":\"us' WHERE sequence = 3")
    }
    try await ledger.close()
    let copy = folder.path + "/copy.sqlite"
    #expect(try await code { _ = try SQLiteLedger.backup(folder.file, to: copy) } == .corrupt)
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try await code { _ = try SQLiteLedger.verify(folder.file) } == .corrupt)
  }

  @Test(
    "a ledger's backup that is damaged is not restored, and the ledger stays",
    arguments: [0, 4096, 20_000])
  func notRestored(offset: Int) async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    let ledger = try SQLiteLedger(path: folder.file)
    for number in 0..<50 {
      _ = try await ledger.append(.of(Customer.ID("c\(number)"), at: 0, factsOfEveryKind))
    }
    _ = try SQLiteLedger.backup(folder.file, to: copy)
    try await ledger.close()
    var bytes = try Data(contentsOf: URL(filePath: copy))
    bytes.replaceSubrange(offset..<(offset + 512), with: Data(repeating: 0xA5, count: 512))
    try bytes.write(to: URL(filePath: copy))
    let before = try Data(contentsOf: URL(filePath: folder.file))
    #expect(try await code { _ = try SQLiteLedger.restore(copy, to: folder.file) } != nil)
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
  }

  @Test("a ledger's backup of a file that does not exist is refused")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/copy.sqlite"
    #expect(try await code { _ = try SQLiteLedger.backup(folder.file, to: copy) } == .missing)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
