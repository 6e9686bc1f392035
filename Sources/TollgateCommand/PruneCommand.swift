import ArgumentParser
import Foundation
import Logging
import Tollgate
import TollgateLedger
import TollgatePostgreSQL
import TollgateServer

/// Removes expired records from a ledger.
struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove expired records from a ledger.",
    discussion: """
      A running server does this by itself, once a day: this command is for a file
      that no server has open, or for PostgreSQL at any time. With --dry-run, it only
      counts, which also works while the server runs. Freed space is used for new
      records. With --shrink, a file becomes smaller: all of it is rewritten, which
      needs as much free space on the disk.

      EXAMPLES:
        tollgate prune --dry-run
        tollgate prune --database all.sqlite --retain-answers 30 --shrink
        tollgate prune --database postgres://tollgate@db/tollgate --dry-run
      """)

  @Option(help: ArgumentHelp("The ledger's file or address.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Flag(help: "Count what would be removed, and remove nothing.")
  var dryRun = false

  @Flag(help: "Rewrite the file without its free space afterwards.")
  var shrink = false

  @OptionGroup
  var retentionOptions: RetentionOptions

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    guard !(dryRun && shrink) else {
      throw ValidationError("--shrink changes the file: leave out --dry-run.")
    }
    guard !(shrink && PostgreSQLAddress.isAddress(database)) else {
      throw ValidationError(
        "--shrink is for a file; PostgreSQL uses the space again, and VACUUM FULL makes its files smaller."
      )
    }
  }

  func run() async throws {
    let retention = try retentionOptions.retention()
    let location = try LedgerLocation(database: database, inMemory: false)
    if case .database = location {
      // Several servers may prune at the same time, and so may this.
      return try await prune(try await location.openBesideServer(), retention)
    }
    do throws(LedgerError) {
      let ledger = try SQLiteLedger(path: database, mayCreate: false, isBesideServer: dryRun)
      try await prune(ledger, retention)
      // Not closed after a dry run: that would wait for the requests of a running server.
      if shrink { try await ledger.shrink() }
      if !dryRun { try await ledger.close() }
    } catch  where error.code == .inUse {
      throw Failure(
        in: database,
        "a server has the file open and prunes it by itself; stop it first, or use --dry-run")
    } catch {
      throw Failure(in: database, error.message)
    }
  }

  private func prune(
    _ ledger: any Ledger, _ retention: Retention
  ) async throws(LedgerError) {
    // Nobody waits for this ledger, so there is no pause between transactions.
    let job = RetentionJob(
      ledger: ledger, retention: retention,
      clock: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
      logger: Output.logger("tollgate.prune", level: .warning), sleep: { _ in })
    let report: RetentionJob.Report
    do {
      report = try await job.runOnce(isDryRun: dryRun)
    } catch let error as LedgerError {
      throw error
    } catch {
      throw LedgerError(.unavailable, "The ledger could not be pruned.")
    }
    for kind in LedgerPruning.Kind.allCases {
      let count = report.removed[kind] ?? 0
      let kept = retention.days(of: kind).map { "kept for \($0) days" } ?? "kept forever"
      Output.print("\(kind.noun): \(count) \(dryRun ? "to remove" : "removed") (\(kept))")
    }
  }
}
