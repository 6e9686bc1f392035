import Foundation

extension StoreKitConfiguration {
  public struct Product: Hashable, Sendable {
    public var productID: String

    /// Consumable, non-consumable or non-renewing subscription.
    public var type: ProductType

    /// The name for the developer.
    public var referenceName: String

    public var price: Milliunits

    /// Whether it can be shared through Family Sharing.
    public var isFamilyShareable: Bool

    /// The identifier that Xcode assigned.
    public var internalID: String

    /// The lower prices behind codes.
    public var codeOffers: [CodeOffer]

    /// The names and descriptions for customers.
    public var localizations: [Localization]

    public init(
      productID: String, type: ProductType, referenceName: String = "", price: Milliunits,
      isFamilyShareable: Bool = false, internalID: String = "", codeOffers: [CodeOffer] = [],
      localizations: [Localization] = []
    ) {
      self.productID = productID
      self.type = type
      self.referenceName = referenceName
      self.price = price
      self.isFamilyShareable = isFamilyShareable
      self.internalID = internalID
      self.codeOffers = codeOffers
      self.localizations = localizations
    }
  }

  /// A lower price that a code gives, once, for a product that does not renew.
  ///
  /// Follows
  /// <https://developer.apple.com/help/app-store-connect/manage-in-app-purchases/create-offer-codes-for-in-app-purchases>.
  /// Apple does not document how a file has it: it is read from the product's `codeOffers`, with the keys of a
  /// subscription's code apart from those about periods.
  public struct CodeOffer: Hashable, Sendable {
    public var id: String

    /// The name for the developer.
    public var referenceName: String

    /// The price with the code; zero for a free offer.
    public var price: Milliunits

    /// The customers who can redeem it.
    public var eligibility: Set<OfferEligibility>

    /// The identifier that Xcode assigned.
    public var internalID: String

    public init(
      id: String, referenceName: String = "", price: Milliunits = .zero,
      eligibility: Set<OfferEligibility> = Set(OfferEligibility.allCases), internalID: String = ""
    ) {
      self.id = id
      self.referenceName = referenceName
      self.price = price
      self.eligibility = eligibility
      self.internalID = internalID
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

    public init(locale: String, displayName: String, description: String = "") {
      self.locale = locale
      self.displayName = displayName
      self.description = description
    }
  }
}

extension [StoreKitConfiguration.Localization] {
  /// The texts for a language and region, or else for the language, in English, or the first.
  ///
  /// - Parameter locale: The language and region, such as `en_US`.
  /// - Returns: The texts; nil for an empty list.
  package func best(for locale: String) -> StoreKitConfiguration.Localization? {
    let wanted = Locale(identifier: locale)
    let language = wanted.language.languageCode
    func first(_ fits: (Locale) -> Bool) -> StoreKitConfiguration.Localization? {
      self.first { fits(Locale(identifier: $0.locale)) }
    }
    return self.first { $0.locale == locale }
      ?? first { $0.language.languageCode == language && $0.region == wanted.region }
      ?? first { $0.language.languageCode == language }
      ?? first { $0.language.languageCode == .english } ?? self.first
  }
}
