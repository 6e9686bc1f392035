public import AppStore

/// A purchase that waits for something outside the app.
public struct PendingPurchase: Hashable, Sendable, Identifiable {
  /// What a purchase waits for.
  public enum Reason: String, Hashable, Sendable {
    /// A parent's approval.
    case askToBuy

    /// The customer, who must accept terms or confirm a payment method.
    case interruption
  }

  /// Counts the pending purchases of a simulator from 1.
  public let id: Int

  /// Who buys.
  public let account: AccountID

  /// What is bought.
  public let productID: String

  /// What the app asked for with the purchase.
  public let options: PurchaseOptions

  /// The UUID that the app gave with the purchase.
  public var appAccountToken: String? { options.appAccountToken }

  /// What the purchase waits for.
  public let reason: Reason

  /// When it began to wait.
  public let since: Milliseconds
}
