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

extension Ledger {
  /// Opens the histories as ``LedgerHistorySource/openHistories(asOfOneInstant:)``.
  ///
  /// - Throws: ``LedgerError`` with code `unavailable` if the ledger has none, or if its storage cannot be read.
  package func histories(
    asOfOneInstant: Bool = false
  ) async throws(LedgerError) -> any LedgerHistories {
    guard let source = self as? any LedgerHistorySource else {
      throw LedgerError(.unavailable, "The ledger has no histories.")
    }
    return try await source.openHistories(asOfOneInstant: asOfOneInstant)
  }
}
