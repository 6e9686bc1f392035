/// The products of an app, as described in Xcode's StoreKit configuration files (`.storekit`).
///
/// Versions 1 to 6 of the format are read, and later ones with a warning. Follows
/// <https://developer.apple.com/documentation/xcode/setting-up-storekit-testing-in-xcode>.
///
/// ## Topics
/// - Reading: ``init(json:)``, ``StoreKitConfigurationError``, ``warnings``
/// - Products: ``Product``, ``SubscriptionGroup``, ``Subscription``, ``Offer``
/// - Testing: ``Settings``
public struct StoreKitConfiguration: Hashable, Sendable {
  /// The version of the format, or of the file's text.
  public struct Version: Hashable, Sendable {
    /// The number before the dot.
    public var major: Int

    /// The number after the dot.
    public var minor: Int

    public init(major: Int, minor: Int) {
      self.major = major
      self.minor = minor
    }
  }

  /// The identifier that Xcode assigned to the file.
  public var identifier: String

  /// The version of the format.
  public var version: Version

  /// Consumables and non-consumables.
  public var products: [Product]

  /// Subscriptions that do not renew.
  public var nonRenewingSubscriptions: [Product]

  /// Subscriptions that renew, by group.
  public var subscriptionGroups: [SubscriptionGroup]

  /// The settings of local testing.
  public var settings: Settings

  /// What was ignored, by its path in the file, such as `settings._tides`; and what was interpreted differently than
  /// written, by its path and a sentence, such as `products[0].displayPrice: of another type; read as 1.49`.
  public var warnings: [String]

  /// Creates a configuration without a file.
  public init(
    identifier: String = "", version: Version = Version(major: 5, minor: 0),
    products: [Product] = [], nonRenewingSubscriptions: [Product] = [],
    subscriptionGroups: [SubscriptionGroup] = [], settings: Settings = Settings(),
    warnings: [String] = []
  ) {
    self.identifier = identifier
    self.version = version
    self.products = products
    self.nonRenewingSubscriptions = nonRenewingSubscriptions
    self.subscriptionGroups = subscriptionGroups
    self.settings = settings
    self.warnings = warnings
  }
}

extension StoreKitConfiguration {
  /// Every subscription of every group, in the order of the file.
  public var subscriptions: [Subscription] {
    subscriptionGroups.flatMap(\.subscriptions)
  }

  public func subscription(_ productID: String) -> Subscription? {
    subscriptions.first { $0.productID == productID }
  }

  /// The product with a product identifier, if it does not renew.
  public func product(_ productID: String) -> Product? {
    (products + nonRenewingSubscriptions).first { $0.productID == productID }
  }
}
