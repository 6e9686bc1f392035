import Tollgate

/// What starts a trial: `{"kind":"signUp"}`, `{"after":"discovery","kind":"purchase"}` or
/// `{"kind":"introductoryOffer"}`.
extension Trial.Start: WireForm {
  private enum Kind: String, Codable { case signUp, purchase, introductoryOffer }

  init(wire: WireReader<WireName>) throws {
    let kind = try wire.kind(Kind.self)
    switch kind {
    case .signUp: self = .signUp
    case .purchase:
      self = .purchase(after: try wire.decodeIfPresent(Milestone.ID.self, forKey: .after))
    case .introductoryOffer: self = .introductoryOffer
    }
  }

  func write(to wire: inout WireWriter<WireName>) throws {
    switch self {
    case .signUp: try wire.encode(Kind.signUp, forKey: .kind)
    case .purchase(let milestone):
      try wire.encode(Kind.purchase, forKey: .kind)
      try wire.encodeIfPresent(milestone, forKey: .after)
    case .introductoryOffer: try wire.encode(Kind.introductoryOffer, forKey: .kind)
    }
  }
}

/// How much use a rule allows, with the members of its kind.
///
/// ```json
/// { "kind": "unlimited" }
/// { "kind": "upTo", "per": "trial", "uses": 100 }
/// { "items": 5, "kind": "holding" }
/// { "cost": 2, "kind": "spend", "wallet": "coins" }
/// { "kind": "none" }
/// ```
///
/// A spend without `cost` leaves the cost to each use.
extension Feature.Allowance: WireForm {
  private enum Kind: String, Codable {
    case unlimited, upTo, holding, spend
    case denied = "none"
  }

  init(wire: WireReader<WireName>) throws {
    let kind = try wire.kind(Kind.self)
    switch kind {
    case .unlimited: self = .unlimited
    case .upTo:
      self = .upTo(
        try wire.decode(Int.self, forKey: .uses),
        per: try wire.decode(Feature.Window.self, forKey: .per))
    case .holding: self = .holding(try wire.decode(Int.self, forKey: .items))
    case .spend:
      self = .spend(
        try wire.decode(Wallet.ID.self, forKey: .wallet),
        cost: try wire.decodeIfPresent(Int.self, forKey: .cost))
    case .denied: self = .denied
    }
  }

  func write(to wire: inout WireWriter<WireName>) throws {
    switch self {
    case .unlimited: try wire.encode(Kind.unlimited, forKey: .kind)
    case .upTo(let uses, let window):
      try wire.encode(Kind.upTo, forKey: .kind)
      try wire.encode(uses, forKey: .uses)
      try wire.encode(window, forKey: .per)
    case .holding(let items):
      try wire.encode(Kind.holding, forKey: .kind)
      try wire.encode(items, forKey: .items)
    case .spend(let wallet, let cost):
      try wire.encode(Kind.spend, forKey: .kind)
      try wire.encode(wallet, forKey: .wallet)
      try wire.encodeIfPresent(cost, forKey: .cost)
    case .denied: try wire.encode(Kind.denied, forKey: .kind)
    }
  }
}

/// A use without the server: `{"kind":"refuse"}`, `{"kind":"wait"}` or `{"kind":"allow","uses":3}`.
extension Feature.OfflineUse: WireForm {
  private enum Kind: String, Codable { case refuse, wait, allow }

  init(wire: WireReader<WireName>) throws {
    let kind = try wire.kind(Kind.self)
    switch kind {
    case .refuse: self = .refuse
    case .wait: self = .wait
    case .allow: self = .allow(try wire.decode(Int.self, forKey: .uses))
    }
  }

  func write(to wire: inout WireWriter<WireName>) throws {
    switch self {
    case .refuse: try wire.encode(Kind.refuse, forKey: .kind)
    case .wait: try wire.encode(Kind.wait, forKey: .kind)
    case .allow(let uses):
      try wire.encode(Kind.allow, forKey: .kind)
      try wire.encode(uses, forKey: .uses)
    }
  }
}

/// How long credits last: `{"kind":"unlimited"}`, `{"kind":"period"}` or `{"kind":"rollsOver","upTo":120}`.
///
/// Without `upTo` any number rolls over.
extension Wallet.Lifetime: WireForm {
  private enum Kind: String, Codable { case unlimited, period, rollsOver }

  init(wire: WireReader<WireName>) throws {
    let kind = try wire.kind(Kind.self)
    switch kind {
    case .unlimited: self = .unlimited
    case .period: self = .period
    case .rollsOver:
      self = .rollsOver(upTo: try wire.decodeIfPresent(Int.self, forKey: .upTo))
    }
  }

  func write(to wire: inout WireWriter<WireName>) throws {
    switch self {
    case .unlimited: try wire.encode(Kind.unlimited, forKey: .kind)
    case .period: try wire.encode(Kind.period, forKey: .kind)
    case .rollsOver(let limit):
      try wire.encode(Kind.rollsOver, forKey: .kind)
      try wire.encodeIfPresent(limit, forKey: .upTo)
    }
  }
}

/// The screens from which a route applies: `{"kind":"on","screens":["welcome"]}`, or `notOn` for all others.
extension Route.Location: WireForm {
  private enum Kind: String, Codable { case on, notOn }

  init(wire: WireReader<WireName>) throws {
    let kind = try wire.kind(Kind.self)
    let screens = try wire.decode([String].self, forKey: .screens)
    switch kind {
    case .on: self = .on(screens)
    case .notOn: self = .notOn(screens)
    }
  }

  func write(to wire: inout WireWriter<WireName>) throws {
    switch self {
    case .on: try wire.encode(Kind.on, forKey: .kind)
    case .notOn: try wire.encode(Kind.notOn, forKey: .kind)
    }
    try wire.encode(screens, forKey: .screens)
  }
}
