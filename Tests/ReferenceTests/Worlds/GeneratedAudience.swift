import Tollgate

/// Attributes and conditions on them and on the device, with the values that generated histories set.
enum GeneratedAudience {
  /// The attributes of every generated blueprint.
  static let attributes = [
    Attribute(id: "goal", kind: .text(["strength", "endurance"])),
    Attribute(id: "sessions", kind: .number),
    Attribute(id: "coach", kind: .boolean, setBy: .backend),
  ]

  /// The time zones that devices report, one of which does not exist.
  static let zones = [
    "Asia/Tokyo", "America/New_York", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago",
    "Mars/Olympus",
  ]

  static func condition(_ random: inout Seeded) -> Condition {
    let part = Condition(audience: audience(&random))
    return random.pick(
      part, part, Condition(not: [part]), Condition(any: [part, Condition(phases: [.trial])]))
  }

  private static func audience(_ random: inout Seeded) -> Audience {
    random.pick(
      Audience(countries: ["DE", "AT"]), Audience(languages: ["de"]),
      Audience(appVersion: Audience.Versions(atLeast: AppVersion("2.1"))),
      Audience(
        appVersion: Audience.Versions(atLeast: AppVersion("1.9"), lessThan: AppVersion("2.10"))),
      Audience(devices: [.iPad, .mac]),
      Audience(attributes: [AttributeTest(attribute: "goal", values: ["strength"])]),
      Audience(attributes: [AttributeTest(attribute: "sessions", atLeast: 3, lessThan: 10)]),
      Audience(attributes: [AttributeTest(attribute: "coach", values: [true])]))
  }

  /// A value that is set for a customer; one that somebody else set, or no value, is possible as well.
  static func change(at now: Instant, _ random: inout Seeded) -> AttributeChange {
    let (name, values): (Attribute.ID, [Attribute.Value]) = random.pick(
      ("country", ["DE", "AT", "US"]), ("language", ["de", "en"]),
      ("appVersion", ["1.9", "2.1", "2.10", "2.1.0", "3"]), ("device", ["iPad", "iPhone"]),
      ("goal", ["strength", "endurance"]), ("sessions", [0, 3, 9, 10]), ("coach", [true, false]),
      ("timeZone", zones.map(Attribute.Value.string)),
      ("timeZone", zones.map(Attribute.Value.string)))
    let setter: Attribute.Setter =
      switch name {
      case "goal", "sessions": .app
      case "coach": random.chance(80) ? .backend : .app
      default: .device
      }
    return AttributeChange(
      attribute: name, setBy: setter, value: random.chance(85) ? random.pick(from: values) : nil,
      at: now)
  }
}

extension GeneratedHistory {
  /// Sets a few values, some of them at one instant.
  mutating func setAttributes() {
    for _ in 0..<random.number(1...3) {
      arrive(.attribute(GeneratedAudience.change(at: now, &random)), at: now)
      if random.chance(60) { now = now.adding(milliseconds: random.time(upTo: .minute)) }
    }
  }
}
