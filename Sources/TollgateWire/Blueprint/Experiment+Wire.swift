import Tollgate

/// An experiment with its variants; `group` is left out if it excludes no other.
///
/// ```json
/// { "id": "page", "traffic": 50, "variants": [{ "id": "control", "weight": 1 }] }
/// ```
extension Experiment: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Experiment?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      group: wire.optional("group", value?.group),
      traffic: wire.required("traffic", value?.traffic),
      variants: wire.required("variants", value?.variants))
  }
}

/// A variant: `{"id":"short","paywalls":{"plans":"plans-short"},"weight":1}`.
///
/// `paywalls` and `texts` are objects of names, and `trialLasts` is a period; each is left out without a change.
extension Experiment.Variant: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Experiment.Variant?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      weight: wire.required("weight", value?.weight),
      paywalls: wire.changes("paywalls", value?.paywalls),
      texts: wire.changes("texts", value?.texts),
      trialLasts: wire.optional("trialLasts", value?.trialLasts))
  }
}

extension WireMembers<WireName> {
  /// Names in place of others; left out without any.
  fileprivate func changes<Kind>(
    _ key: WireName, _ value: [Identifier<Kind>: Identifier<Kind>]?
  ) throws -> [Identifier<Kind>: Identifier<Kind>] {
    let pairs = (value ?? [:]).map { ($0.key.rawValue, $0.value.rawValue) }
    let written: [String: String]? = pairs.isEmpty ? nil : Dictionary(uniqueKeysWithValues: pairs)
    let read = try optional(key, written) ?? [:]
    return Dictionary(
      uniqueKeysWithValues: read.map { (Identifier($0.key), Identifier($0.value)) })
  }
}
