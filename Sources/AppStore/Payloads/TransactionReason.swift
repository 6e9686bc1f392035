/// Whether the customer bought or the store renewed.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/transactionreason>.
public struct TransactionReason: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The customer bought.
  public static let purchase = Self(rawValue: "PURCHASE")

  /// The store renewed a subscription.
  public static let renewal = Self(rawValue: "RENEWAL")
}
