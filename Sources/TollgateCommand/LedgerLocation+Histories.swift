import TollgateLedger
import TollgatePostgreSQL

extension LedgerLocation {
  /// Opens a ledger to read histories, which a running server may have open too.
  ///
  /// - Throws: ``LedgerError`` if it is missing or cannot be read.
  func openHistories() async throws -> any LedgerHistories {
    switch self {
    case .memory: throw LedgerError(.missing, "A ledger in memory has no history.")
    case .file(let path): try SQLiteHistories(path: path)
    case .database(let address): try await PostgreSQLHistories(address)
    }
  }
}
