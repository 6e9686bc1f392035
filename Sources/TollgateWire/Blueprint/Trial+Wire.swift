import Tollgate

/// A trial: its start, its terms, how often it is available, and the products whose introductory offer it is.
extension Trial: WireForm {
  enum WireKey: String {
    case id, start, terms, oncePer, products
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Trial.ID.self, forKey: .id),
      start: try wire.decode(Trial.Start.self, forKey: .start),
      terms: try wire.decode(Trial.Terms.self, forKey: .terms),
      oncePer: try wire.decode(Trial.Scope.self, forKey: .oncePer),
      products: try wire.decode([CatalogProduct.ID].self, forKey: .products))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(start, forKey: .start)
    try wire.encode(terms, forKey: .terms)
    try wire.encode(oncePer, forKey: .oncePer)
    try wire.encode(products, forKey: .products)
  }
}

/// What a trial gives: `{"entitlements":["premium"],"lasts":"P3D","uses":{"feature":"message","limit":100}}`.
///
/// Without `lasts` only uses end it, and without `uses` only time does.
extension Trial.Terms: WireObject {
  enum WireKey: String {
    case lasts, uses, entitlements
  }

  init(_ wire: WireMembers<WireKey>, _ value: Trial.Terms?) throws {
    try self.init(
      lasts: wire.optional(.lasts, value?.lasts),
      uses: wire.optional(.uses, value?.uses),
      entitlements: wire.required(.entitlements, value?.entitlements))
  }
}

/// The uses that end a trial: `{"feature":"message","limit":100}`.
extension Trial.Uses: WireObject {
  enum WireKey: String {
    case feature, limit
  }

  init(_ wire: WireMembers<WireKey>, _ value: Trial.Uses?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      limit: wire.required(.limit, value?.limit))
  }
}
