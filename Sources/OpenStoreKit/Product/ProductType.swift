extension Product {
  /// The kind of a product.
  public struct ProductType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Used up, and can be bought again.
    public static let consumable = Self(rawValue: "Consumable")

    /// Bought once, owned forever.
    public static let nonConsumable = Self(rawValue: "Non-Consumable")

    /// A subscription whose duration the app manages.
    public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")

    /// A subscription that renews until it is cancelled.
    public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")

    /// Several subscriptions, also sold one by one, in one purchase; no simulated product is one.
    public static let subscriptionBundle = Self(rawValue: "Subscription Bundle")

    /// Several subscriptions that are only sold together; no simulated product is one.
    public static let subscriptionSuite = Self(rawValue: "Subscription Suite")

    /// The name for display, in English.
    public var localizedDescription: String { rawValue }
  }
}
