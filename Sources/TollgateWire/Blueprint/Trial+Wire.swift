import Tollgate

/// A trial: its start, its condition, its terms, how often it is available, and the products whose introductory offer it
/// is.
extension Trial: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Trial?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      start: wire.required("start", value?.start),
      when: wire.defaulted("when", value?.when, to: .always),
      terms: wire.required("terms", value?.terms),
      oncePer: wire.required("oncePer", value?.oncePer),
      products: wire.required("products", value?.products))
  }
}

/// What starts a trial: `{"kind":"signUp"}`, `{"kind":"firstSeen"}`, `{"kind":"milestone","milestone":"first-song"}`,
/// `{"after":"discovery","kind":"purchase"}` or `{"kind":"introductoryOffer"}`.
extension Trial.Start: WireObject {
  private enum Kind: String, Codable, CaseIterable {
    case signUp, firstSeen, milestone, purchase, introductoryOffer
  }

  private var parts: (kind: Kind, milestone: Milestone.ID?) {
    switch self {
    case .signUp: (.signUp, nil)
    case .firstSeen: (.firstSeen, nil)
    case .milestone(let milestone): (.milestone, milestone)
    case .purchase(let milestone): (.purchase, milestone)
    case .introductoryOffer: (.introductoryOffer, nil)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Trial.Start?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .signUp: self = .signUp
    case .firstSeen: self = .firstSeen
    case .milestone: self = .milestone(try wire.required("milestone", parts?.milestone))
    case .purchase: self = .purchase(after: try wire.optional("after", parts?.milestone))
    case .introductoryOffer: self = .introductoryOffer
    }
  }
}

/// What a trial gives: `{"entitlements":["premium"],"lasts":"P3D","uses":{"feature":"message","limit":100}}`.
///
/// Without `lasts` only uses end it, and without `uses` only time does. `earned` lists the days that the customer can
/// earn while it runs.
extension Trial.Terms: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Trial.Terms?) throws {
    try self.init(
      lasts: wire.optional("lasts", value?.lasts),
      uses: wire.optional("uses", value?.uses),
      entitlements: wire.required("entitlements", value?.entitlements),
      earned: wire.list("earned", value?.earned))
  }
}

/// Days that something adds to a trial while it runs: `{"days":1,"event":"use","limit":7,"name":"workout"}`.
///
/// `limit` is how many it adds in all, and is left out for a milestone, which is reached once.
extension Trial.EarnedDays: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Trial.EarnedDays?) throws {
    try self.init(
      days: wire.required("days", value?.days),
      on: CustomerEvent(
        wire.required("event", value?.event.kind), of: wire.optional("name", value?.event.name)),
      upTo: wire.optional("limit", value?.limit))
  }
}

/// The uses that end a trial: `{"feature":"message","limit":100}`.
extension Trial.Uses: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Trial.Uses?) throws {
    try self.init(
      feature: wire.required("feature", value?.feature),
      limit: wire.required("limit", value?.limit))
  }
}

/// An add-on trial.
///
/// ```json
/// { "entitlements": ["pro"], "id": "pro-taste", "lasts": "P3D", "oncePer": "account",
///   "start": { "kind": "milestone", "milestone": "tenth-sketch" }, "when": {} }
/// ```
extension AddOnTrial: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: AddOnTrial?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      start: wire.required("start", value?.start),
      when: wire.required("when", value?.when),
      lasts: wire.required("lasts", value?.lasts),
      entitlements: wire.required("entitlements", value?.entitlements),
      oncePer: wire.required("oncePer", value?.oncePer))
  }
}

/// What starts an add-on trial: `{"kind":"signUp"}`, `{"kind":"firstSeen"}` or
/// `{"kind":"milestone","milestone":"tenth-sketch"}`.
extension AddOnTrial.Start: WireObject {
  private enum Kind: String, Codable, CaseIterable { case signUp, firstSeen, milestone }

  private var parts: (kind: Kind, milestone: Milestone.ID?) {
    switch self {
    case .signUp: (.signUp, nil)
    case .firstSeen: (.firstSeen, nil)
    case .milestone(let milestone): (.milestone, milestone)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: AddOnTrial.Start?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .signUp: self = .signUp
    case .firstSeen: self = .firstSeen
    case .milestone: self = .milestone(try wire.required("milestone", parts?.milestone))
    }
  }
}
