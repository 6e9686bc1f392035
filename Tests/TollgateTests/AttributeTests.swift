import Testing
import Tollgate

@Suite("Conditions on the device and on attributes")
struct AttributeTests {
  private static let start = Fixture.start

  /// A condition, and the values with which it holds and does not.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let condition: Condition
    let holds: [[Attribute.ID: Attribute.Value]]
    let fails: [[Attribute.ID: Attribute.Value]]
  }

  private static let attributes = [
    Attribute(id: "goal", kind: .text(["strength", "endurance"])),
    Attribute(id: "sessions", kind: .number),
    Attribute(id: "coach", kind: .boolean, setBy: .backend),
  ]

  private static let german = Condition(audience: Audience(languages: ["de"]))

  static let rows: [Row] = [
    Row(
      testDescription: "country",
      condition: Condition(audience: Audience(countries: ["DE", "AT"])),
      holds: [["country": "DE"], ["country": "AT"]], fails: [[:], ["country": "CH"]]),
    Row(
      testDescription: "language", condition: german, holds: [["language": "de"]],
      fails: [[:], ["language": "en"]]),
    Row(
      testDescription: "app version",
      condition: Condition(
        audience: Audience(
          appVersion: Audience.Versions(atLeast: AppVersion("2.1"), lessThan: AppVersion("2.10")))),
      holds: [["appVersion": "2.1"], ["appVersion": "2.1.0"], ["appVersion": "2.9.99"]],
      fails: [[:], ["appVersion": "2.0.9"], ["appVersion": "2.10"], ["appVersion": "10"]]),
    Row(
      testDescription: "device", condition: Condition(audience: Audience(devices: [.iPad, .mac])),
      holds: [["device": "iPad"], ["device": "mac"]], fails: [[:], ["device": "iPhone"]]),
    Row(
      testDescription: "text",
      condition: test(AttributeTest(attribute: "goal", values: ["strength"])),
      holds: [["goal": "strength"]], fails: [[:], ["goal": "endurance"]]),
    Row(
      testDescription: "number",
      condition: test(AttributeTest(attribute: "sessions", atLeast: 3, lessThan: 10)),
      holds: [["sessions": 3], ["sessions": 9]], fails: [[:], ["sessions": 2], ["sessions": 10]]),
    Row(
      testDescription: "Boolean of the backend",
      condition: test(AttributeTest(attribute: "coach", values: [true])),
      holds: [["coach": true]], fails: [[:], ["coach": false]]),
    Row(
      testDescription: "an exclusion, which holds where nothing is known",
      condition: Condition(not: [german]), holds: [[:], ["language": "en"]],
      fails: [["language": "de"]]),
    Row(
      testDescription: "alternatives",
      condition: Condition(any: [german, Condition(audience: Audience(devices: [.mac]))]),
      holds: [["language": "de"], ["device": "mac"]],
      fails: [[:], ["language": "en", "device": "tv"]]),
    Row(
      testDescription: "several at once",
      condition: Condition(audience: Audience(countries: ["DE"], languages: ["de"])),
      holds: [["country": "DE", "language": "de"]],
      fails: [["country": "DE"], ["language": "de"], ["country": "DE", "language": "en"]]),
  ]

  private static func test(_ test: AttributeTest) -> Condition {
    Condition(audience: Audience(attributes: [test]))
  }

  private static func blueprint(_ condition: Condition) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.attributes = attributes
      $0.features = [
        Feature(
          id: "lift",
          rules: [
            Feature.Rule(when: condition, allowance: .unlimited), Feature.Rule(allowance: .denied),
          ])
      ]
    }
  }

  private static func setter(of name: Attribute.ID) -> Attribute.Setter {
    attributes.first { $0.id == name }?.setBy ?? .device
  }

  private static func isAllowed(
    _ values: [Attribute.ID: Attribute.Value], _ blueprint: Blueprint
  ) -> Bool {
    var customer = Customer()
    for (name, value) in values {
      customer.join(
        .attribute(
          AttributeChange(attribute: name, setBy: setter(of: name), value: value, at: start)))
    }
    return customer.membership(blueprint, start.days(1)).access(to: "lift").isAllowed
  }

  @Test(
    "a condition holds for the values that it names, and never for an unknown value",
    arguments: rows)
  func conditions(row: Row) {
    let blueprint = Self.blueprint(row.condition)
    for values in row.holds { #expect(Self.isAllowed(values, blueprint), "\(values)") }
    for values in row.fails { #expect(!Self.isAllowed(values, blueprint), "\(values)") }
  }

  @Test("a value from the app or a device never counts as one from the backend")
  func setters() {
    let blueprint = Self.blueprint(
      Self.test(AttributeTest(attribute: "coach", values: [true])))
    let forged = Customer([
      .attribute(AttributeChange(attribute: "coach", setBy: .app, value: true, at: Self.start)),
      .attribute(AttributeChange(attribute: "coach", setBy: .device, value: true, at: Self.start)),
    ])
    #expect(!forged.membership(blueprint, Self.start).access(to: "lift").isAllowed)
  }

  @Test(
    "setting the current value changes nothing, and of several set in one instant the last holds")
  func set() {
    let blueprint = Self.blueprint(Self.german)
    var customer = Customer()
    func set(_ value: Attribute.Value?) -> Int {
      let facts = blueprint.set(["goal": value], by: .app, for: customer, at: Self.start).facts
      for fact in facts { customer.join(fact) }
      return facts.count
    }
    #expect(set(nil) == 0)
    #expect(set("strength") == 1)
    #expect(set("strength") == 0)
    // With the same date, the smaller text would lose to the greater one.
    #expect(set("endurance") == 1)
    #expect(customer.value(of: "goal", setBy: .app) == "endurance")
    #expect(set(nil) == 1)
    #expect(customer.value(of: "goal", setBy: .app) == nil)
    #expect(customer.newestStamp == Self.start.adding(milliseconds: 2))
  }

  @Test(
    "a value is normalized, or refused",
    arguments: [
      (DeviceProperty.country, "DEU", "DE"), (.country, "de", "DE"), (.country, "XKS", "XK"),
      (.country, "ZZ", nil), (.country, "Germany", nil), (.country, "", nil),
      (.language, "de-AT", "de"), (.language, "pt_BR", "pt"), (.language, "EN", "en"),
      (.language, "", nil), (.language, "german", nil), (.appVersion, "2.1", "2.1"),
      (.appVersion, "2", "2"), (.appVersion, "2.", nil), (.appVersion, "2.1b", nil),
      (.appVersion, "1.2.3.4.5.6.7.8.9", nil), (.appVersion, "1234567890", nil),
      (.device, "iPhone", "iPhone"), (.device, "iphone", nil),
    ] as [(DeviceProperty, String, String?)])
  func normalized(property: DeviceProperty, written: String, expected: String?) {
    #expect(property.normalized(written) == expected)
  }

  @Test(
    "a value of another type, too long or with a control character is refused",
    arguments: [
      (Attribute.Kind.text([]), Attribute.Value.string("free")), (.text(["a"]), "a"),
      (.number, 0), (.boolean, false),
    ] as [(Attribute.Kind, Attribute.Value)])
  func values(kind: Attribute.Kind, valid: Attribute.Value) {
    let attribute = Attribute(id: "a", kind: kind)
    #expect(attribute.requirement(against: valid) == nil)
    let invalid: [Attribute.Value] = [
      "", "a\u{0}", "a\n", "\u{85}", .string(String(repeating: "x", count: 129)),
      .integer(.max),
    ]
    for value in invalid { #expect(attribute.requirement(against: value) != nil) }
  }

  @Test("versions are compared number by number")
  func versions() throws {
    let sorted = try ["0", "1.9", "1.10", "2.0.1", "2.1", "2.1.1", "10"].map {
      try #require(AppVersion($0))
    }
    #expect(sorted == sorted.reversed().sorted())
    #expect(AppVersion("2.1") == AppVersion("2.1.0"))
  }
}
