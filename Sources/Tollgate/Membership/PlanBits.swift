/// The properties, as bits, that conditions test of the subscription that decides the plan.
struct PlanBits: Hashable, Sendable {
  /// The store's state and, while it gives access, whether it renews; empty without a subscription.
  var subscription: SubscriptionBits = []
  /// The product while it gives access, as a bit of ``BlueprintIndex/products``.
  var product: UInt64 = 0

  /// Nothing is known, or there is no subscription.
  init() {}

  /// Creates the bits of a subscription.
  ///
  /// A subscription whose product is not in the blueprint decides nothing.
  init(_ subscription: Subscription?, in blueprint: Blueprint) {
    guard let subscription, blueprint.catalog.products[subscription.plan] != nil else { return }
    self.subscription = [SubscriptionBits(subscription.condition)]
    guard subscription.isActive else { return }
    self.subscription.insert(subscription.willRenew ? .renews : .doesNotRenew)
    product = blueprint.index.bit(subscription.plan)
  }

  /// Creates the bits of a pending plan as they will be once it has started.
  init(_ plan: PendingPlan) {
    subscription = [.active, .renews]
    product = plan.product
  }
}

/// A subscription's state at the store and whether it renews, as bits.
struct SubscriptionBits: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The bit of a state at the store.
  init(_ condition: StoreCondition) {
    switch condition {
    case .active: self = .active
    case .grace: self = .grace
    case .billingRetry: self = .billingRetry
    case .paused: self = .paused
    case .expired: self = .expired
    case .revoked: self = .revoked
    }
  }

  static let active = SubscriptionBits(rawValue: 1 << 0)
  static let grace = SubscriptionBits(rawValue: 1 << 1)
  static let billingRetry = SubscriptionBits(rawValue: 1 << 2)
  static let paused = SubscriptionBits(rawValue: 1 << 3)
  static let expired = SubscriptionBits(rawValue: 1 << 4)
  static let revoked = SubscriptionBits(rawValue: 1 << 5)
  /// It gives access and will renew.
  static let renews = SubscriptionBits(rawValue: 1 << 6)
  /// It gives access and will not renew.
  static let doesNotRenew = SubscriptionBits(rawValue: 1 << 7)
}
