import Tollgate

extension Condition {
  /// The tests of `since`, then those of `count`.
  static func past(_ wire: WireReader<WireKey>) throws -> [PastTest] {
    let since = try wire.decodeIfPresent([PastTest.Since].self, forKey: .since) ?? []
    let count = try wire.decodeIfPresent([PastTest.Count].self, forKey: .count) ?? []
    return since.map(PastTest.since) + count.map(PastTest.count)
  }

  /// Writes `since` and `count`, each of which is left out if it has no test.
  func writePast(to wire: inout WireWriter<WireKey>) throws {
    var since: [PastTest.Since] = []
    var count: [PastTest.Count] = []
    for test in past {
      switch test {
      case .since(let test): since.append(test)
      case .count(let test): count.append(test)
      }
    }
    if !since.isEmpty { try wire.encode(since, forKey: .since) }
    if !count.isEmpty { try wire.encode(count, forKey: .count) }
  }
}

/// The time since an event: `{"atLeast":"P3D","event":"signUp"}`.
///
/// An event of something that the blueprint names has its `name`, as in
/// `{"event":"use","lessThan":"P7D","name":"scan"}`. A member or an event that is unknown is refused, as in a
/// condition.
extension PastTest.Since: WireForm {
  typealias WireKey = PastKey

  init(wire: WireReader<PastKey>) throws {
    try wire.refuseOthers(than: [.event, .name, .atLeast, .lessThan])
    self.init(
      try CustomerEvent(wire: wire),
      atLeast: try wire.decodeIfPresent(Period.self, forKey: .atLeast),
      lessThan: try wire.decodeIfPresent(Period.self, forKey: .lessThan))
  }

  func write(to wire: inout WireWriter<PastKey>) throws {
    try event.write(to: &wire)
    try wire.encodeIfPresent(atLeast, forKey: .atLeast)
    try wire.encodeIfPresent(lessThan, forKey: .lessThan)
  }
}

/// How often an event happened: `{"atLeast":3,"event":"use","name":"scan","within":"P7D"}`.
extension PastTest.Count: WireForm {
  typealias WireKey = PastKey

  init(wire: WireReader<PastKey>) throws {
    try wire.refuseOthers(than: [.event, .name, .atLeast, .lessThan, .within])
    self.init(
      of: try CustomerEvent(wire: wire),
      atLeast: try wire.decodeIfPresent(Int.self, forKey: .atLeast),
      lessThan: try wire.decodeIfPresent(Int.self, forKey: .lessThan),
      within: try wire.decodeIfPresent(Period.self, forKey: .within))
  }

  func write(to wire: inout WireWriter<PastKey>) throws {
    try event.write(to: &wire)
    try wire.encodeIfPresent(atLeast, forKey: .atLeast)
    try wire.encodeIfPresent(lessThan, forKey: .lessThan)
    try wire.encodeIfPresent(within, forKey: .within)
  }
}

/// The members of a test of the past, and of the delay of a nudge.
enum PastKey: String {
  case event, name, atLeast, lessThan, within, delay, silence
}

extension CustomerEvent {
  /// The kinds of events; `milestone`, `use`, `dismissal` and `paywall` have a name.
  private enum Kind: String, Codable {
    case signUp, firstSeen, firstPurchase, purchase, renewal, cancellation, refund, lapse
    case trialStart, trialEnd, milestone, use, dismissal, paywall
  }

  init(wire: WireReader<PastKey>) throws {
    switch try wire.decode(Kind.self, forKey: .event) {
    case .signUp: self = .signUp
    case .firstSeen: self = .firstSeen
    case .firstPurchase: self = .firstPurchase
    case .purchase: self = .purchase
    case .renewal: self = .renewal
    case .cancellation: self = .cancellation
    case .refund: self = .refund
    case .lapse: self = .lapse
    case .trialStart: self = .trialStart
    case .trialEnd: self = .trialEnd
    case .milestone: self = .milestone(try wire.decode(Milestone.ID.self, forKey: .name))
    case .use: self = .use(try wire.decode(Feature.ID.self, forKey: .name))
    case .dismissal: self = .dismissal(try wire.decode(Prompt.ID.self, forKey: .name))
    case .paywall: self = .paywall(try wire.decode(Paywall.ID.self, forKey: .name))
    }
  }

  func write(to wire: inout WireWriter<PastKey>) throws {
    let (kind, name): (Kind, String?) =
      switch self {
      case .signUp: (.signUp, nil)
      case .firstSeen: (.firstSeen, nil)
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
      }
    try wire.encode(kind, forKey: .event)
    try wire.encodeIfPresent(name, forKey: .name)
  }
}

extension WireReader<PastKey> {
  /// Refuses members that are unknown: without them the condition would hold for others.
  fileprivate func refuseOthers(than known: [PastKey]) throws {
    let known = known.map(\.rawValue)
    guard let name = names.first(where: { !known.contains($0.rawValue) }) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [name],
        debugDescription: "a condition on the past has the unknown member `\(name.rawValue)`"))
  }
}
