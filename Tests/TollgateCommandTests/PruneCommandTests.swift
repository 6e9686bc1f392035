import Foundation
import GRDB
import Testing
import TollgateLedger

@testable import TollgateCommand

@Suite("Pruning on the command line")
struct PruneCommandTests {
  @Test("counts, removes and shrinks, but not under a running server")
  func lifecycle() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("tollgate.sqlite").path
    try await SQLiteLedger(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: "INSERT INTO customers (app, id, version, seenAt) VALUES ('coach', 'ann', 1, 1)")
    }
    try queue.close()
    let server = try SQLiteLedger(path: path)
    let refused = try Command(["prune"], in: folder.url)
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        tollgate.sqlite: error: a server has the file open and prunes it by itself; \
        stop it first, or use --dry-run

        """)
    let counted = try Command(["prune", "--dry-run"], in: folder.url)
    try await server.close()
    #expect(
      counted.output == """
        answers to repeated requests: 0 to remove (kept for 90 days)
        refused notifications: 0 to remove (kept for 180 days)
        ended sessions: 0 to remove (kept for 400 days)
        UUIDs of recorded notifications: 0 to remove (kept for 180 days)
        lapsed reservations: 0 to remove (kept for 30 days)
        replaced values of attributes: 0 to remove (kept for 30 days)
        tokens to revoke: 0 to remove (kept for 180 days)
        abandoned customers: 1 to remove (kept for 400 days)

        """)
    let kept = try Command(["prune", "--retain-abandoned", "forever"], in: folder.url)
    #expect(kept.output.hasSuffix("abandoned customers: 0 removed (kept forever)\n"))
    let removed = try Command(["prune", "--shrink"], in: folder.url)
    #expect(removed.output.hasSuffix("abandoned customers: 1 removed (kept for 400 days)\n"))
    let again = try Command(["prune"], in: folder.url)
    #expect(again.output.hasSuffix("abandoned customers: 0 removed (kept for 400 days)\n"))
  }

  @Test(
    "too few days, or none at all, are refused before anything starts",
    arguments: [
      (
        ["--retain-answers", "29"],
        """
        --retain-answers: 29 days is out of range for answers to repeated requests: use 30 to \
        36525, or forever.
        """
      ),
      (["--retain-abandoned", "0"], "0 days is out of range for abandoned customers: use 400"),
      (["--retain-refusals", "long"], "'long' is invalid for '--retain-refusals <days>'"),
    ])
  func floor(options: [String], sentence: String) throws {
    for command in [["serve", "Blueprints/grobro.yml", "--in-memory"], ["prune"]] {
      let refused = try Command(command + options)
      #expect(refused.status == 64)
      #expect(refused.errors.contains(sentence))
    }
  }
}
