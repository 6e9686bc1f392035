import Foundation
import GRDB
import TollgateMutex

/// Copies the write-ahead log into the database's file while writes go on.
///
/// SQLite's own checkpoint runs within a commit, which then takes ten times as long. So another connection copies most of
/// the log, and the writing one only what was written in the meantime; the log then begins again.
final class LedgerCheckpoints: Sendable {
  /// After how many writes the log is copied, which is about 4,000 pages of 4 KiB.
  private static let interval = 1024

  private struct State {
    /// The writes since the last copy began.
    var written = 0
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

  /// Counts writes that were committed, and begins to copy the log if it is time.
  func committed(_ count: Int) {
    let isDue = state.withLock { state in
      state.written += count
      guard state.written >= Self.interval, !state.isRunning else { return false }
      state = State(isRunning: true)
      return true
    }
    guard isDue else { return }
    Task { await run() }
  }

  /// Runs work on the writing connection while this one copies nothing.
  func pausing(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
    try await connection.writeWithoutTransaction { [writer] _ in
      try writer.writeWithoutTransaction(work)
    }
  }

  func close() throws { try connection.close() }

  private func run() async {
    do {
      for connection in [connection, writer] as [any DatabaseWriter] {
        try await connection.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
      }
    } catch {
      // SQLite's own checkpoint copies the log once it is too long.
    }
    state.withLock { $0.isRunning = false }
  }
}
