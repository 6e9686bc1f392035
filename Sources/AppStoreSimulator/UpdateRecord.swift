import TollgateAppStore

/// A new or changed transaction as stored.
struct UpdateRecord: Sendable {
  var at: Instant
  var cause: TransactionUpdate.Cause
  var transaction: TransactionRecord
}
