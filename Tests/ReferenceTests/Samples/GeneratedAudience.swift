import Tollgate

/// Attributes and conditions on them and on the device, with the values that generated histories set.
enum GeneratedAudience {
  /// The attributes of every generated blueprint.
  static let attributes = [
    Attribute(id: "goal", kind: .text(["strength", "endurance"])),
    Attribute(id: "sessions", kind: .number),
    Attribute(id: "coach", kind: .boolean, setBy: .backend),
  ]

  /// The time zones that devices report; one does not exist.
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
      Audience(attributes: [AttributeTest(attribute: "coach", values: [true])]),
      Audience(ageRange: AgeRangeTest(lessThan: 16)),
      Audience(
        ageRange: AgeRangeTest(atLeast: 13, lessThan: 18, declared: [.guardianDeclared])),
      Audience(regulatoryFeatures: [.declaredAgeRangeRequired]),
      Audience(consents: [.withdrawn]), Audience(consents: [.given]),
      Audience(boughtApp: .before(sales[1])),
      Audience(
        boughtApp: .beforeVersion(
          [AppDownload.Platform.iOS: "238", .macOS: "2.0"].compactMapValues {
            AppVersion(build: $0)
          })),
      Audience(environments: [.sandbox]), Audience(environments: [.production, .xcode]))
  }

  /// When copies of the app were bought.
  private static let sales = [1_672_531_200_000, 1_704_067_200_000, 1_735_689_600_000].map {
    Instant(milliseconds: $0)
  }

  /// A first download of the app, as a store account may have made it.
  static func download(_ random: inout Seeded) -> AppDownload {
    AppDownload(
      environment: random.pick(.production, .production, .sandbox, .xcode),
      platform: random.pick(.iOS, .iOS, .macOS, .visionOS, nil),
      version: random.pick("1.0", "1.9", "2.0", "237", "238.1", "1000", nil),
      at: random.pick(from: sales) ?? sales[0])
  }

  /// A day on which the app was opened, reported on that day or up to two days later.
  static func opening(at now: Instant, _ random: inout Seeded) -> AppOpening {
    let today = Instant.split(now.milliseconds).days
    return AppOpening(
      day: "\(CivilDate(daysSince1970: today - Int64(random.number(0...2))))",
      version: random.pick("1.9", "2.1", "2.10", "2.1.0", nil), at: now)
  }

  /// A value that is set for a customer; one that somebody else set, or no value, is possible as well.
  static func change(at now: Instant, _ random: inout Seeded) -> AttributeChange {
    let (name, values): (Attribute.ID, [Attribute.Value]) = random.pick(
      ("country", ["DE", "AT", "US"]), ("language", ["de", "en"]),
      ("appVersion", ["1.9", "2.1", "2.10", "2.1.0", "3"]), ("device", ["iPad", "iPhone"]),
      ("ageRange", ["13-15", "13-17 guardianDeclared", "16- selfDeclared", "-12", "declined"]),
      (
        "regulatoryFeature",
        ["none", "declaredAgeRangeRequired significantAppChangeRequiresParentalConsent"]
      ), ("consent", ["withdrawn", "given"]),
      ("goal", ["strength", "endurance"]), ("sessions", [0, 3, 9, 10]), ("coach", [true, false]),
      ("timeZone", zones.map(Attribute.Value.string)),
      ("timeZone", zones.map(Attribute.Value.string)))
    let setter: Attribute.Setter =
      switch name {
      case "goal", "sessions": .app
      case "coach": random.chance(80) ? .backend : .app
      case "consent": random.chance(80) ? .guardian : .app
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
      if random.chance(20) {
        arrive(.download(GeneratedAudience.download(&random)), at: now)
      } else if random.chance(30) {
        arrive(.opening(GeneratedAudience.opening(at: now, &random)), at: now)
      } else {
        arrive(.attribute(GeneratedAudience.change(at: now, &random)), at: now)
      }
      if random.chance(60) { now = now.adding(milliseconds: random.time(upTo: .minute)) }
    }
  }
}
