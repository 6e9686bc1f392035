import Tollgate

/// A team or household whose owner shares entitlements.
///
/// ```json
/// { "gives": ["member"], "id": "family", "invitation": "P7D", "pooled": ["render"],
///   "shares": ["premium"], "sizes": [{ "entitlement": "family-plan", "seats": 4 }] }
/// ```
extension Team: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Team?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      when: wire.defaulted("when", value?.when, to: .always),
      shares: wire.required("shares", value?.shares),
      gives: wire.list("gives", value?.gives),
      sizes: wire.required("sizes", value?.sizes),
      pooled: wire.list("pooled", value?.pooled),
      invitation: wire.defaulted(
        "invitation", value?.invitation, to: Team.defaultInvitation))
  }
}

/// How many seats the owner of an entitlement shares: `{"entitlement":"family-plan","seats":4}`.
extension Team.Size: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Team.Size?) throws {
    try self.init(
      entitlement: wire.optional("entitlement", value?.entitlement),
      seats: wire.required("seats", value?.seats))
  }
}
