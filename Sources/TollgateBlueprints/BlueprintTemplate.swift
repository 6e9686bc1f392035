import Foundation
import Tollgate
public import TollgateAppStore

/// An app's first blueprint, as `tollgate init` writes it.
///
/// ```swift
/// let template = BlueprintTemplate(name: "Coach", bundleID: "com.example.coach", features: ["export"])
/// print(try template.text())
/// ```
public struct BlueprintTemplate: Sendable {
  public enum Trial: Hashable, Sendable {
    /// No trial.
    case none
    /// A number of days from signing up, without a payment; at least one.
    case days(Int)
    /// The store's free introductory offer.
    case storeOffer
  }

  /// The name that people see.
  public var name: String
  /// The bundle identifier in the store.
  public var bundleID: String
  /// The names of the paid features, at least one: `export`, or `Custom drills`.
  public var features: [String]
  /// Whether customers without a plan have a free tier; otherwise they are asked to buy.
  public var hasFreeTier = true
  public var trial = Trial.none
  /// The name of the `.storekit` file next to the blueprint, with its contents; nil writes two subscriptions.
  public var storekit: (name: String, products: StoreKitConfiguration)?

  /// Creates a template of an app that sells two subscriptions.
  public init(name: String, bundleID: String, features: [String]) {
    self.name = name
    self.bundleID = bundleID
    self.features = features
  }

  /// The app's id: its name in lower case, with hyphens.
  public var id: String { Self.slug(name) }

  /// Whether the products have a free introductory offer that can be the trial.
  public static func hasFreeOffer(_ products: StoreKitConfiguration) -> Bool {
    products.subscriptions.contains { $0.introductoryOffer?.paymentMode == .free }
  }

  /// Returns the blueprint in the house style.
  ///
  /// - Throws: ``BlueprintFileError`` if a value cannot be part of a blueprint, such as a name without a letter.
  public func text() throws(BlueprintFileError) -> String {
    try BlueprintFormat.format(
      [head(), products, access, featureList, paywall].joined(separator: "\n"), name: "\(id).yml")
  }

  /// The header, the app, with more of its keys, and its links.
  package func head(adding keys: [String] = []) -> String {
    """
    # \(name): what it sells, and what customers may do.

    app:
      id: \(quoted(id))
      name: \(quoted(name))
      bundleID: \(quoted(bundleID))
      appleID: 1234567890 # A placeholder: use the number that App Store Connect shows under App Information.
    \(keys.map { "  \($0)\n" }.joined())
    # Placeholders: App Review follows both links.
    legal:
      terms: https://example.com/terms
      privacy: https://example.com/privacy

    """
  }

  /// The products that give the entitlement, by their identifiers.
  private var lasting: [String] {
    guard let products = storekit?.products else { return ["\(id).yearly", "\(id).monthly"] }
    return products.subscriptions.map(\.productID)
      + (products.products + products.nonRenewingSubscriptions)
      .filter { $0.type != .consumable }.map(\.productID)
  }

  /// The products, or the file that they come from.
  private var products: String {
    guard let storekit else {
      let offer =
        trial == .storeOffer
        ? "\n    introductoryOffer: { payment: freeTrial, period: P1W }" : ""
      return """
        products:
          \(quoted("\(id).yearly")):
            name: Premium, a year
            entitlements: premium
            price: 59.99 USD
            period: P1Y
            group: premium\(offer)
          \(quoted("\(id).monthly")):
            name: Premium, a month
            entitlements: premium
            price: 9.99 USD
            period: P1M
            group: premium\(offer)

        """
    }
    let ending = storekit.products.nonRenewingSubscriptions.map {
      "    \(quoted($0.productID)): P30D\n"
    }.joined()
    let isCurrencyKnown = KnownStorefront.byCountry[storekit.products.settings.storefront] != nil
    let placeholder = "A placeholder: the currency of the file's storefront is not known."
    let currency = isCurrencyKnown ? "" : "  currency: USD # \(placeholder)\n"
    return """
      products:
        from: \(quoted(storekit.name))
      \(currency)\
        entitlements:
      \(lasting.map { "    \(quoted($0)): premium\n" }.joined())\
      \(ending.isEmpty ? "" : "  # How long each lasts, which the store does not say.\n  lasts:\n\(ending)")
      """
  }

  /// The free tier and the trial.
  private var access: String {
    let tier = hasFreeTier ? "# Everything else is free.\nhasFreeTier: true\n\n" : ""
    switch trial {
    case .none: return tier
    case .days(let days):
      return tier + "trial:\n  start: signUp\n  lasts: P\(days)D\n  entitles: premium\n"
    case .storeOffer: return tier + "trial:\n  start: introductoryOffer\n"
    }
  }

  /// The features, each for customers with the entitlement.
  private var featureList: String {
    "features:\n"
      + features.map { feature in
        """
          \(quoted(Self.slug(feature))):
            title: \(quoted(Self.title(feature)))
            icon: star
            paywall: upgrade
            rules:
              - when: { entitled: premium }
                allow: unlimited
              - otherwise: deny

        """
      }.joined()
  }

  /// The paywall that sells everything.
  private var paywall: String {
    """
    paywalls:
      upgrade:
        title: \(quoted("Get more out of \(name)"))
        benefits:
    \(features.map { "      - { feature: \(quoted(Self.slug($0))) }\n" }.joined())\
        packages: [\(lasting.map(quoted).joined(separator: ", "))]
    """
  }

  /// A text in JSON's quotes, which are valid in YAML; formatting removes unnecessary ones.
  package func quoted(_ text: String) -> String { JSON.string(text).text() }

  /// A text as a name of the blueprint: ASCII letters and digits, with hyphens between them.
  private static func slug(_ text: String) -> String {
    let plain = text.folding(options: .diacriticInsensitive, locale: nil).lowercased()
    return plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  /// A name as a title: `custom-drill` is “Custom drill”.
  private static func title(_ feature: String) -> String {
    let words = feature.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
