import Tollgate

/// A ledger whose histories can be read while it is in use.
package protocol LedgerHistorySource: Ledger {
  /// Opens the histories, on a connection of their own where the ledger has connections.
  ///
  /// - Parameter asOfOneInstant: Whether all batches are as of the instant at which the first one is read, rather than each
  ///   as of its own. Until they are closed, a file keeps what was replaced since, so a slow reader should not ask for it.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func openHistories(asOfOneInstant: Bool) async throws(LedgerError) -> any LedgerHistories
}

extension LedgerHistorySource {
  /// Opens the histories; each batch is as of its own instant.
  package func openHistories() async throws(LedgerError) -> any LedgerHistories {
    try await openHistories(asOfOneInstant: false)
  }
}
