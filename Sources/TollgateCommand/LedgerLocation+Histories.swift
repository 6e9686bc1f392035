import Tollgate
import TollgateExplorer
import TollgateLedger
import TollgatePostgreSQL

extension LedgerLocation {
  /// Opens a ledger to read histories as of one instant; a running server may have it open too.
  ///
  /// - Throws: ``LedgerError`` if it is missing or cannot be read.
  func openHistories() async throws -> any LedgerHistories {
    switch self {
    case .memory: throw LedgerError(.missing, "A ledger in memory has no history.")
    case .file(let path): try SQLiteHistories(path: path, asOfOneInstant: true)
    case .database(let address): try await PostgreSQLHistories(address, asOfOneInstant: true)
    }
  }

  /// Reports on the recorded lives of an app's customers, and shows how many were read.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of customers; nil for all.
  ///   - title: What the progress line begins with.
  ///   - empty: The report without customers.
  ///   - merge: Adds the report of other customers.
  /// - Throws: ``Failure`` if the ledger cannot be read, or what `each` throws.
  func report<Report: Sendable>(
    on app: Blueprint.App.ID, limit: Int? = nil, title: String, _ empty: Report,
    _ each: @escaping @Sendable ([RecordedLife]) throws -> Report,
    merging merge: (inout Report, Report) -> Void
  ) async throws -> Report {
    try await reportHistories(
      on: app, limit: limit, title: title, empty, { try each($0.lives()) }, merging: merge)
  }

  /// Reports on the customers of an app and on the purchases that nobody has claimed, as ``report`` does on customers.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of customers; nil for all.
  ///   - title: What the progress line begins with.
  ///   - empty: The report without customers.
  ///   - merge: Adds the report on another batch.
  /// - Returns: The report of all of them.
  /// - Throws: ``Failure`` if the ledger cannot be read, or what `each` throws.
  func reportHistories<Report: Sendable>(
    on app: Blueprint.App.ID, limit: Int? = nil, title: String, _ empty: Report,
    _ each: @escaping @Sendable ([LedgerHistory]) throws -> Report,
    merging merge: (inout Report, Report) -> Void
  ) async throws -> Report {
    let progress = ProgressLine("\(title) \(description)")
    defer { progress.clear() }
    do {
      let histories = try await openHistories()
      let report = try await LedgerReplay(histories, of: app, limit: limit).run(
        empty, each, merging: merge,
        progress: { done, total in progress.show("\(done) of \(total) customers") })
      await histories.close()
      return report
    } catch let error as LedgerError {
      throw Failure(in: description, error.message)
    }
  }
}

extension [LedgerHistory] {
  /// The lives of the customers: a purchase that nobody has claimed is not one, nor is what stays of one who was removed.
  ///
  /// - Throws: ``LedgerError`` if a fact cannot be decoded.
  func lives() throws -> [RecordedLife] {
    try filter { !$0.customer.isPlaceholder && !$0.customer.isRemoved }.map {
      RecordedLife(customer: $0.customer, facts: try $0.facts())
    }
  }
}
