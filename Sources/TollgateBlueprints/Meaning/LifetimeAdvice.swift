import Tollgate

/// The check for purchases for ever that open what the plan opens and are not the plan, so that their owners still count
/// as customers who have bought nothing.
///
/// ```yaml
/// products:
///   coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }
///   coach.lifetime: { kind: nonConsumable, name: For ever, entitlements: lifetime, price: 99.99 USD }
/// features:
///   send-message: [{ when: { entitled: [premium, lifetime] }, allow: unlimited }, …]
/// placements:
///   home: { when: { phase: free }, paywall: plans }   # shows to owners of `coach.lifetime`
/// ```
struct LifetimeAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each such product that a paywall sells.
  func note() {
    let plan = subject.states.plan
    guard subject.isSoundForStates, subject.isSound("features", "paywalls", "plan", "credits"),
      plan.candidates.isEmpty
    else { return }
    let sold = Set(definition.paywalls.flatMap(\.packages).map(\.product))
    let subscriptions = definition.planSubscriptions(plan)
    for product in definition.products
    where product.kind == .nonConsumable && product.needs.isEmpty && !product.entitlements.isEmpty
      && !plan.includes(product) && sold.contains(product.id)
    {
      guard let other = subscriptions.first(where: { opens(product, allThat: $0) }) else {
        continue
      }
      let extra = other.entitlements.filter { !product.entitlements.contains($0) }
      let names = (product.entitlements + extra).map(\.rawValue).joined(separator: ", ")
      let phase: Phase = definition.hasFreeTier ? .free : .blocked
      subject.warning(
        subject.path(of: product.id) + ["entitlements"],
        "whoever buys `\(product.id)` has all that `\(other.id)` opens and still counts as "
          + "`\(phase.rawValue)`, in texts, prompts and paywalls too",
        expected: "`[\(names)]`, so that it is the plan")
    }
  }

  /// Returns whether a product opens all that a subscription opens to those who have bought nothing; false if that is
  /// nothing, or not known.
  ///
  /// One that gives a part of what the subscription gives is meant to be less.
  private func opens(_ product: CatalogProduct, allThat subscription: CatalogProduct) -> Bool {
    let isFilling = definition.credits.contains { wallet in
      wallet.sources.contains { $0.product == subscription.id }
    }
    if isFilling || Set(product.entitlements).isSubset(of: subscription.entitlements) {
      return false
    }
    var opensAnything = false
    for feature in definition.features {
      guard let states = subject.states.seen(by: feature.rules.map(\.when)) else { return false }
      for state in states where state.entitled.isEmpty && [.free, .blocked].contains(state.phase) {
        let given = feature.allowance(in: subscription.states(after: state, in: subject)[0])
        let own = feature.allowance(in: product.states(after: state, in: subject)[0])
        if !given.isAtMost(own) { return false }
        opensAnything = opensAnything || !given.isAtMost(feature.allowance(in: state))
      }
    }
    return opensAnything
  }
}
