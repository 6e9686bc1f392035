import Tollgate

/// The validation of a draft by the engine, with the position in the file of each mistake.
///
/// The engine knows definitions and no files; it reports a path and, if a name is wrong, that name. Both are looked up
/// in the tree here.
struct Resolution {
  /// What the forms could read.
  let draft: BlueprintDraft
  /// The file.
  let root: YAMLNode
  /// The mistakes found before, and where new ones are recorded.
  let reader: Reader

  /// Returns the blueprint; nil if mistakes were recorded.
  ///
  /// The definition is validated even if parts of it could not be read, so that their mistakes and those of names
  /// appear in one run.
  func blueprint() -> Blueprint? {
    checkPeriods()
    checkEntitlements()
    do {
      return try Blueprint(draft.definition)
    } catch {
      let found =
        reader.diagnostics.filter { $0.severity == .error }.map(\.path) + reader.misspelled
      let broken = reader.broken.sorted()
      for mistake in error.mistakes where !follows(mistake, from: found) {
        let node = node(of: mistake)
        if mistake.isNearestUnsought { reader.unsoughtNames += 1 }
        reader.report(
          .error, at: node.position, mistake.path, mistake.message,
          nearest: mistake.nearest
            ?? (broken.isEmpty || mistake.isNearestUnsought
              ? nil : mistake.subject.flatMap { reader.nearest(to: $0.name, in: broken) }))
      }
      return nil
    }
  }

  /// Records subscriptions without a billing period, unless a period that could not be read was recorded.
  private func checkPeriods() {
    for product in draft.definition.products
    where product.kind == .autoRenewable && product.period == nil {
      // Without a node the product is a `.storekit` file's; with the key, its mistake is recorded already.
      // A kind that could not be read may be one without a period.
      guard let node = root["products"]?[product.id.rawValue], node["period"] == nil,
        !reader.isMisspelled("period", in: node), !reader.isMisspelled("kind", in: node),
        !reader.diagnostics.contains(where: { $0.path == "products.\(product.id).kind" })
      else { continue }
      reader.error(
        at: node, "a product that renews lacks `period`", expected: Form<Period>.period.expected)
    }
  }

  /// Records products that give neither an entitlement nor credits.
  ///
  /// A consumable may give nothing: some apps keep their own count of what was bought.
  private func checkEntitlements() {
    let fillers = Set(draft.definition.credits.flatMap { $0.sources.map(\.product) })
    for product in draft.definition.products
    where product.kind != .consumable && product.entitlements.isEmpty
      && !fillers.contains(product.id)
    {
      guard let node = root["products"]?[product.id.rawValue], node["entitlements"] == nil,
        root["products"]?["from"] == nil, !reader.isMisspelled("entitlements", in: node)
      else { continue }
      reader.error(
        at: node, "a product lacks `entitlements`", expected: Names.entitlements.expected)
    }
  }

  /// Returns whether a mistake is only a consequence of something that could not be read.
  ///
  /// A product that was left out because of its price, for example, makes every paywall that sells it name a missing
  /// product. Only the price is reported.
  ///
  /// - Parameters:
  ///   - mistake: A mistake that the engine found.
  ///   - found: The paths of the mistakes in the file.
  /// - Returns: Whether to leave it out.
  ///
  /// ```yaml
  /// products:
  ///   coach.monthly: { name: Coach, entitlements: premium, price: 9.99 }  # no currency: reported
  /// paywalls:
  ///   plans: { title: Keep talking, packages: [coach.monthly] }           # not reported
  /// ```
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
    if draft.app == nil {
      if mistake.path.first == "app" { return true }
      // The language of the texts is unknown only if the file names one.
      if mistake.path.first == "texts", root["app"]?["language"] != nil { return true }
    }
    if mistake.path.first == "credits" && isBroken("products") { return true }
    if mistake.subject?.kind == .paywall, found.contains("paywalls") { return true }
    if mistake.subject?.kind == .text, found.contains("texts") { return true }
    if mistake.subject?.kind == .feature, found.contains("features") { return true }
    switch mistake.path.last {
    case "spend", "credits": return isBroken("credits")
    case "milestone": return isBroken("milestones")
    case "entitled", "entitlement", "needs", "shares", "gives", "seats":
      return ["products", "trial", "trials", "grants", "teams"].contains(where: isBroken)
    case "product", "offer", "start": return isBroken("products")
    case "reached", "after", "onboarding": return isBroken("milestones")
    case "attribute": return isBroken("attributes")
    case "allow": return isBroken("trial")
    // A part of `all` or `first`.
    case let part?: return Int(part) != nil && mistake.path.contains("allow") && isBroken("trial")
    case nil: return false
    }
  }

  /// Returns the deepest node that a mistake's path leads to, or the name below it that the mistake is about.
  private func node(of mistake: BlueprintError.Mistake) -> YAMLNode {
    let node = Places(root: root, reader: reader).node(mistake.path)
    if case .scalar = node.content { return node }
    return mistake.subject.flatMap {
      node.scalar(saying: $0.name) ?? node.entry(named: $0.name)
    } ?? node
  }
}
