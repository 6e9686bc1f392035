import Foundation
import GRDB
import TestSupport
import Testing

@testable import TollgateCommand
@testable import TollgateLedger

@Suite("Moving on the command line")
struct MoveCommandTests {
  /// A folder with a ledger of one customer, and its path as SQLite names it.
  private static func folder() async throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let url = folder.url.resolvingSymlinksInPath()
    let path = url.appendingPathComponent("tollgate.sqlite").path
    let ledger = try SQLiteLedger(path: path)
    try await ledger.set(.environment, to: "sandbox")
    try await ledger.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: "INSERT INTO customers (app, id, version, seenAt) VALUES ('coach', 'ann', 1, 1)")
    }
    try queue.close()
    return (folder, url.path)
  }

  @Test("copies, compares, and says how to serve; a moved ledger is refused until that is undone")
  func lifecycle() async throws {
    let (folder, path) = try await Self.folder()
    let move = ["move", "--from", "tollgate.sqlite", "--to", "other.sqlite"]
    let moved = try Command(move, in: folder.url)
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(
      moved.output == """
        Moved \(path)/tollgate.sqlite to \(path)/other.sqlite: 1 customer, 0 facts, 2 rows in all; \
        both were read and are the same.
        Serve it with the same keys: tollgate serve … --database other.sqlite --key-file tollgate.keys

        """)
    #expect(moved.errors.contains("copying customers: 2 of 2 rows\n"))
    #expect(moved.errors.hasSuffix("verifying facts: 2 of 2 rows\n"))
    let again = try Command(move, in: folder.url)
    #expect(again.status == 0)
    #expect(
      again.output.hasPrefix("\(path)/tollgate.sqlite was moved to \(path)/other.sqlite: the"))
    for refused in [["prune"], ["keys", "list", "--app", "coach"]] {
      let command = try Command(refused, in: folder.url)
      #expect(command.status == 1)
      #expect(command.errors.contains("error: This ledger was moved to \(path)/other.sqlite at "))
    }
    let served = try Command([
      "serve", "Blueprints/grobro.yml", "--environment", "sandbox", "--database",
      "\(path)/tollgate.sqlite", "--port", "0",
    ])
    #expect(served.status == 1)
    #expect(served.errors.contains("tollgate.sqlite: error: This ledger was moved to"))
    try FileManager.default.removeItem(atPath: path + "/other.sqlite")
    let lost = try Command(move, in: folder.url)
    #expect(lost.status == 1)
    #expect(lost.output.isEmpty)
    #expect(
      lost.errors.hasPrefix(
        "other.sqlite: error: The ledger was moved to \(path)/other.sqlite at "))
    #expect(lost.errors.contains(", but the target does not contain it: "))
    #expect(!FileManager.default.fileExists(atPath: path + "/other.sqlite"))
    let undone = try Command(["move", "--undo", "--from", "tollgate.sqlite"], in: folder.url)
    #expect(undone.output == "\(path)/tollgate.sqlite: servers may be started on it again.\n")
    #expect(try Command(["prune", "--dry-run"], in: folder.url).status == 0)
    let twice = try Command(["move", "--undo", "--from", "tollgate.sqlite"], in: folder.url)
    #expect(twice.errors.contains("the ledger was not moved: there is nothing to undo"))
  }

  @Test("moving on the command line is refused while a server has the file open")
  func served() async throws {
    let (folder, path) = try await Self.folder()
    let server = try SQLiteLedger(path: path + "/tollgate.sqlite")
    let refused = try Command(
      ["move", "--from", "tollgate.sqlite", "--to", "other.sqlite"], in: folder.url)
    try await server.close()
    #expect(refused.status == 1)
    #expect(
      refused.errors.hasPrefix(
        "tollgate.sqlite: error: Another process has the database file open"))
    #expect(!FileManager.default.fileExists(atPath: path + "/other.sqlite"))
  }

  @Test(
    "to PostgreSQL and back; there, prune, verify and keys take the address",
    .needsPostgreSQL)
  func postgreSQL() async throws {
    let (folder, _) = try await Self.folder()
    let server = try #require(PostgreSQLServer.address)
    let name = "move_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    let psql = URL(fileURLWithPath: "/usr/bin/psql")
    let created = try Command([server, "-c", "CREATE DATABASE \(name)"], of: psql)
    try #require(created.status == 0, "\(created.errors)")
    let address = server.replacing("/postgres?", with: "/\(name)?")
    let there = try Command(["move", "--from", "tollgate.sqlite", "--to", address], in: folder.url)
    #expect(there.status == 0, "\(there.errors)")
    // The keys of a ledger in PostgreSQL are those in the folder, where they were before.
    #expect(there.output.hasSuffix("--database <the same address>\n"))
    #expect(!there.output.contains(address), "it may have a password")
    let verified = try Command(["verify", address], in: folder.url)
    #expect(verified.output.hasSuffix(": 1 customer, 0 facts\n"), "\(verified.errors)")
    let key = try Command(
      ["keys", "create", "--app", "coach", "--name", "backend", "--database", address],
      in: folder.url)
    #expect(key.status == 0, "\(key.errors)")
    let back = try Command(["move", "--from", address, "--to", "back.sqlite"], in: folder.url)
    #expect(back.status == 0, "\(back.errors)")
    let keys = try Command(
      ["keys", "list", "--app", "coach", "--database", "back.sqlite"], in: folder.url)
    #expect(keys.output.contains("backend"))
    let pruned = try Command(["prune", "--database", address], in: folder.url)
    #expect(pruned.errors.contains("error: This ledger was moved to"))
    #expect(try Command(["move", "--undo", "--from", address], in: folder.url).status == 0)
    let counted = try Command(["prune", "--dry-run", "--database", address], in: folder.url)
    #expect(counted.output.contains("abandoned customers: 1 to remove"), "\(counted.errors)")
    #expect(try Command([server, "-c", "DROP DATABASE \(name)"], of: psql).status == 0)
  }

  @Test(
    "what is for one engine only is refused with what to use instead",
    arguments: [
      (["backup", "b.sqlite"], Int32(1), "back PostgreSQL up with pg_dump or pg_basebackup"),
      (["restore", "b.sqlite"], 1, "restore PostgreSQL with pg_restore or a base backup"),
      (["prune", "--shrink"], 64, "VACUUM FULL makes its files smaller"),
    ])
  func oneEngine(arguments: [String], status: Int32, sentence: String) throws {
    let command = try Command(arguments + ["--database", "postgres://a:secret@db.example.com/t"])
    #expect(command.status == status)
    #expect(command.errors.contains(sentence), "\(command.errors)")
    #expect(!command.errors.contains("secret"))
  }

  @Test(
    "a move needs a source, and either a target or --undo",
    arguments: [
      ["--from", "a"], ["--from", "a", "--to", "b", "--undo"],
      ["--from", "a", "--undo", "--restart"],
    ])
  func options(options: [String]) throws {
    let command = try Command(["move"] + options)
    #expect(command.status == 64)
    #expect(
      command.errors.contains("Name where to move with --to; --undo goes with --from alone."))
  }

  @Test(
    "progress is the rows, and on a terminal their rate and the time that is left",
    arguments: [
      (nil, "copying facts: 500 of 2000 rows"),
      (100.4, "copying facts: 500 of 2000 rows, 100 rows/s, 0:15 left"),
      (7, "copying facts: 500 of 2000 rows, 7 rows/s, 3:35 left"),
      (0.5, "copying facts: 500 of 2000 rows"),
    ] as [(Double?, String)])
  func progress(rate: Double?, text: String) {
    let progress = LedgerMove.Progress(
      stage: .copying, table: "facts", rows: 500, total: 2000, isTableDone: false)
    #expect(MoveProgress.text(progress, rate: rate) == text)
  }
}
