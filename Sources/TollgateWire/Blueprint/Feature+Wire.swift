import Tollgate

/// A feature with its rules in order; `offline` is `refuse` and `reservation` ten minutes (`PT10M`) if it is missing.
extension Feature: WireForm {
  enum WireKey: String {
    case id, rules, paywall, pitch, isPassive, offline, reservation
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Feature.ID.self, forKey: .id),
      rules: try wire.decode([Feature.Rule].self, forKey: .rules),
      paywall: try wire.decodeIfPresent(Paywall.ID.self, forKey: .paywall),
      pitch: try wire.decodeIfPresent(Feature.Pitch.self, forKey: .pitch),
      isPassive: try wire.decode(Bool.self, forKey: .isPassive),
      offline: try wire.decodeIfPresent(Feature.OfflineUse.self, forKey: .offline) ?? .refuse,
      reservation: try wire.decodeIfPresent(Period.self, forKey: .reservation)
        ?? Feature.defaultReservation)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(rules, forKey: .rules)
    try wire.encodeIfPresent(paywall, forKey: .paywall)
    try wire.encodeIfPresent(pitch, forKey: .pitch)
    try wire.encode(isPassive, forKey: .isPassive)
    try wire.encode(offline, forKey: .offline)
    if reservation != Feature.defaultReservation {
      try wire.encode(reservation, forKey: .reservation)
    }
  }
}

/// A rule: `when` must hold for `allowance` to apply; `paywall` replaces the feature's own for its denials.
extension Feature.Rule: WireForm {
  enum WireKey: String {
    case when, allowance, paywall
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      when: try wire.decode(Condition.self, forKey: .when),
      allowance: try wire.decode(Feature.Allowance.self, forKey: .allowance),
      paywall: try wire.decodeIfPresent(Paywall.ID.self, forKey: .paywall))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(when, forKey: .when)
    try wire.encode(allowance, forKey: .allowance)
    try wire.encodeIfPresent(paywall, forKey: .paywall)
  }
}

/// The description of a locked feature; title and detail are names of texts.
extension Feature.Pitch: WireForm {
  enum WireKey: String {
    case title, detail, icon
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      title: try wire.decode(LocalizedText.ID.self, forKey: .title),
      detail: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .detail),
      icon: try wire.decode(String.self, forKey: .icon))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(title, forKey: .title)
    try wire.encodeIfPresent(detail, forKey: .detail)
    try wire.encode(icon, forKey: .icon)
  }
}

/// A condition, whose members must all hold; an empty one of each holds always.
///
/// A member that is unknown is refused rather than ignored: without that part the condition would hold for others. The
/// client then keeps the blueprint that it has. `since`, `count`, `subscription`, `willRenew`, `products`, `audience`,
/// `any` and `not` are left out where they require nothing.
///
/// ```json
/// { "entitled": ["premium"], "held": { "atLeast": 2, "feature": "plants" }, "notEntitled": [], "notReached": [],
///   "phases": ["subscribed", "trial"], "reached": [] }
/// ```
extension Condition: WireForm {
  enum WireKey: String {
    case since, count
    case phases, entitled, notEntitled, reached, notReached, held, subscription, willRenew
    case products, audience, any, not
  }

  init(wire: WireReader<WireKey>) throws {
    try wire.refuseUnknownMembers(of: "a condition")
    self.init(
      phases: try wire.decode(Set<Phase>.self, forKey: .phases),
      entitled: try wire.decode(Set<Entitlement.ID>.self, forKey: .entitled),
      notEntitled: try wire.decode(Set<Entitlement.ID>.self, forKey: .notEntitled),
      reached: try wire.decode(Set<Milestone.ID>.self, forKey: .reached),
      notReached: try wire.decode(Set<Milestone.ID>.self, forKey: .notReached),
      past: try Self.past(wire),
      held: try wire.decodeIfPresent(Condition.Held.self, forKey: .held),
      subscription: try wire.decodeIfPresent(Set<StoreCondition>.self, forKey: .subscription)
        ?? [],
      willRenew: try wire.decodeIfPresent(Bool.self, forKey: .willRenew),
      products: try wire.decodeIfPresent(Set<CatalogProduct.ID>.self, forKey: .products) ?? [],
      audience: try wire.decodeIfPresent(Audience.self, forKey: .audience) ?? .everyone,
      any: try wire.decodeIfPresent([Condition].self, forKey: .any) ?? [],
      not: try wire.decodeIfPresent([Condition].self, forKey: .not) ?? [])
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(phases.sorted { $0.rawValue < $1.rawValue }, forKey: .phases)
    try wire.encode(entitled.sorted(), forKey: .entitled)
    try wire.encode(notEntitled.sorted(), forKey: .notEntitled)
    try wire.encode(reached.sorted(), forKey: .reached)
    try wire.encode(notReached.sorted(), forKey: .notReached)
    try writePast(to: &wire)
    try wire.encodeIfPresent(held, forKey: .held)
    if !subscription.isEmpty {
      try wire.encode(subscription.sorted { $0.rawValue < $1.rawValue }, forKey: .subscription)
    }
    try wire.encodeIfPresent(willRenew, forKey: .willRenew)
    if !products.isEmpty { try wire.encode(products.sorted(), forKey: .products) }
    if audience != .everyone { try wire.encode(audience, forKey: .audience) }
    if !any.isEmpty { try wire.encode(any, forKey: .any) }
    if !not.isEmpty { try wire.encode(not, forKey: .not) }
  }
}

/// The least number of items that a feature must hold.
extension Condition.Held: WireForm {
  enum WireKey: String {
    case feature, atLeast
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      atLeast: try wire.decode(Int.self, forKey: .atLeast))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(atLeast, forKey: .atLeast)
  }
}
