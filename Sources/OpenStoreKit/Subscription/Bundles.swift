public import Foundation

// Several subscriptions in one purchase, as far as Apple has made them public. The simulated store sells none, so
// everything here is nil, false or empty.

extension Product.SubscriptionInfo {
  /// A subscription that is part of a bundle.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/bundledsubscription>.
  public struct BundledSubscription: Hashable, Identifiable, Sendable {
    public let id: Product.ID

    /// The name, in the language of the store.
    public let displayName: String

    /// The description, in the language of the store.
    public let description: String

    public let price: Decimal

    /// The price as text, with its currency.
    public let displayPrice: String

    public let isFamilyShareable: Bool

    public let subscriptionGroupID: String

    /// The level of service in the group; 1 is the highest.
    public let subscriptionGroupLevel: Int

    public let subscriptionGroupDisplayName: String
  }

  /// The subscriptions of a bundle.
  public var bundledSubscriptions: [BundledSubscription] { [] }
}

extension Transaction {
  /// The bundle that the transaction belongs to.
  public var bundleProductID: String? { nil }

  public var bundleSubscriptionGroupID: String? { nil }

  /// The transaction of the whole bundle.
  public var bundleTransactionID: String? { nil }

  /// The first transaction of the whole bundle.
  public var bundleOriginalTransactionID: String? { nil }

  /// The subscription that this one replaced when the customer changed to a bundle, or away from one.
  public var previousOriginalTransactionID: UInt64? { nil }
}

extension Product.SubscriptionInfo.RenewalInfo {
  /// The bundle that the next period belongs to.
  public var bundleProductID: String? { nil }

  public var bundleSubscriptionGroupID: String? { nil }

  /// The first transaction of the whole bundle.
  public var bundleOriginalTransactionID: String? { nil }

  /// Whether the subscription renews outside the bundle.
  public var willUnbundle: Bool { false }
}
