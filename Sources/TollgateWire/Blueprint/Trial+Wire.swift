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
extension Trial.Terms: WireForm {
  enum WireKey: String {
    case lasts, uses, entitlements
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      lasts: try wire.decodeIfPresent(Period.self, forKey: .lasts),
      uses: try wire.decodeIfPresent(Trial.Uses.self, forKey: .uses),
      entitlements: try wire.decode([Entitlement.ID].self, forKey: .entitlements))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encodeIfPresent(lasts, forKey: .lasts)
    try wire.encodeIfPresent(uses, forKey: .uses)
    try wire.encode(entitlements, forKey: .entitlements)
  }
}

/// The uses that end a trial: `{"feature":"message","limit":100}`.
extension Trial.Uses: WireForm {
  enum WireKey: String {
    case feature, limit
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      limit: try wire.decode(Int.self, forKey: .limit))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(limit, forKey: .limit)
  }
}
