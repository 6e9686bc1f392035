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

/// A rule: `when` must hold for `allowance` to apply; `paywall` replaces the feature's own for its denials.
extension Feature.Rule: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Feature.Rule?) throws {
    try self.init(
      when: wire.required("when", value?.when),
      allowance: wire.required("allowance", value?.allowance),
      paywall: wire.optional("paywall", value?.paywall))
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
/// { "kind": "all", "of": [{ "kind": "upTo", "per": "day", "uses": 3 }, { "kind": "upTo", "per": "month", "uses": 10 }] }
/// { "kind": "first", "of": [{ "kind": "upTo", "per": "day", "uses": 3 }, { "cost": 1, "kind": "spend", "wallet": "coins" }] }
/// { "kind": "none" }
/// ```
///
/// A spend without `cost` leaves the cost to each use. With `isSized`, a number is a sum of sizes, and not of uses or items.
extension Feature.Allowance: WireObject {
  private enum Kind: String, Codable, CaseIterable {
    case unlimited, upTo, pool, rolling, fromFirstUse, holding, spend, all, first
    case denied = "none"
  }

  private struct Parts {
    let kind: Kind
    var number: Int?
    var window: Feature.Window?
    var isSized = false
    var each: Parent.Kind?
    var shared: SharedLimit.ID?
    var refills: Period?
    var within: Period?
    var wallet: Wallet.ID?
    var of: [Feature.Allowance]?
  }

  private var parts: Parts {
    switch self {
    case .unlimited: Parts(kind: .unlimited)
    case .upTo(let uses, let window, let isSized, let kind, let shared):
      Parts(
        kind: .upTo, number: uses, window: window, isSized: isSized, each: kind, shared: shared)
    case .pool(let uses, let period): Parts(kind: .pool, number: uses, refills: period)
    case .rolling(let uses, let period, let isSized, let kind, let shared):
      Parts(
        kind: .rolling, number: uses, isSized: isSized, each: kind, shared: shared, within: period)
    case .fromFirstUse(let uses, let period, let isSized, let kind, let shared):
      Parts(
        kind: .fromFirstUse, number: uses, isSized: isSized, each: kind, shared: shared,
        within: period)
    case .holding(let items, let isSized, let kind):
      Parts(kind: .holding, number: items, isSized: isSized, each: kind)
    case .spend(let wallet, let cost): Parts(kind: .spend, number: cost, wallet: wallet)
    case .all(let parts): Parts(kind: .all, of: parts)
    case .first(let parts): Parts(kind: .first, of: parts)
    case .denied: Parts(kind: .denied)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Feature.Allowance?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .unlimited: self = .unlimited
    case .upTo:
      self = .upTo(
        try wire.required("uses", parts?.number), per: try wire.required("per", parts?.window),
        sized: try wire.flag("isSized", parts?.isSized),
        each: try wire.optional("each", parts?.each),
        counts: try wire.optional("counts", parts?.shared))
    case .pool:
      self = .pool(
        try wire.required("uses", parts?.number),
        refills: try wire.required("refills", parts?.refills))
    case .rolling:
      self = .rolling(
        try wire.required("uses", parts?.number),
        within: try wire.required("within", parts?.within),
        sized: try wire.flag("isSized", parts?.isSized),
        each: try wire.optional("each", parts?.each),
        counts: try wire.optional("counts", parts?.shared))
    case .fromFirstUse:
      self = .fromFirstUse(
        try wire.required("uses", parts?.number),
        within: try wire.required("within", parts?.within),
        sized: try wire.flag("isSized", parts?.isSized),
        each: try wire.optional("each", parts?.each),
        counts: try wire.optional("counts", parts?.shared))
    case .holding:
      self = .holding(
        try wire.required("items", parts?.number),
        sized: try wire.flag("isSized", parts?.isSized),
        each: try wire.optional("each", parts?.each))
    case .spend:
      self = .spend(
        try wire.required("wallet", parts?.wallet), cost: try wire.optional("cost", parts?.number))
    case .all: self = .all(try wire.required("of", parts?.of))
    case .first: self = .first(try wire.required("of", parts?.of))
    case .denied: self = .denied
    }
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
