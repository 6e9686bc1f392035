import Tollgate

/// What the blueprint's conditions depend on, by the explorer's own books rather than by the engine.
struct Circumstances: Hashable, Sendable {
  /// The customer's phase.
  var phase: Phase
  /// The entitlements that hold.
  var entitled: Set<Entitlement.ID> = []
  var reached: Set<Milestone.ID> = []
  /// The tests of the past that hold.
  var past: Set<PastTest> = []
  /// The tests of what is left that hold, which no rule of a feature has.
  var left: Set<Condition.Left> = []
  /// The number of items held, by feature.
  var held: [Feature.ID: Int] = [:]
  /// The tests of attributes and of the device that hold.
  var audience: Set<AudienceTest> = []
  /// The subscription that decides the plan; nil without one.
  var subscription: DecidingSubscription?
  /// The subscriptions to add-ons that give access.
  var addOns: Set<DecidingSubscription> = []

  /// Returns whether a test of the past holds; the plan of a subscriber has not lapsed.
  fileprivate func holds(_ test: PastTest) -> Bool {
    test.event == .lapse && phase == .subscribed ? test.holdsWithoutEvent : past.contains(test)
  }

  /// Forgets purchases and trials, as if the customer had never had any.
  mutating func forgetPurchases(_ rules: Rules) {
    for test in rules.pastTests where test.event.traits.contains(.isOfBuyers) {
      if test.holdsWithoutEvent { past.insert(test) } else { past.remove(test) }
    }
  }
}

/// The subscription that decides a plan, or one to an add-on, as conditions test it.
struct DecidingSubscription: Hashable, Sendable {
  /// The state at the store.
  let condition: StoreCondition
  /// Whether it will renew; nil unless it gives access.
  let willRenew: Bool?
  /// The product that gives access; nil if it gives none.
  let product: CatalogProduct.ID?
}

extension Condition {
  /// Returns whether the condition holds: each part that is written must, and an empty one always does.
  ///
  /// Of `phases` and `entitled` one is enough, of `reached` all are needed, and of `notEntitled` and `notReached` none
  /// may hold.
  func holds(in circumstances: Circumstances) -> Bool {
    (phases.isEmpty || phases.contains(circumstances.phase))
      && (entitled.isEmpty || !entitled.isDisjoint(with: circumstances.entitled))
      && notEntitled.isDisjoint(with: circumstances.entitled)
      && reached.isSubset(of: circumstances.reached)
      && notReached.isDisjoint(with: circumstances.reached)
      && past.allSatisfy(circumstances.holds)
      && left.allSatisfy(circumstances.left.contains)
      && held.map { circumstances.held[$0.feature, default: 0] >= $0.atLeast } ?? true
      && isMet(by: circumstances)
      && circumstances.audience.isSuperset(of: audience.tests)
      && (any.isEmpty || any.contains { $0.holds(in: circumstances) })
      && !not.contains { $0.holds(in: circumstances) }
  }
}

extension Condition {
  /// The names under which a device reports what the condition asks for.
  var askedProperties: Set<Attribute.ID> {
    Set(parts.flatMap(\.audience.tests).compactMap { $0.property?.attribute })
  }

  /// Whether the subscription that decides the plan meets the condition, or one to an add-on whose product it names.
  private func isMet(by circumstances: Circumstances) -> Bool {
    asksNothingBeyond(circumstances.subscription)
      || !products.isEmpty && circumstances.addOns.contains { asksNothingBeyond($0) }
  }

  /// Whether a subscription meets the condition; without one, the condition must not require anything of it.
  private func asksNothingBeyond(_ own: DecidingSubscription?) -> Bool {
    if !subscription.isEmpty {
      guard let own, subscription.contains(own.condition) else { return false }
    }
    if let willRenew, own?.willRenew != willRenew { return false }
    if !products.isEmpty {
      guard let product = own?.product, products.contains(product) else { return false }
    }
    return true
  }
}

extension Feature {
  /// Returns the position of the first rule whose condition holds; nil if there isn't one, which denies.
  func deciding(in circumstances: Circumstances) -> Int? {
    rules.firstIndex { $0.when.holds(in: circumstances) }
  }

  /// Returns what the deciding rule gives.
  func allowance(in circumstances: Circumstances) -> Allowance {
    deciding(in: circumstances).map { rules[$0].allowance } ?? .denied
  }
}

extension Feature.Allowance {
  /// Whether it gives anything.
  var givesAnything: Bool { self != .denied }

  /// Whether a wallet pays for each use, or for those after a limit.
  var spendsCredits: Bool { !prices.isEmpty }

  /// Whether it gives uses for which no credits pay.
  var givesFreeUses: Bool {
    givesAnything && (prices.isEmpty || !quotas.isEmpty && !countsPaidUses)
  }
}
