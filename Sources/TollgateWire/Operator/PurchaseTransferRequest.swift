public import Tollgate

/// A request that transfers a customer's purchase to another one, or previews that.
public struct PurchaseTransferRequest: Hashable, Sendable, Codable {
  /// The purchase, written as its original transaction id; `sandbox:` before it names another environment.
  public let purchase: PurchaseID
  public let receiver: Customer.ID
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(purchase: PurchaseID, receiver: Customer.ID, reason: String, isPreview: Bool? = nil) {
    self.purchase = purchase
    self.receiver = receiver
    self.reason = reason
    self.isPreview = isPreview
  }
}
