import Tollgate

/// A ledger whose histories can be read while it is in use.
package protocol LedgerHistorySource: Ledger {
  /// Opens the histories, on a connection of their own where the ledger has connections.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func openHistories() async throws(LedgerError) -> any LedgerHistories
}
