/// Whether a transaction is a purchase by the customer or a renewal by the store.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/transactionreason>.
public struct TransactionReason: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The customer made a purchase.
  public static let purchase = Self(rawValue: "PURCHASE")

  /// The store renewed a subscription.
  public static let renewal = Self(rawValue: "RENEWAL")
}
