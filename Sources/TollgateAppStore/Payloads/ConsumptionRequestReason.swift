/// Why a customer requests a refund.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/consumptionrequestreason>.
public struct ConsumptionRequestReason: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The purchase was unintended.
  public static let unintendedPurchase = Self(rawValue: "UNINTENDED_PURCHASE")

  /// The purchase was not delivered.
  public static let fulfillmentIssue = Self(rawValue: "FULFILLMENT_ISSUE")

  /// The customer was not satisfied with the purchase.
  public static let unsatisfiedWithPurchase = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")

  public static let legal = Self(rawValue: "LEGAL")

  /// For any other reason.
  public static let other = Self(rawValue: "OTHER")
}
