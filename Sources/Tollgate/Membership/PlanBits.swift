/// The properties, as bits, that conditions test of the subscription that decides the plan, and of those to add-ons.
struct PlanBits: Hashable, Sendable {
  /// The store's state and, while it gives access, whether it renews; empty without a subscription.
  var subscription: SubscriptionBits = []
  /// The product while it gives access, as a bit of ``BlueprintIndex/products``.
  var product: UInt64 = 0
  /// The running subscriptions to add-ons, which conditions test by their products.
  var addOns = AddOnBits()

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
  init(_ plan: PendingPlan, beside addOns: AddOnBits) {
    self.addOns = addOns
    subscription = [.active, .renews]
    product = plan.product
  }
}

/// The products of a customer's subscriptions to add-ons that give access, as bits of ``BlueprintIndex/products``.
struct AddOnBits: Hashable, Sendable {
  private var activeRenewing: UInt64 = 0
  private var activeEnding: UInt64 = 0
  private var graceRenewing: UInt64 = 0
  private var graceEnding: UInt64 = 0

  /// Adds a subscription that gives access.
  mutating func insert(_ subscription: Subscription, _ product: UInt64) {
    switch (subscription.condition == .grace, subscription.willRenew) {
    case (false, true): activeRenewing |= product
    case (false, false): activeEnding |= product
    case (true, true): graceRenewing |= product
    case (true, false): graceEnding |= product
    }
  }

  /// Whether one of the subscriptions is for a product that a condition names, and has what it requires.
  func meet(_ test: ConditionTest) -> Bool {
    let (states, renewal) = (test.subscription, test.renewal)
    var found: UInt64 = 0
    if states.isEmpty || states.contains(.active) {
      if !renewal.contains(.doesNotRenew) { found |= activeRenewing }
      if !renewal.contains(.renews) { found |= activeEnding }
    }
    if states.isEmpty || states.contains(.grace) {
      if !renewal.contains(.doesNotRenew) { found |= graceRenewing }
      if !renewal.contains(.renews) { found |= graceEnding }
    }
    return found & test.products != 0
  }

  /// The states of the subscriptions for a product, and whether each renews.
  func states(of product: UInt64) -> [(condition: StoreCondition, willRenew: Bool)] {
    let all: [(bits: UInt64, condition: StoreCondition, willRenew: Bool)] = [
      (activeRenewing, .active, true), (activeEnding, .active, false),
      (graceRenewing, .grace, true), (graceEnding, .grace, false),
    ]
    return all.filter { $0.bits & product != 0 }.map {
      (condition: $0.condition, willRenew: $0.willRenew)
    }
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
