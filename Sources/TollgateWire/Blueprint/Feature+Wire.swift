import Tollgate

/// A feature with its rules in order; `offline` is `refuse`, `reservation` ten minutes (`PT10M`) and `surplus` `kept` if it is
/// missing.
extension Feature: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Feature?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      rules: wire.required("rules", value?.rules),
      paywall: wire.optional("paywall", value?.paywall),
      pitch: wire.optional("pitch", value?.pitch),
      isPassive: wire.required("isPassive", value?.isPassive),
      offline: wire.defaulted("offline", value?.offline, to: .refuse),
      reservation: wire.defaulted(
        "reservation", value?.reservation, to: Feature.defaultReservation),
      surplus: wire.defaulted("surplus", value?.surplus, to: .kept))
  }
}

/// A rule: `when` must hold for `allowance` to apply; `paywall` replaces the feature's own for its denials, and with
/// `hidesPaywall` they show none.
extension Feature.Rule: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Feature.Rule?) throws {
    try self.init(
      when: wire.required("when", value?.when),
      allowance: wire.required("allowance", value?.allowance),
      paywall: wire.optional("paywall", value?.paywall),
      hidesPaywall: wire.flag("hidesPaywall", value?.hidesPaywall))
  }
}

/// How much use a rule allows, with the members of its kind.
///
/// ```json
/// { "kind": "unlimited" }
/// { "kind": "upTo", "per": "trial", "uses": 100 }
/// { "counts": "actions", "kind": "upTo", "per": "day", "uses": 3 }
/// { "kind": "pool", "refills": "PT3H", "uses": 5 }
/// { "kind": "rolling", "uses": 80, "within": "PT3H" }
/// { "kind": "fromFirstUse", "uses": 40, "within": "PT3H" }
/// { "items": 5, "kind": "holding" }
/// { "isSized": true, "items": 20000000000, "kind": "holding" }
/// { "each": "project", "items": 3, "kind": "holding" }
/// { "cost": 2, "kind": "spend", "wallet": "coins" }
/// { "cost": 10, "kind": "spend", "then": ["bonus"], "wallet": "daily" }
/// { "kind": "all", "of": [{ "kind": "upTo", "per": "day", "uses": 3 }, { "kind": "upTo", "per": "month", "uses": 10 }] }
/// { "kind": "all", "of": [{ "kind": "upTo", "per": "day", "uses": 100 }, { "cost": 4, "kind": "spend", "wallet": "coins" }] }
/// { "kind": "first", "of": [{ "kind": "upTo", "per": "day", "uses": 3 }, { "cost": 1, "kind": "spend", "wallet": "coins" }] }
/// { "kind": "none" }
/// ```
///
/// A spend without `cost` leaves the cost to each use; `then` names the wallets that pay what those before them lack. With `isSized`, a number is a sum of sizes, and not of uses or items.
extension Feature.Allowance: WireObject {
  private enum Kind: String, Codable, CaseIterable {
    case unlimited, upTo, pool, rolling, fromFirstUse, holding, spend, all, first
    case denied = "none"
  }

  private var kind: Kind {
    switch self {
    case .unlimited: .unlimited
    case .limited(let quota):
      switch quota.span {
      case .window: .upTo
      case .pool: .pool
      case .rolling: .rolling
      case .fromFirstUse: .fromFirstUse
      case .held: .holding
      }
    case .spend: .spend
    case .all: .all
    case .first: .first
    case .denied: .denied
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Feature.Allowance?) throws {
    let quota = value?.quotas.first
    let span = quota?.span
    switch try wire.choice("kind", value?.kind) {
    case .unlimited: self = .unlimited
    case .upTo:
      self = .limited(
        try Quota(wire, quota, count: "uses") { .window(try wire.required("per", span?.window)) })
    case .pool:
      self = .limited(
        try Quota(wire, quota, count: "uses") {
          .pool(refills: try wire.required("refills", span?.refills))
        })
    case .rolling:
      self = .limited(
        try Quota(wire, quota, count: "uses") {
          .rolling(try wire.required("within", span?.length))
        })
    case .fromFirstUse:
      self = .limited(
        try Quota(wire, quota, count: "uses") {
          .fromFirstUse(try wire.required("within", span?.length))
        })
    case .holding: self = .limited(try Quota(wire, quota, count: "items") { .held })
    case .spend:
      let price = value?.prices.first
      let wallet: Wallet.ID = try wire.required("wallet", price?.wallets.first)
      let others: [Wallet.ID]? = price.map { Array($0.wallets.dropFirst()) }
      self = .spend(
        wallet, then: try wire.list("then", others), cost: try wire.optional("cost", price?.cost))
    case .all: self = .all(try wire.required("of", value?.combined?.parts))
    case .first: self = .first(try wire.required("of", value?.combined?.parts))
    case .denied: self = .denied
    }
  }
}

extension Quota {
  /// Reads the members that all limits have, as far as they make sense in the span.
  fileprivate init(
    _ wire: WireMembers<WireName>, _ value: Quota?, count: WireName, span: () throws -> Span
  ) throws {
    let count = try wire.required(count, value?.count)
    let span = try span()
    self.init(
      count, span, sized: span.canBeSized ? try wire.flag("isSized", value?.isSized) : false,
      each: span.canBeOfEach ? try wire.optional("each", value?.each) : nil,
      counts: span.canBeNamed ? try wire.optional("counts", value?.counts) : nil)
  }
}

/// A use without the server: `{"kind":"refuse"}`, `{"kind":"wait"}` or `{"kind":"allow","uses":3}`.
extension Feature.OfflineUse: WireObject {
  private enum Kind: String, Codable, CaseIterable { case allow, wait, refuse }

  private var parts: (kind: Kind, uses: Int?) {
    switch self {
    case .allow(let uses): (.allow, uses)
    case .wait: (.wait, nil)
    case .refuse: (.refuse, nil)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Feature.OfflineUse?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .allow: self = .allow(try wire.required("uses", parts?.uses))
    case .wait: self = .wait
    case .refuse: self = .refuse
    }
  }
}

/// The description of a locked feature; title and detail are names of texts.
extension Feature.Pitch: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Feature.Pitch?) throws {
    try self.init(
      title: wire.required("title", value?.title),
      detail: wire.optional("detail", value?.detail),
      icon: wire.required("icon", value?.icon))
  }
}
