import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("A ledger whose process dies")
struct SQLiteCrashTests {
  @Test("a ledger whose process dies has everything it answered, and nothing half")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let (path, answered) = (folder.file, folder.path + "/answered")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, answered = answered as String] in
      let ledger = try SQLiteLedger(path: path)
      let log = open(answered, O_CREAT | O_WRONLY | O_APPEND, 0o600)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<400 {
          group.addTask {
            do {
              _ = try await ledger.append(.pair("c\(number)"))
            } catch { return }
            let line = Array("c\(number)\n".utf8)
            _ = write(log, line, line.count)
            if number % 100 == 99 { kill(getpid(), SIGKILL) }
          }
        }
      }
    }
    let names = try String(contentsOfFile: answered, encoding: .utf8).split(separator: "\n")
    #expect(!names.isEmpty)
    let ledger = try SQLiteLedger(path: path)
    for name in names {
      let record = try await ledger.record(of: Customer.ID(String(name)), in: "coach")
      #expect(record?.version == 1)
    }
    try await expectWholeWrites(ledger)
    try await ledger.close()
  }

  @Test(
    "a ledger whose process dies opens from a copy taken between any two bytes of its log",
    arguments: 0..<12)
  func torn(cut: Int) async throws {
    let folder = try TemporaryFolder()
    let source = try SQLiteLedger(path: folder.file)
    for number in 0..<40 { _ = try await source.append(.pair("c\(number)")) }
    let log = try Data(contentsOf: URL(filePath: folder.file + "-wal"))
    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
    let kept = log.count / 2 + cut * log.count / 24 + cut * 7
    try log.prefix(kept).write(to: URL(filePath: copy + "-wal"))

    let ledger = try SQLiteLedger(path: copy)
    let count = try await expectWholeWrites(ledger)
    for number in 0..<40 {
      let record = try await ledger.record(of: Customer.ID("c\(number)"), in: "coach")
      #expect((record != nil) == (number < count))
    }
    #expect(try await ledger.append(.pair("late")) == 1)
    try await ledger.close()
    try await source.close()
  }

  /// Every write is there with both of its facts and its answer, or not at all; answers how many there are.
  @discardableResult
  private func expectWholeWrites(_ ledger: SQLiteLedger) async throws -> Int {
    let (customers, facts, answers, sequence, check) = try await ledger.connections.read {
      database in
      (
        try Int.fetchOne(database, sql: "SELECT count(*) FROM customers") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM facts") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM answers") ?? 0,
        try Int.fetchOne(database, sql: "SELECT max(sequence) FROM facts") ?? 0,
        try String.fetchOne(database, sql: "PRAGMA integrity_check")
      )
    }
    #expect(facts == customers * 2)
    #expect(answers == customers)
    #expect(sequence == facts)
    #expect(check == "ok")
    return customers
  }
}

extension LedgerWrite {
  /// A write of two facts and an answer.
  fileprivate static func pair(_ name: String) -> LedgerWrite {
    let id = Customer.ID(name)
    return .of(id, at: 0, [.used("k1", by: id), .used("k2", by: id)], answer: .of("k"))
  }
}
