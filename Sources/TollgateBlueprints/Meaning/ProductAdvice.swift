import Tollgate

/// The check for products on sale, and for grants, whose entitlements unlock nothing.
///
/// Products that no paywall sells, and those that fill a wallet, are left out. The finding is a warning: the app may
/// ask for the entitlement by name.
///
/// ```yaml
/// products:
///   coach.themes: { kind: nonConsumable, name: Themes, entitlements: themes, price: 4.99 USD }
/// features:
///   send-message:
///     - when: { entitled: premium }   # no rule asks for `themes`
///       allow: unlimited
/// ```
struct ProductAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each such product, and each such entitlement that only a grant gives.
  func note() {
    guard
      subject.isSound(
        "products", "features", "paywalls", "placements", "prompts", "routes", "trial", "trials",
        "plan")
    else { return }
    let conditions = subject.conditions.flatMap(\.parts)
    let asked = conditions.reduce(into: Set<Entitlement.ID>()) {
      $0.formUnion($1.entitled.union($1.notEntitled))
    }
    // Rules that ask for a phase ask for the plan.
    let plan =
      conditions.contains { !$0.phases.isEmpty } ? definition.resolvedPlan.entitlements : []
    for name in definition.granted where !asked.union(plan).contains(name) {
      subject.warning(["granted"], "no rule asks for `\(name)`, which only a grant gives")
    }
    let sold = Set(definition.paywalls.flatMap(\.packages).map(\.product))
    for product in definition.products
    where sold.contains(product.id) && !product.entitlements.isEmpty {
      guard asked.union(plan).isDisjoint(with: product.entitlements),
        !definition.credits.contains(where: { $0.sources.contains { $0.product == product.id } })
      else { continue }
      let names = product.entitlements.map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["products", product.id.rawValue],
        "no rule asks for \(names): who buys `\(product.id)` gets nothing by this blueprint")
    }
  }
}
