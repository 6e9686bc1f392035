/// Why a customer asks for a refund.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreservernotifications/consumptionrequestreason>.
public struct ConsumptionRequestReason: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The purchase was not meant.
  public static let unintendedPurchase = Self(rawValue: "UNINTENDED_PURCHASE")

  /// The purchase was not delivered.
  public static let fulfillmentIssue = Self(rawValue: "FULFILLMENT_ISSUE")

  /// The purchase did not please.
  public static let unsatisfiedWithPurchase = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")

  /// For a legal reason.
  public static let legal = Self(rawValue: "LEGAL")

  /// For any other reason.
  public static let other = Self(rawValue: "OTHER")
}
