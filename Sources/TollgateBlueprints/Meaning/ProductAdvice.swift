import Tollgate

/// Checks for products on sale whose entitlement opens nothing.
struct ProductAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  func note() {
    guard
      subject.isSound("products", "features", "placements", "prompts", "routes", "trial", "plan")
    else { return }
    let conditions = definition.conditions
    let asked = conditions.reduce(into: Set<Entitlement.ID>()) {
      $0.formUnion($1.entitled.union($1.notEntitled))
    }
    // Rules that ask for a phase ask for the plan.
    let plan = conditions.contains { !$0.phases.isEmpty } ? definition.planEntitlements : []
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
