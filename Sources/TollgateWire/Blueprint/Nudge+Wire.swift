import Tollgate

/// A nudge `before` its anchor, or `after` an event or silence.
///
/// ```json
/// { "anchor": "trialEnd", "before": "P1D", "id": "tomorrow", "text": "nudge.tomorrow", "when": {} }
/// { "after": { "delay": "P3D", "event": "lapse" }, "id": "come-back", "quietHours": { "from": "21:00", "to": "08:00" },
///   "repeat": { "atMost": 3, "every": "P7D" }, "text": "nudge.come-back", "when": {} }
/// ```
extension Nudge: WireForm {
  enum WireKey: String {
    case id, anchor, before, after, `repeat`, quietHours, by, when, text
  }

  init(wire: WireReader<WireKey>) throws {
    let moment: Moment =
      if let after = try wire.decodeIfPresent(NudgeDelay.self, forKey: .after) {
        after.event.map { .after($0, after.length) } ?? .silence(after.length)
      } else {
        .before(
          try wire.decode(Nudge.Anchor.self, forKey: .anchor),
          try wire.decode(Period.self, forKey: .before))
      }
    self.init(
      id: try wire.decode(Nudge.ID.self, forKey: .id), moment: moment,
      repetition: try wire.decodeIfPresent(Nudge.Repetition.self, forKey: .repeat),
      quietHours: try wire.decodeIfPresent(QuietHours.self, forKey: .quietHours),
      delivery: try wire.decodeIfPresent(Nudge.Delivery.self, forKey: .by) ?? .notification,
      when: try wire.decode(Condition.self, forKey: .when),
      text: try wire.decode(LocalizedText.ID.self, forKey: .text))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    switch moment {
    case .before(let anchor, let before):
      try wire.encode(anchor, forKey: .anchor)
      try wire.encode(before, forKey: .before)
    case .after(let event, let delay):
      try wire.encode(NudgeDelay(event: event, length: delay), forKey: .after)
    case .silence(let length):
      try wire.encode(NudgeDelay(event: nil, length: length), forKey: .after)
    }
    try wire.encodeIfPresent(repetition, forKey: .repeat)
    try wire.encodeIfPresent(quietHours, forKey: .quietHours)
    if delivery != .notification { try wire.encode(delivery, forKey: .by) }
    try wire.encode(when, forKey: .when)
    try wire.encode(text, forKey: .text)
  }
}

/// How long after an event, `{"delay":"P1D","event":"milestone","name":"first-scan"}`, or after silence:
/// `{"silence":"P7D"}`.
struct NudgeDelay: WireForm {
  typealias WireKey = PastKey

  /// The event; nil for silence.
  let event: CustomerEvent?
  let length: Period

  init(event: CustomerEvent?, length: Period) {
    self.event = event
    self.length = length
  }

  init(wire: WireReader<PastKey>) throws {
    if let silence = try wire.decodeIfPresent(Period.self, forKey: .silence) {
      self.init(event: nil, length: silence)
    } else {
      self.init(
        event: try CustomerEvent(wire: wire), length: try wire.decode(Period.self, forKey: .delay))
    }
  }

  func write(to wire: inout WireWriter<PastKey>) throws {
    guard let event else { return try wire.encode(length, forKey: .silence) }
    try event.write(to: &wire)
    try wire.encode(length, forKey: .delay)
  }
}

/// How often a nudge is delivered: `{"atMost":3,"every":"P7D"}`.
extension Nudge.Repetition: WireForm {
  enum WireKey: String {
    case every, atMost
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      every: try wire.decode(Period.self, forKey: .every),
      atMost: try wire.decode(Int.self, forKey: .atMost))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(every, forKey: .every)
    try wire.encode(atMost, forKey: .atMost)
  }
}

/// Quiet hours: `{"from":"21:00","to":"08:00"}`.
extension QuietHours: WireForm {
  enum WireKey: String {
    case from, to
  }

  init(wire: WireReader<WireKey>) throws {
    func time(_ key: WireKey) throws -> TimeOfDay {
      guard let time = TimeOfDay(try wire.decode(String.self, forKey: key)) else {
        throw wire.invalid(key, "expected a time of day")
      }
      return time
    }
    self.init(from: try time(.from), to: try time(.to))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode("\(from)", forKey: .from)
    try wire.encode("\(to)", forKey: .to)
  }
}
