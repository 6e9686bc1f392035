import Foundation
import Tollgate
import TollgateLedger

/// Reads an app's customers in batches and reports on several at a time, while the next batch is read.
struct LedgerReplay {
  /// How many customers are read at once.
  private static let batch = 500

  private let histories: any LedgerHistories
  private let app: Blueprint.App.ID
  private let limit: Int
  private let cores: Int

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of customers; nil for all.
  ///   - cores: How many batches are replayed at once; by default as many as the machine can.
  init(
    _ histories: any LedgerHistories, of app: Blueprint.App.ID, limit: Int?,
    cores: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.histories = histories
    self.app = app
    self.limit = limit ?? .max
    self.cores = max(1, cores)
  }

  /// Reports on every customer, and on every purchase that nobody has claimed.
  ///
  /// At most one batch for each core is in memory, and one that is being read.
  ///
  /// - Parameters:
  ///   - merge: Adds the report of other customers.
  ///   - progress: Called after each batch, with the number of customers read and their total.
  /// - Throws: ``LedgerError`` if the ledger cannot be read or a fact cannot be decoded, or what `replay` throws.
  func run<Report: Sendable>(
    _ empty: Report, _ replay: @escaping @Sendable ([LedgerHistory]) throws -> Report,
    merging merge: (inout Report, Report) -> Void, progress: (Int, Int) -> Void
  ) async throws -> Report {
    let total = try await histories.customerCount(in: app, upTo: limit)
    return try await withThrowingTaskGroup(of: Report.self) { group in
      var report = empty
      var (last, done, running) = (Customer.ID?.none, 0, 0)
      while done < limit {
        try Task.checkCancellation()
        let size = min(Self.batch, limit - done)
        let read = try await histories.histories(after: last, in: app, limit: size)
        if running == cores, let finished = try await group.next() {
          merge(&report, finished)
          running -= 1
        }
        group.addTask { try replay(read) }
        running += 1
        done += read.count
        progress(done, max(total, done))
        guard read.count == size else { break }
        last = read.last?.customer
      }
      for try await finished in group { merge(&report, finished) }
      return report
    }
  }
}
