/// The kind of a product.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/type>.
public struct ProductType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A subscription that renews until it is cancelled.
  public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")

  /// Bought once, owned forever.
  public static let nonConsumable = Self(rawValue: "Non-Consumable")

  /// Used up, and can be bought again.
  public static let consumable = Self(rawValue: "Consumable")

  /// A subscription whose duration the app manages.
  public static let nonRenewing = Self(rawValue: "Non-Renewing Subscription")
}
