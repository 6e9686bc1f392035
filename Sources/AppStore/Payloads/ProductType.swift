/// The kind of a product.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/type>.
public struct ProductType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A subscription that renews until it is cancelled.
  public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")

  /// Bought once, owned for ever.
  public static let nonConsumable = Self(rawValue: "Non-Consumable")

  /// Used up, and bought again.
  public static let consumable = Self(rawValue: "Consumable")

  /// A subscription whose length the app keeps.
  public static let nonRenewing = Self(rawValue: "Non-Renewing Subscription")
}
