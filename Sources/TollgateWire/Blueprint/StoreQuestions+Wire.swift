import Tollgate

// How the server answers the store's questions: stored only, because no client gives these answers.

/// The answers to questions about refunds; without `hasSample`, customers can try if there is a trial.
extension RefundPolicy: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: RefundPolicy?) throws {
    try self.init(
      consent: wire.required("consent", value?.consent),
      hasSample: wire.optional("hasSample", value?.hasSample),
      rules: wire.required("rules", value?.rules))
  }
}

/// A preference; a member that is left out matches every request.
extension RefundPolicy.Rule: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: RefundPolicy.Rule?) throws {
    try self.init(
      products: wire.list("products", value?.products),
      reasons: wire.list("reasons", value?.reasons),
      used: wire.optional("used", value?.used),
      consumed: wire.optional("consumed", value?.consumed),
      prefer: wire.required("prefer", value?.prefer))
  }
}

/// The least number of uses: `{"atLeast":10,"feature":"message"}`.
extension RefundPolicy.Uses: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: RefundPolicy.Uses?) throws {
    try self.init(
      of: wire.required("feature", value?.feature),
      atLeast: wire.required("atLeast", value?.atLeast))
  }
}

/// A retention rule; a member that is left out matches every customer.
extension RetentionRule: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: RetentionRule?) throws {
    try self.init(
      products: wire.list("products", value?.products),
      used: wire.optional("used", value?.used),
      messages: wire.optional("messages", value?.messages) ?? [:],
      action: wire.required("action", value?.action))
  }
}

/// A number of uses: `{"atLeast":1,"feature":"message","lessThan":10}`.
extension RetentionRule.Uses: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: RetentionRule.Uses?) throws {
    try self.init(
      of: wire.required("feature", value?.feature),
      atLeast: wire.optional("atLeast", value?.atLeast),
      lessThan: wire.optional("lessThan", value?.lessThan))
  }
}

/// What shows: `{"kind":"message"}`, `{"kind":"alternateProduct","product":"yearly"}` or `{"kind":"offer","offer":"stay"}`.
extension RetentionRule.Action: WireObject {
  private enum Kind: String, Codable, CaseIterable { case message, alternateProduct, offer }

  private var parts: (kind: Kind, product: CatalogProduct.ID?, offer: CatalogProduct.Offer.ID?) {
    switch self {
    case .message: (.message, nil, nil)
    case .alternateProduct(let product): (.alternateProduct, product, nil)
    case .offer(let offer): (.offer, nil, offer)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: RetentionRule.Action?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .message: self = .message
    case .alternateProduct:
      self = .alternateProduct(try wire.required("product", parts?.product))
    case .offer: self = .offer(try wire.required("offer", parts?.offer))
    }
  }
}
