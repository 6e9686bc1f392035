/// Mistakes in what the store shows customers who are about to cancel.
extension MistakeSearch {
  /// Checks that each rule names what exists, and can decide.
  mutating func checkRetention() {
    var decided = false
    for (position, rule) in definition.retention.enumerated() {
      let path = ["retention", "\(position)"]
      if decided { add(path, "this rule is never reached: the one before it always holds") }
      decided = rule.isAlways
      for product in rule.products {
        require(product, in: subscriptions, .product, noun: "subscription", at: path + ["product"])
      }
      if let used = rule.used { check(used, at: path + ["used"]) }
      if rule.messages[definition.app.language] == nil {
        add(
          path + ["message"],
          "no message in the app's own language; expected one for `\(definition.app.language)`")
      }
      check(rule.action, for: rule.products, at: path)
    }
  }

  /// The products that renew, which are the ones that customers cancel.
  private var subscriptions: [String] {
    definition.products.filter { $0.kind == .autoRenewable }.map(\.id.rawValue)
  }

  private mutating func check(_ used: RetentionRule.Uses, at path: [String]) {
    requireCounted(used.feature, at: path + ["feature"])
    if used.atLeast == nil, used.lessThan == nil {
      add(path, "no number of times; expected `atLeast`, `lessThan` or both")
    }
    if let least = used.atLeast, let end = used.lessThan, least >= end {
      add(path, "the rule never holds: `atLeast` must be less than `lessThan`")
    }
  }

  /// Checks that another product is in the group, and that the subscriptions have an offer.
  private mutating func check(
    _ action: RetentionRule.Action, for products: [CatalogProduct.ID], at path: [String]
  ) {
    let concerned = definition.products.filter {
      $0.kind == .autoRenewable && (products.isEmpty || products.contains($0.id))
    }
    switch action {
    case .message: break
    case .alternateProduct(let id):
      require(id, in: subscriptions, .product, noun: "subscription", at: path + ["instead"])
      guard let other = definition.products.first(where: { $0.id == id }), !concerned.isEmpty,
        !concerned.contains(where: { $0.id != id && $0.group == other.group })
      else { return }
      add(
        path + ["instead"],
        "the rule never holds: `\(id)` is the only one of its group",
        about: BlueprintError.Subject(.product, id.rawValue))
    case .offer(let id):
      let offers = concerned.flatMap(\.offers).filter { $0.kind == .promotional }
      require(
        id, in: offers.map(\.id.rawValue), .offer, noun: "promotional offer",
        at: path + ["offer"])
    }
  }
}
