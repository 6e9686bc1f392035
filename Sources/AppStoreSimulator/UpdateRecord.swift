import AppStore

/// A new or changed transaction as the store keeps it.
struct UpdateRecord: Sendable {
  var at: Milliseconds
  var cause: TransactionUpdate.Cause
  var transaction: TransactionRecord
}
