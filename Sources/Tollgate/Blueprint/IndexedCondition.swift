/// A ``Condition`` as bits, so that checking it takes a few comparisons and hashes nothing.
///
/// A member that the condition leaves empty never excludes a customer.
struct IndexedCondition: Hashable, Sendable {
  /// The phases in which it holds, as bits; every bit if the condition names none.
  let phases: UInt16
  /// The entitlements of which the customer must have at least one, as bits; 0 if none is required.
  let entitled: UInt64
  /// The entitlements of which the customer must have none, as bits.
  let notEntitled: UInt64
  /// The milestones that must all be reached, as bits.
  let reached: UInt64
  /// The milestones none of which may be reached, as bits.
  let notReached: UInt64
  /// The tests of the past that must all hold, as bits of ``BlueprintIndex/pastTests``.
  let past: UInt64
  /// The position of the number of held items in ``Standing/held``; -1 if any number may be held.
  let heldPosition: Int
  /// The least number of items at that position.
  let heldAtLeast: Int
  /// The states of the subscription of which one is required, as bits of ``SubscriptionBits``; 0 if none is required.
  let subscription: SubscriptionBits
  /// Whether the subscription must renew or not renew, as one bit of ``SubscriptionBits``; 0 if neither is required.
  let renewal: SubscriptionBits
  /// The products of which the subscription must be one, as bits of ``BlueprintIndex/products``; 0 for any product.
  let products: UInt64
  /// What the customer must be, as bits of ``AudienceIndex``.
  let audience: UInt64
  /// Conditions of which one must hold; empty if none is required.
  let any: [IndexedCondition]
  /// Conditions none of which may hold.
  let not: [IndexedCondition]

  init(_ condition: Condition, _ index: BlueprintIndex) {
    phases = condition.phases.isEmpty ? .max : condition.phases.reduce(0) { $0 | $1.bit }
    entitled = index.bits(condition.entitled)
    notEntitled = index.bits(condition.notEntitled)
    reached = index.bits(condition.reached)
    notReached = index.bits(condition.notReached)
    past = index.bits(condition.past)
    heldPosition = condition.held.flatMap { index.heldFeatures.firstIndex(of: $0.feature) } ?? -1
    heldAtLeast = condition.held?.atLeast ?? 0
    subscription = condition.subscription.reduce(into: []) { $0.insert(SubscriptionBits($1)) }
    renewal = condition.willRenew.map { $0 ? .renews : .doesNotRenew } ?? []
    products = index.bits(condition.products)
    audience = index.audience.bits(condition.audience)
    any = condition.any.map { IndexedCondition($0, index) }
    not = condition.not.map { IndexedCondition($0, index) }
  }
}
