import Tollgate

/// An experiment with its variants; `group` is left out if it excludes no other.
///
/// ```json
/// { "id": "page", "traffic": 50, "variants": [{ "id": "control", "weight": 1 }] }
/// ```
extension Experiment: WireForm {
  enum WireKey: String {
    case id, group, traffic, variants
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Experiment.ID.self, forKey: .id),
      group: try wire.decodeIfPresent(Experiment.Group.ID.self, forKey: .group),
      traffic: try wire.decode(Int.self, forKey: .traffic),
      variants: try wire.decode([Experiment.Variant].self, forKey: .variants))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encodeIfPresent(group, forKey: .group)
    try wire.encode(traffic, forKey: .traffic)
    try wire.encode(variants, forKey: .variants)
  }
}

/// A variant: `{"id":"short","paywalls":{"plans":"plans-short"},"weight":1}`.
///
/// `paywalls` and `texts` are objects of names, and `trialLasts` is a period; each is left out without a change.
extension Experiment.Variant: WireForm {
  enum WireKey: String {
    case id, weight, paywalls, texts, trialLasts
  }

  init(wire: WireReader<WireKey>) throws {
    let paywalls = try wire.decodeIfPresent([String: String].self, forKey: .paywalls) ?? [:]
    let texts = try wire.decodeIfPresent([String: String].self, forKey: .texts) ?? [:]
    self.init(
      id: try wire.decode(Experiment.Variant.ID.self, forKey: .id),
      weight: try wire.decode(Int.self, forKey: .weight), paywalls: Self.identifiers(paywalls),
      texts: Self.identifiers(texts),
      trialLasts: try wire.decodeIfPresent(Period.self, forKey: .trialLasts))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(weight, forKey: .weight)
    if !paywalls.isEmpty { try wire.encode(Self.names(paywalls), forKey: .paywalls) }
    if !texts.isEmpty { try wire.encode(Self.names(texts), forKey: .texts) }
    try wire.encodeIfPresent(trialLasts, forKey: .trialLasts)
  }

  private static func identifiers<Kind>(
    _ names: [String: String]
  ) -> [Identifier<Kind>: Identifier<Kind>] {
    Dictionary(uniqueKeysWithValues: names.map { (Identifier($0.key), Identifier($0.value)) })
  }

  private static func names<Kind>(
    _ identifiers: [Identifier<Kind>: Identifier<Kind>]
  ) -> [String: String] {
    Dictionary(uniqueKeysWithValues: identifiers.map { ($0.key.rawValue, $0.value.rawValue) })
  }
}
