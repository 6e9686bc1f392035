import Tollgate

/// A grant that the blueprint lists.
///
/// ```json
/// { "entitlements": ["premium"], "giver": "backend", "id": "referral", "lasts": "P7D", "limit": 4,
///   "waitsFor": "grants", "window": "month" }
/// ```
///
/// One that gives credits has `wallet` and `amount` instead of `entitlements`; a right that was bought elsewhere may have
/// both. Without `lasts` it never ends, and without
/// `limit` it can be given any number of times. With `within` each time counts for so long, in place of `window`.
extension GrantTerms: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: GrantTerms?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      giver: wire.required("giver", value?.giver),
      when: wire.defaulted("when", value?.when, to: .always),
      entitlements: wire.list("entitlements", value?.entitlements),
      credits: GrantedCredits(
        wire.optional("wallet", value?.credits?.wallet),
        wire.optional("amount", value?.credits?.amount)),
      lasts: wire.optional("lasts", value?.lasts),
      until: wire.text("until", ifPresent: value?.until),
      waitsFor: wire.required("waitsFor", value?.waitsFor),
      limit: wire.optional("limit", value?.limit),
      window: wire.required("window", value?.window),
      within: wire.optional("within", value?.within),
      isElsewhere: wire.flag("isElsewhere", value?.isElsewhere))
  }
}

extension GrantedCredits {
  /// The credits of a grant, whose object has them as two members; nil without both.
  init?(_ wallet: Wallet.ID?, _ amount: Int?) {
    guard let wallet, let amount else { return nil }
    self.init(wallet: wallet, amount: amount)
  }
}
