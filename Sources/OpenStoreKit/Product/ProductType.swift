extension Product {
  /// The kind of a product.
  public struct ProductType: RawRepresentable, Hashable, Sendable {
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the kind with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Used up, and bought again.
    public static let consumable = Self(rawValue: "Consumable")

    /// Bought once, owned for ever.
    public static let nonConsumable = Self(rawValue: "Non-Consumable")

    /// A subscription whose length the app keeps.
    public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")

    /// A subscription that renews until it is cancelled.
    public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")

    /// The name for people, in English.
    public var localizedDescription: String { rawValue }
  }
}
