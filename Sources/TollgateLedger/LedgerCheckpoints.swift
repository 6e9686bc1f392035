import Foundation
import GRDB
import TollgateMutex

/// Copies the write-ahead log into the database's file without stopping the writes.
///
/// SQLite's own checkpoint runs within a commit, which then takes ten times as long. So another connection copies most of
/// the log, and the writing one only what was written in the meantime; the log then begins again.
final class LedgerCheckpoints: Sendable {
  /// After about how many pages of 4 KiB the log is copied: 32 MiB.
  ///
  /// Frequent writes of the same customers change the same pages again and again, of which only the last state is copied.
  private static let interval = 8192
  /// How many pages a write changes on average, at most, and how many more a commit does: uses of many customers change
  /// three and a half each, and a lone one eight.
  private static let (pagesOfWrite, pagesOfCommit) = (4, 4)
  /// How many pages of 4 KiB the log collects before a commit itself copies them.
  ///
  /// 16,384 pages are 64 MiB: most logs are copied long before, and recovery after a crash is short.
  static let greatestLog = 16_384

  private struct State {
    /// About how many pages were written since the last copy began.
    var pages = 0
    var isRunning = false
  }

  private let state = Mutex(State())
  private let writer: any DatabaseWriter
  private let connection: DatabaseQueue

  /// Opens a connection of its own to the file that another one writes.
  init(_ writer: any DatabaseWriter, busyAfter seconds: TimeInterval) throws {
    self.writer = writer
    var configuration = Configuration()
    configuration.label = "ledger.checkpoints"
    configuration.busyMode = .timeout(seconds)
    connection = try DatabaseQueue(path: writer.path, configuration: configuration)
  }

  /// Counts writes that were committed together, and begins to copy the log if it is time.
  func committed(_ count: Int) {
    let isDue = state.withLock { state in
      state.pages += count * Self.pagesOfWrite + Self.pagesOfCommit
      guard state.pages >= Self.interval, !state.isRunning else { return false }
      state = State(isRunning: true)
      return true
    }
    guard isDue else { return }
    Task { await run() }
  }

  /// Runs work on the writing connection while this one copies nothing, even if the caller's task is cancelled.
  func pausing(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
    try await Task { [connection, writer] in
      try await connection.writeWithoutTransaction { _ in try writer.writeWithoutTransaction(work) }
    }.value
  }

  /// Closes the connection after the copy in progress; none is made afterwards.
  func close() throws { try connection.close() }

  private func run() async {
    do {
      try await connection.writeWithoutTransaction { [writer] database in
        guard database.sqliteConnection != nil else { return }
        do {
          try writer.writeWithoutTransaction { try Self.keepLog($0) }
          _ = try database.checkpoint(.passive)
        } catch {
          // The other connection then copies everything, which makes room on a full disk.
        }
        try writer.writeWithoutTransaction { database in
          _ = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint = \(Self.greatestLog)")
          _ = try database.checkpoint(.passive)
        }
      }
    } catch {
      // SQLite's own checkpoint copies the log once it is too long.
    }
    state.withLock { $0.isRunning = false }
  }

  /// Writes something that no other copy will include, so that the log cannot begin again before this one has it.
  ///
  /// Before version 3.51.3, SQLite can [lose commits](https://www.sqlite.org/wal.html#walresetbug) if a copy begins while
  /// another connection begins the log again, as it does once everything is copied.
  private static func keepLog(_ database: Database) throws {
    _ = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint = 0")
    try database.execute(sql: "PRAGMA application_id = \(LedgerSchema.applicationID)")
  }
}
