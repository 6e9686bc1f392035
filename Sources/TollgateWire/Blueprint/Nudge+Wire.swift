import Tollgate

/// A nudge, and the moment of its delivery.
///
/// ```json
/// { "id": "tomorrow", "moment": { "anchor": "trialEnd", "kind": "before", "period": "P1D" },
///   "paywall": "plans", "text": "nudge.tomorrow", "when": {} }
/// { "id": "come-back", "moment": { "event": "lapse", "kind": "after", "period": "P3D" },
///   "quietHours": { "from": "21:00", "to": "08:00" }, "repeat": { "atMost": 3, "every": "P7D" },
///   "text": "nudge.come-back", "when": {} }
/// ```
extension Nudge: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Nudge?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      moment: wire.required("moment", value?.moment),
      repetition: wire.optional("repeat", value?.repetition),
      quietHours: wire.optional("quietHours", value?.quietHours),
      delivery: wire.defaulted("by", value?.delivery, to: .notification),
      when: wire.required("when", value?.when),
      text: wire.required("text", value?.text),
      paywall: wire.optional("paywall", value?.paywall))
  }
}

/// A period before an anchor, or after an event or silence.
///
/// ```json
/// { "anchor": "trialEnd", "kind": "before", "period": "P1D" }
/// { "event": "milestone", "kind": "after", "name": "first-scan", "period": "P1D" }
/// { "kind": "silence", "period": "P7D" }
/// ```
extension Nudge.Moment: WireObject {
  private enum Kind: String, Codable, CaseIterable { case before, after, silence }

  private var parts: (kind: Kind, anchor: Nudge.Anchor?, event: CustomerEvent?) {
    switch self {
    case .before(let anchor, _): (.before, anchor, nil)
    case .after(let event, _): (.after, nil, event)
    case .silence: (.silence, nil, nil)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Nudge.Moment?) throws {
    let parts = value?.parts
    let kind = try wire.choice("kind", parts?.kind)
    let period = try wire.required("period", value?.period)
    switch kind {
    case .before: self = .before(try wire.required("anchor", parts?.anchor), period)
    case .after:
      let event = try CustomerEvent(
        wire.required("event", parts?.event?.kind), of: wire.optional("name", parts?.event?.name))
      self = .after(event, period)
    case .silence: self = .silence(period)
    }
  }
}

/// How often a nudge is delivered: `{"atMost":3,"every":"P7D"}`.
extension Nudge.Repetition: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Nudge.Repetition?) throws {
    try self.init(
      every: wire.required("every", value?.every),
      atMost: wire.required("atMost", value?.atMost))
  }
}

/// Quiet hours: `{"from":"21:00","to":"08:00"}`.
extension QuietHours: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: QuietHours?) throws {
    try self.init(
      from: wire.text("from", value?.from, any: TimeOfDay("21:00")),
      to: wire.text("to", value?.to, any: TimeOfDay("08:00")))
  }
}
