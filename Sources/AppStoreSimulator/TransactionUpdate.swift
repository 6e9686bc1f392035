public import AppStore

/// A new or changed transaction, as the account's devices hear of it.
public struct TransactionUpdate: Hashable, Sendable {
  /// How the transaction came about.
  public enum Cause: String, Hashable, Sendable {
    /// A device's own purchase, which that device gets as its result instead.
    case purchase

    /// The store: a renewal, an approval, a refund.
    case store
  }

  /// The place among the simulator's updates, from 1.
  public let sequence: Int

  /// When it happened.
  public let at: Milliseconds

  /// Whose transaction it is.
  public let account: AccountID

  /// How it came about.
  public let cause: Cause

  /// The transaction.
  public let transaction: Signed<TransactionPayload>
}
