/// Mistakes in the answers to questions about refunds.
extension MistakeSearch {
  /// Checks that the consent is a Boolean attribute, and that each rule names what exists and can match.
  mutating func checkRefunds() {
    guard let policy = definition.refunds else { return }
    let path = ["refunds"]
    let names = definition.attributes.map(\.id.rawValue)
    require(policy.consent, in: names, .attribute, at: path + ["consent"])
    if let attribute = definition.attributes.first(where: { $0.id == policy.consent }),
      attribute.kind != .boolean
    {
      add(
        path + ["consent"],
        "the attribute `\(attribute.id)` cannot be a consent; expected one with `type: boolean`",
        about: BlueprintError.Subject(.attribute, attribute.id.rawValue))
    }
    var decided = false
    for (position, rule) in policy.rules.enumerated() {
      let path = path + ["rules", "\(position)"]
      if decided { add(path, "this rule is never reached: the one before it always holds") }
      decided = rule.isAlways
      check(rule, at: path)
    }
  }

  private mutating func check(_ rule: RefundPolicy.Rule, at path: [String]) {
    for product in rule.products {
      require(product, in: products, .product, at: path + ["product"])
    }
    if let used = rule.used {
      requireCounted(used.feature, at: path + ["used", "feature"])
      if used.atLeast < 1 {
        add(path + ["used", "atLeast"], "\(used.atLeast) times; expected at least 1")
      }
    }
    guard let consumed = rule.consumed else { return }
    if !(1...100).contains(consumed) {
      add(path + ["consumed"], "\(consumed) percent; expected 1 to 100")
    }
    let filling = Set(definition.credits.flatMap(\.sources).map(\.product))
    let counted = definition.products.filter {
      $0.kind != .autoRenewable && filling.contains($0.id)
        && (rule.products.isEmpty || rule.products.contains($0.id))
    }
    if counted.isEmpty {
      add(
        path + ["consumed"],
        "nothing counts how much was used; expected a product other than a subscription that fills a wallet"
      )
    }
  }
}
