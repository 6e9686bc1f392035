public import TollgateAppStore

/// A new or changed transaction, as delivered to the account's devices.
public struct TransactionUpdate: Hashable, Sendable {
  /// The origin of the change.
  public enum Cause: String, Hashable, Sendable {
    /// A device's own purchase, which that device gets as its result instead.
    case purchase

    /// The store: a renewal, an approval, a refund.
    case store
  }

  /// The position among the simulator's updates, from 1.
  public let sequence: Int

  public let at: Instant

  public let account: AccountID

  /// The origin of the change.
  public let cause: Cause

  public let transaction: Signed<TransactionPayload>
}
