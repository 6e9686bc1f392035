import Tollgate

/// Validates a draft, and finds the position in the file of each mistake.
struct Resolution {
  let draft: BlueprintDraft
  let root: YAMLNode
  let reader: Reader

  /// The blueprint; nil if mistakes were recorded.
  func blueprint() -> Blueprint? {
    checkPeriods()
    checkGifts()
    do {
      return try Blueprint(draft.definition)
    } catch {
      let found = reader.diagnostics.filter { $0.severity == .error }.map(\.path)
      for mistake in error.mistakes where !follows(mistake, from: found) {
        let node = node(of: mistake)
        reader.report(
          .error, at: node.position, mistake.path, mistake.message,
          nearest: mistake.nearest
            ?? mistake.subject.flatMap {
              nearestName(to: $0.name, in: reader.broken.sorted())
            })
      }
      return nil
    }
  }

  /// Notes subscriptions without a known billing period.
  private func checkPeriods() {
    for product in draft.definition.products
    where product.kind == .autoRenewable && product.period == nil {
      guard let node = root["products"]?[product.id.rawValue], node["period"] == nil else {
        continue
      }
      reader.error(
        at: node, "a product that renews lacks `period`", expected: Form<Period>.period.expected)
    }
  }

  /// Notes products that give neither an entitlement nor credits.
  private func checkGifts() {
    let fillers = Set(draft.definition.credits.flatMap { $0.sources.map(\.product) })
    for product in draft.definition.products
    where product.kind != .consumable && product.entitlements.isEmpty
      && !fillers.contains(product.id)
    {
      guard let node = root["products"]?[product.id.rawValue], node["entitlements"] == nil,
        root["products"]?["from"] == nil
      else { continue }
      reader.error(
        at: node, "a product lacks `entitlements`", expected: Names.entitlements.expected)
    }
  }

  /// Whether a mistake is only a consequence of something that could not be read.
  private func follows(_ mistake: BlueprintError.Mistake, from found: [String]) -> Bool {
    if found.isEmpty { return false }
    let path = mistake.path.joined(separator: ".")
    if found.contains(where: { $0 == path || $0.hasPrefix(path + ".") }) { return true }
    if let subject = mistake.subject, reader.broken.contains(subject.name) { return true }
    let isBroken = { (section: String) in
      found.contains { $0 == section || $0.hasPrefix(section + ".") }
    }
    // A product's length that could not be read is reported as missing when the product is created.
    if mistake.path.first == "products", isBroken("products.lasts") { return true }
    if draft.app == nil && ["app", "texts"].contains(mistake.path.first) { return true }
    if mistake.path.first == "credits" && isBroken("products") { return true }
    switch mistake.path.last {
    case "spend": return isBroken("credits")
    case "entitled": return isBroken("products") || isBroken("trial")
    case "product", "start": return isBroken("products")
    case "reached", "after", "onboarding": return isBroken("milestones")
    case "allow": return isBroken("trial")
    default: return false
    }
  }

  /// The deepest node that a mistake's path leads to, or the name below it that the mistake is about.
  private func node(of mistake: BlueprintError.Mistake) -> YAMLNode {
    let node = Places(root: root, reader: reader).node(mistake.path)
    if case .scalar = node.content { return node }
    return mistake.subject.flatMap {
      node.scalar(saying: $0.name) ?? node.entry(named: $0.name)
    } ?? node
  }
}
