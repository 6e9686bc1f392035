extension StoreKitConfiguration {
  /// A product that does not renew.
  public struct Product: Hashable, Sendable {
    /// The product identifier.
    public var productID: String

    /// Consumable, non-consumable or non-renewing subscription.
    public var type: ProductType

    /// The name for the developer.
    public var referenceName: String

    /// The price.
    public var price: Milliunits

    /// Whether it can be shared through Family Sharing.
    public var isFamilyShareable: Bool

    /// The identifier that Xcode assigned.
    public var internalID: String

    /// The names and descriptions for customers.
    public var localizations: [Localization]

    /// Creates a product.
    public init(
      productID: String, type: ProductType, referenceName: String = "", price: Milliunits,
      isFamilyShareable: Bool = false, internalID: String = "", localizations: [Localization] = []
    ) {
      self.productID = productID
      self.type = type
      self.referenceName = referenceName
      self.price = price
      self.isFamilyShareable = isFamilyShareable
      self.internalID = internalID
      self.localizations = localizations
    }
  }

  /// The name and description of a product in one language.
  public struct Localization: Hashable, Sendable {
    /// The language and region, such as `en_US`.
    public var locale: String

    /// The name for customers.
    public var displayName: String

    /// The description for customers.
    public var description: String

    /// Creates a localization.
    public init(locale: String, displayName: String, description: String = "") {
      self.locale = locale
      self.displayName = displayName
      self.description = description
    }
  }
}
