public import TollgateAppStore

/// A purchase that is waiting for something outside the app.
public struct PendingPurchase: Hashable, Sendable, Identifiable {
  /// What a purchase is waiting for.
  public enum Reason: String, Hashable, Sendable {
    /// A parent's approval.
    case askToBuy

    /// The customer, who must accept terms or confirm a payment method.
    case interruption
  }

  /// The number of the pending purchase in its simulator, from 1.
  public let id: Int

  public let account: AccountID

  public let productID: String

  public let options: PurchaseOptions

  /// The UUID that the app passed with the purchase.
  public var appAccountToken: String? { options.appAccountToken }

  /// What the purchase is waiting for.
  public let reason: Reason

  public let since: Instant
}
