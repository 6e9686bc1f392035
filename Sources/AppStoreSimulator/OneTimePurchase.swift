import TollgateAppStore

/// A purchase that does not renew, without clock and signatures, beside ``SubscriptionLifecycle``.
///
/// Its transaction is an original of its own, which only refunds change. When a non-renewing subscription ends is for
/// the app to decide. Follows
/// <https://developer.apple.com/help/app-store-connect/reference/in-app-purchases-and-subscriptions/in-app-purchase-types/>.
package struct OneTimePurchase: Hashable, Sendable {
  /// The kind of its product.
  package enum Kind: Hashable, Sendable {
    case consumable, nonConsumable, nonRenewing
  }

  package let kind: Kind

  /// What was refunded of it.
  package var refunds: RefundState

  package init(_ kind: Kind, refunds: RefundState = RefundState()) {
    self.kind = kind
    self.refunds = refunds
  }

  /// Whether the customer owns the product for good: buying it again returns this purchase, and it can be shared with a
  /// family.
  package var isOwned: Bool { kind == .nonConsumable && !refunds.isRefunded }

  /// Whether it is among StoreKit's current entitlements.
  package var isEntitled: Bool { kind != .consumable && !refunds.isRefunded }

  /// How many of a product can be bought at once.
  package static func quantities(of kind: Kind) -> ClosedRange<Int> {
    kind == .nonConsumable ? 1...1 : 1...10
  }
}

extension OneTimePurchase.Kind {
  init(_ product: StoreKitConfiguration.Product) {
    switch product.type {
    case .consumable: self = .consumable
    case .nonConsumable: self = .nonConsumable
    default: self = .nonRenewing
    }
  }
}
