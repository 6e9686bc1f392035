/// Why a customer wants a refund, as they told the store.
public enum RefundReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The purchase was not intended.
  case unintendedPurchase
  /// The purchase was not delivered.
  case fulfillmentIssue
  /// The customer was not satisfied with it.
  case unsatisfied
  /// A legal reason.
  case legal
  /// Any other reason, or one that this version does not know.
  case other
}
