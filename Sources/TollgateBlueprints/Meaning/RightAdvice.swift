import Tollgate

/// The check for larger plans that are sold to customers who pay for the smaller one elsewhere, such as on the web.
///
/// The store cannot replace what it did not sell, so they would pay for both.
///
/// ```yaml
/// products:
///   plus: { name: Plus, entitlements: plus, price: 4.99 USD, period: P1M, group: app, level: 2 }
///   peak: { name: Peak, entitlements: [plus, peak], price: 9.99 USD, period: P1M, group: app, level: 1 }
/// grants:
///   web: { elsewhere: true, entitlement: plus }
/// paywalls:
///   plans: { title: Plans, packages: [plus, peak] }   # `peak` includes what `web` gives
/// ```
struct RightAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each package that sells such a plan.
  func note() {
    guard subject.isSoundForStates,
      subject.isSound(
        "grants", "teams", "plan", "features", "paywalls", "placements", "prompts", "nudges",
        "routes", "experiments")
    else { return }
    let plan = subject.states.plan
    let sold = Set(definition.products.flatMap(\.entitlements))
    for right in definition.grants where right.isElsewhere {
      let given = Set(right.entitlements)
      let smaller = given.intersection(sold)
      if smaller.isDisjoint(with: plan.granted) { continue }
      for paywall in definition.paywalls {
        for (position, package) in paywall.packages.enumerated()
        where package.offer == nil && package.seats == nil {
          guard let product = subject.product(package.product), product.kind == .autoRenewable,
            smaller.isStrictSubset(of: product.entitlements),
            product.isSold(toHolderOf: given),
            isSold(package, on: paywall.id, toHolderOf: given)
          else { continue }
          let path = ["paywalls", paywall.id.rawValue, "packages", "\(position)"]
          subject.warning(
            package.when == .always ? path : path + ["when"],
            "whoever has `\(right.id)` is sold `\(product.id)`, which includes it, "
              + "and pays for both",
            expected: expected(of: right, product, sold), finding: .soldTwice)
        }
      }
    }
  }

  /// What keeps a package from those who have a right, and from those who have all that it sells.
  ///
  /// Several rights may share an entitlement that says where they were bought.
  private func expected(
    of right: GrantTerms, _ product: CatalogProduct, _ sold: Set<Entitlement.ID>
  ) -> String {
    let others = definition.grants.filter { !$0.isElsewhere }.flatMap(\.entitlements)
    let own = right.entitlements.first { !sold.contains($0) && !others.contains($0) }
    let larger = product.entitlements.filter { !right.entitlements.contains($0) }
    let names = (larger + [own ?? "paid-on-web"]).map(\.rawValue).joined(separator: ", ")
    let condition = "`notEntitled: [\(names)]` in the condition"
    if own != nil { return condition }
    let all = (right.entitlements.map(\.rawValue) + ["paid-on-web"]).joined(separator: ", ")
    return "an entitlement of its own for `\(right.id)`, such as `[\(all)]`, and \(condition)"
  }

  /// Returns whether a package is sold to somebody who has only what a right gives; false if there are too many states to
  /// tell.
  private func isSold(
    _ package: Paywall.Package, on paywall: Paywall.ID, toHolderOf given: Set<Entitlement.ID>
  ) -> Bool {
    let names = paywalls(leadingTo: paywall)
    let screens =
      names.flatMap { definition.screens(showing: $0) }
      + definition.nudges.filter { $0.paywall.map(names.contains) ?? false }.map(\.when)
    let features = definition.features.filter { feature in
      ([feature.paywall] + feature.rules.map(\.paywall)).contains {
        $0.map(names.contains) ?? false
      }
    }
    let rules = features.flatMap(\.rules).map(\.when)
    return subject.states.seen(by: [package.when] + screens + rules)?.contains { state in
      guard state.entitled == given, state.phase != .trial, state.subscription == nil,
        state.addOns.isEmpty, package.when.holds(in: state)
      else { return false }
      // What nothing else shows, the app shows.
      return screens.isEmpty && features.isEmpty || screens.contains { $0.holds(in: state) }
        || features.contains { feature in
          feature.allowance(in: state) != .unlimited
            && feature.paywall(in: state).map(names.contains) ?? false
        }
    } ?? false
  }

  /// Returns a paywall, and those that lead to it by their exit offer or a variant of an experiment.
  private func paywalls(leadingTo paywall: Paywall.ID) -> [Paywall.ID] {
    let variants = definition.experiments.flatMap(\.variants).map(\.paywalls)
    return [paywall] + definition.paywalls.filter { $0.flow.exitOffer == paywall }.map(\.id)
      + variants.flatMap { $0.filter { $0.value == paywall }.keys }
  }
}
