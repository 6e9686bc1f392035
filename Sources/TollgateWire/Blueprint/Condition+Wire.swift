import Tollgate

/// A condition, whose members must all hold; an empty one of each holds always.
///
/// A member that is unknown is refused rather than ignored: without that part the condition would hold for others. The
/// client then keeps the blueprint that it has. `since`, `count`, `left`, `subscription`, `willRenew`, `products`, `audience`,
/// `any` and `not` are left out where they require nothing.
///
/// ```json
/// { "entitled": ["premium"], "held": { "atLeast": 2, "feature": "plants" }, "notEntitled": [], "notReached": [],
///   "phases": ["subscribed", "trial"], "reached": [] }
/// ```
extension Condition: WireObject {
  enum WireKey: String {
    case since, count, left
    case phases, entitled, notEntitled, reached, notReached, held, subscription, willRenew
    case products, audience, any, not
  }

  init(_ wire: WireMembers<WireKey>, _ value: Condition?) throws {
    try wire.refuseUnknownMembers(of: "a condition")
    self.init()
    phases = try wire.required(.phases, value?.phases)
    entitled = try wire.required(.entitled, value?.entitled)
    notEntitled = try wire.required(.notEntitled, value?.notEntitled)
    reached = try wire.required(.reached, value?.reached)
    notReached = try wire.required(.notReached, value?.notReached)
    let since = try wire.list(.since, value?.past.compactMap(\.since))
    let count = try wire.list(.count, value?.past.compactMap(\.count))
    past = since.map(PastTest.since) + count.map(PastTest.count)
    held = try wire.optional(.held, value?.held)
    left = try wire.list(.left, value?.left)
    subscription = try wire.set(.subscription, value?.subscription)
    willRenew = try wire.optional(.willRenew, value?.willRenew)
    products = try wire.set(.products, value?.products)
    audience = try wire.defaulted(.audience, value?.audience, to: .everyone)
    self.any = try wire.list(.any, value?.any)
    not = try wire.list(.not, value?.not)
  }
}

/// The least number of items that a feature must hold.
extension Condition.Held: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Condition.Held?) throws {
    try self.init(
      feature: wire.required("feature", value?.feature),
      atLeast: wire.required("atLeast", value?.atLeast))
  }
}

/// What is left: `{"lessThan":20,"name":"scan","of":"feature","percent":true}`, or
/// `{"atLeast":1,"name":"coins","of":"credits"}`. A member that is unknown is refused, as in a condition.
extension Condition.Left: WireObject {
  enum WireKey: String {
    case of, name, atLeast, lessThan, percent
  }

  init(_ wire: WireMembers<WireKey>, _ value: Condition.Left?) throws {
    try wire.refuseUnknownMembers(of: "a condition on what is left")
    try self.init(
      of: Source(
        wire.required(.of, value?.source.kind), wire.required(.name, value?.source.name)),
      atLeast: wire.optional(.atLeast, value?.atLeast),
      lessThan: wire.optional(.lessThan, value?.lessThan),
      isPercent: wire.flag(.percent, value?.isPercent))
  }
}

extension Condition.Left.Source {
  /// What the name is of.
  enum Kind: String, Codable, CaseIterable {
    case feature, credits
  }

  init(_ kind: Kind, _ name: String) {
    switch kind {
    case .feature: self = .feature(Feature.ID(name))
    case .credits: self = .credits(Wallet.ID(name))
    }
  }

  var kind: Kind {
    switch self {
    case .feature: .feature
    case .credits: .credits
    }
  }

  var name: String {
    switch self {
    case .feature(let id): id.rawValue
    case .credits(let id): id.rawValue
    }
  }
}

extension PastTest {
  fileprivate var since: Since? { if case .since(let test) = self { test } else { nil } }

  fileprivate var count: Count? { if case .count(let test) = self { test } else { nil } }
}

/// The time since an event: `{"atLeast":"P3D","event":"signUp"}`.
///
/// Of the first of several times, it has `"first":true`. Dates between which it happened are `from` and `before`. An event of something that the blueprint names has its `name`, as in
/// `{"event":"use","lessThan":"P7D","name":"scan"}`. A member or an event that is unknown is refused, as in a
/// condition.
extension PastTest.Since: WireObject {
  enum WireKey: String {
    case event, name, first, atLeast, lessThan, from, before
  }

  init(_ wire: WireMembers<WireKey>, _ value: PastTest.Since?) throws {
    try wire.refuseUnknownMembers(of: "a condition on the past")
    try self.init(
      CustomerEvent(
        wire.required(.event, value?.event.kind), of: wire.optional(.name, value?.event.name)),
      isFirst: wire.flag(.first, value?.isFirst),
      atLeast: wire.optional(.atLeast, value?.atLeast),
      lessThan: wire.optional(.lessThan, value?.lessThan),
      dates: DateRange(
        from: wire.text(.from, ifPresent: value?.dates.from),
        before: wire.text(.before, ifPresent: value?.dates.before)))
  }
}

