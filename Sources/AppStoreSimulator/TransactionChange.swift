public import TollgateAppStore

/// The latest version of a transaction, with its position among the changes of its store.
public struct TransactionChange: Hashable, Sendable {
  /// The position of the latest change, from 1; any later change, even at the same instant, has a higher one.
  public let number: Int

  /// The position of the refund or revocation among all of the store's; nil if nothing was revoked.
  public let revocation: Int?

  /// Whether a device has finished the transaction.
  public let isFinished: Bool

  public let transaction: Signed<TransactionPayload>
}
