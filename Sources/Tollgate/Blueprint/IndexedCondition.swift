/// A ``Condition`` as bits, so that checking it takes a few comparisons.
struct IndexedCondition: Hashable, Sendable {
  let conditions: IndexedConditions

  init(_ condition: Condition, _ index: BlueprintIndex) {
    conditions = IndexedConditions([condition], index)
  }
}

/// Conditions in the order in which they are checked, as one array that is read without a copy or a reference count.
struct IndexedConditions: Hashable, Sendable {
  /// Each condition, followed by those within it: first its conditions of `not`, then those of `any`.
  let parts: [Part]

  /// A condition, without those within it.
  struct Part: Hashable, Sendable {
    /// What it requires.
    let test: ConditionTest
    /// Whether it is one of `not`, and so must not hold.
    let isExcluded: Bool
    /// The number of parts up to the next condition on the same level.
    let size: Int
  }

  init(_ conditions: [Condition], _ index: BlueprintIndex) {
    parts = conditions.flatMap { Self.parts(of: $0, isExcluded: false, index) }
  }

  private static func parts(
    of condition: Condition, isExcluded: Bool, _ index: BlueprintIndex
  ) -> [Part] {
    let within =
      condition.not.flatMap { parts(of: $0, isExcluded: true, index) }
      + condition.any.flatMap { parts(of: $0, isExcluded: false, index) }
    let test = ConditionTest(condition, index)
    return [Part(test: test, isExcluded: isExcluded, size: within.count + 1)] + within
  }
}

/// What a ``Condition`` requires, apart from the conditions within it.
///
/// A member that the condition leaves empty never excludes a customer.
struct ConditionTest: Hashable, Sendable {
  /// The phases in which it holds, as bits; every bit if the condition names none.
  let phases: UInt16
  /// The subscription states, at least one of which is required, as bits of ``SubscriptionBits``; 0 if none is required.
  let subscription: SubscriptionBits
  /// Whether the subscription must renew or not renew, as one bit of ``SubscriptionBits``; 0 if neither is required.
  let renewal: SubscriptionBits
  /// The entitlements, at least one of which the customer must have, as bits; 0 if none is required.
  let entitled: UInt64
  /// The entitlements that the customer must not have, as bits.
  let notEntitled: UInt64
  /// The milestones that must all be reached, as bits.
  let reached: UInt64
  /// The milestones that must not be reached, as bits.
  let notReached: UInt64
  /// The tests of the past, and of what is left, that must all hold, as bits of ``BlueprintIndex/pastTests`` and
  /// ``BlueprintIndex/leftTests``.
  let past: UInt64
  /// The position of the number of held items in ``Standing/held``; -1 if any number may be held.
  let heldPosition: Int
  /// The least number of items at that position.
  let heldAtLeast: Int
  /// The products that the subscription may be for, as bits of ``BlueprintIndex/products``; 0 for any product.
  let products: UInt64
  /// What the customer must be, as bits of ``AudienceIndex``.
  let audience: UInt64

  init(_ condition: Condition, _ index: BlueprintIndex) {
    phases = condition.phases.isEmpty ? .max : condition.phases.reduce(0) { $0 | $1.bit }
    subscription = condition.subscription.reduce(into: []) { $0.insert(SubscriptionBits($1)) }
    renewal = condition.willRenew.map { $0 ? .renews : .doesNotRenew } ?? []
    entitled = index.bits(condition.entitled)
    notEntitled = index.bits(condition.notEntitled)
    reached = index.bits(condition.reached)
    notReached = index.bits(condition.notReached)
    past = index.bits(condition.past) | index.bits(condition.left)
    heldPosition = condition.held.flatMap { index.heldFeatures.firstIndex(of: $0.feature) } ?? -1
    heldAtLeast = condition.held?.atLeast ?? 0
    products = index.bits(condition.products)
    audience = index.audience.bits(condition.audience)
  }
}