/// How often an event happened: `{"atLeast":3,"event":"use","name":"scan","within":"P7D"}`, or
/// `{"event":"use","lessThan":1,"name":"scan","window":"day"}`.
extension PastTest.Count: WireObject {
  enum WireKey: String {
    case event, name, atLeast, lessThan, within, window, every, from, before
  }

  init(_ wire: WireMembers<WireKey>, _ value: PastTest.Count?) throws {
    try wire.refuseUnknownMembers(of: "a condition on the past")
    try self.init(
      of: CustomerEvent(
        wire.required(.event, value?.event.kind), of: wire.optional(.name, value?.event.name)),
      atLeast: wire.optional(.atLeast, value?.atLeast),
      lessThan: wire.optional(.lessThan, value?.lessThan),
      within: wire.optional(.within, value?.within),
      window: wire.optional(.window, value?.window),
      every: wire.optional(.every, value?.every),
      dates: DateRange(
        from: wire.text(.from, ifPresent: value?.dates.from),
        before: wire.text(.before, ifPresent: value?.dates.before)))
  }
}

// An event stands in the object of what tests or follows it, as `event` and `name`.
extension CustomerEvent {
  /// The kinds of events; `milestone`, `use`, `dismissal`, `paywall`, `closed` and `bought` have a name, and that of a
  /// `date` or a `season` is its dates, and that of an `ending` what ends and how soon, as in `trialEnd/P2D`.
  enum Kind: String, Codable, CaseIterable {
    case signUp, firstSeen, opened, updated, firstPurchase, purchase, renewal, cancellation, refund,
      lapse
    case trialStart, trialEnd, milestone, use, dismissal, paywall, anyPaywall, closed, bought
    case date, season, ending
  }

  init(_ kind: Kind, of name: String?) throws {
    let place = DecodingError.Context(
      codingPath: [WireName("name")],
      debugDescription: "the event `\(kind.rawValue)` has no name")
    func named<Thing>() throws -> Identifier<Thing> {
      guard let name else { throw DecodingError.valueNotFound(String.self, place) }
      return Identifier(name)
    }
    switch kind {
    case .signUp: self = .signUp
    case .firstSeen: self = .firstSeen
    case .opened: self = .opened
    case .updated: self = .updated
    case .firstPurchase: self = .firstPurchase
    case .purchase: self = .purchase
    case .renewal: self = .renewal
    case .cancellation: self = .cancellation
    case .refund: self = .refund
    case .lapse: self = .lapse
    case .trialStart: self = .trialStart
    case .trialEnd: self = .trialEnd
    case .milestone: self = .milestone(try named())
    case .use: self = .use(try named())
    case .dismissal: self = .dismissal(try named())
    case .paywall: self = .paywall(try named())
    case .anyPaywall: self = .anyPaywall
    case .closed: self = .closed(try named())
    case .bought: self = .bought(try named())
    case .date:
      guard let date = name.flatMap({ EventDate($0) }) else {
        throw DecodingError.valueNotFound(EventDate.self, place)
      }
      self = .date(date)
    case .season:
      guard let season = name.flatMap({ Season($0) }) else {
        throw DecodingError.valueNotFound(Season.self, place)
      }
      self = .season(season)
    case .ending:
      guard let ending = name.flatMap({ Ending($0) }) else {
        throw DecodingError.valueNotFound(Ending.self, place)
      }
      self = .ending(ending)
    }
  }

  var kind: Kind { parts.kind }
  var name: String? { parts.name }

  private var parts: (kind: Kind, name: String?) {
    switch self {
    case .signUp: (.signUp, nil)
    case .firstSeen: (.firstSeen, nil)
    case .opened: (.opened, nil)
    case .updated: (.updated, nil)
    case .firstPurchase: (.firstPurchase, nil)
    case .purchase: (.purchase, nil)
    case .renewal: (.renewal, nil)
    case .cancellation: (.cancellation, nil)
    case .refund: (.refund, nil)
    case .lapse: (.lapse, nil)
    case .trialStart: (.trialStart, nil)
    case .trialEnd: (.trialEnd, nil)
    case .milestone(let id): (.milestone, id.rawValue)
    case .use(let id): (.use, id.rawValue)
    case .dismissal(let id): (.dismissal, id.rawValue)
    case .paywall(let id): (.paywall, id.rawValue)
    case .anyPaywall: (.anyPaywall, nil)
    case .closed(let id): (.closed, id.rawValue)
    case .bought(let id): (.bought, id.rawValue)
    case .date(let date): (.date, date.description)
    case .season(let season): (.season, season.description)
    case .ending(let ending): (.ending, ending.description)
    }
  }
}
