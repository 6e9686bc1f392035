import Testing
import Tollgate

@Suite("Conditions on a parent's consent and on a declared age")
struct AgeAndConsentTests {
  private static let start = Fixture.start

  /// A feature that a rule denies to an audience, and that is open to everybody else.
  private static func closed(to audience: Audience) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(
          id: "chat",
          rules: [
            Feature.Rule(when: Condition(audience: audience), allowance: .denied),
            Feature.Rule(allowance: .unlimited),
          ])
      ]
    }
  }

  private static func isAllowed(_ facts: [Fact], _ blueprint: Blueprint) -> Bool {
    Customer(facts).membership(blueprint, start.days(9)).access(to: "chat").isAllowed
  }

  private static func reported(
    _ property: DeviceProperty, _ text: String, by setter: Attribute.Setter = .device,
    day: Int = 0
  ) -> Fact {
    .attribute(
      AttributeChange(
        attribute: property.attribute, setBy: setter, value: .string(text), at: start.days(day)))
  }

  private static func said(
    _ consent: Consent, by setter: Attribute.Setter = .guardian, day: Int = 0
  ) -> Fact {
    .attribute(
      AttributeChange(
        attribute: Consent.attribute, setBy: setter, value: .string(consent.rawValue),
        at: start.days(day)))
  }

  @Test(
    "RA-19 a declared age range meets a bound only as a whole, and only as those stated it who are named",
    arguments: [
      (AgeRangeTest(lessThan: 16), "13-15", true), (AgeRangeTest(lessThan: 16), "-15", true),
      (AgeRangeTest(lessThan: 16), "13-16", false), (AgeRangeTest(lessThan: 16), "13-", false),
      (AgeRangeTest(atLeast: 18), "18-", true), (AgeRangeTest(atLeast: 18), "17-", false),
      (AgeRangeTest(atLeast: 18), "-20", false),
      (AgeRangeTest(atLeast: 13, lessThan: 18), "13-17 selfDeclared", true),
      (AgeRangeTest(atLeast: 13, lessThan: 18), "12-17", false),
      (AgeRangeTest(atLeast: 13, lessThan: 18), "13-18", false),
      (AgeRangeTest(atLeast: 18, declared: [.paymentChecked]), "18- paymentChecked", true),
      (AgeRangeTest(atLeast: 18, declared: [.paymentChecked]), "18- selfDeclared", false),
      (AgeRangeTest(atLeast: 18, declared: [.paymentChecked]), "18-", false),
      (AgeRangeTest(declared: [.guardianDeclared]), "-12 guardianDeclared", true),
      (AgeRangeTest(lessThan: 150), "declined", false),
    ])
  func ages(test: AgeRangeTest, range: String, isClosed: Bool) {
    let blueprint = Self.closed(to: Audience(ageRange: test))
    #expect(Self.isAllowed([Self.reported(.ageRange, range)], blueprint) == !isClosed)
  }

  @Test("RA-19 an age that was never reported, or that the app set, meets nothing")
  func unknown() {
    let blueprint = Self.closed(to: Audience(ageRange: AgeRangeTest(lessThan: 16)))
    #expect(Self.isAllowed([], blueprint))
    #expect(Self.isAllowed([Self.reported(.ageRange, "13-15", by: .app)], blueprint))
    let facts = [
      Self.reported(.ageRange, "13-15"), Self.reported(.ageRange, "declined", day: 1),
    ]
    #expect(Self.isAllowed(facts, blueprint))
    #expect(!Self.isAllowed(Array(facts.prefix(1)), blueprint))
  }

  @Test(
    "RA-19 a range of ages and what the law requires have one written form, and anything else is refused",
    arguments: [
      (DeviceProperty.ageRange, "13-15", "13-15"), (.ageRange, "-12", "-12"),
      (.ageRange, "18- governmentIDChecked", "18- governmentIDChecked"),
      (.ageRange, "0-0", "0-0"), (.ageRange, "declined", "declined"), (.ageRange, "-", nil),
      (.ageRange, "", nil), (.ageRange, "15-13", nil), (.ageRange, "13", nil),
      (.ageRange, "013-15", nil), (.ageRange, "+13-15", nil), (.ageRange, "13-151", nil),
      (.ageRange, "13-15 somebody", nil), (.ageRange, "13-15 ", nil),
      (.ageRange, "13-15 selfDeclared twice", nil), (.regulatoryFeature, "none", "none"),
      (
        .regulatoryFeature,
        "significantAppChangeRequiresParentalConsent declaredAgeRangeRequired",
        "declaredAgeRangeRequired significantAppChangeRequiresParentalConsent"
      ),
      (.regulatoryFeature, "", nil), (.regulatoryFeature, "everything", nil),
    ] as [(DeviceProperty, String, String?)])
  func written(property: DeviceProperty, text: String, expected: String?) {
    #expect(property.normalized(text) == expected)
    #expect(property.isWellFormed(text) == (expected != nil))
  }

  @Test("RA-19 what the law requires meets a condition that names any of it")
  func regulation() {
    let features: Set<RegulatoryFeature> = [
      .declaredAgeRangeRequired, .significantAppChangeRequiresAdultNotification,
    ]
    let blueprint = Self.closed(
      to: Audience(regulatoryFeatures: [
        .declaredAgeRangeRequired, .significantAppChangeRequiresParentalConsent,
      ]))
    let text = RegulatoryFeature.text(of: features)
    #expect(!Self.isAllowed([Self.reported(.regulatoryFeature, text)], blueprint))
    let other = RegulatoryFeature.text(of: [.significantAppChangeRequiresAdultNotification])
    #expect(Self.isAllowed([Self.reported(.regulatoryFeature, other)], blueprint))
    #expect(Self.isAllowed([Self.reported(.regulatoryFeature, "none")], blueprint))
    #expect(Self.isAllowed([], blueprint))
  }

  @Test("RA-19 withdrawn consent closes what a rule closes until it is renewed, in any order")
  func consent() {
    let blueprint = Self.closed(to: Audience(consents: [.withdrawn]))
    let facts = [
      Self.said(.withdrawn), Self.said(.given, day: 1), Self.said(.withdrawn, day: 2),
    ]
    #expect(Self.isAllowed([], blueprint))
    #expect(!Self.isAllowed(Array(facts.prefix(1)), blueprint))
    #expect(Self.isAllowed(Array(facts.prefix(2)), blueprint))
    #expect(!Self.isAllowed(facts, blueprint))
    #expect(Customer(facts.reversed()) == Customer(facts))
    #expect(Customer(facts).consent == .withdrawn)
    // Neither the app nor its backend is a guardian.
    for setter in [Attribute.Setter.app, .backend, .device] {
      #expect(Self.isAllowed([Self.said(.withdrawn, by: setter)], blueprint))
    }
  }

  @Test(
    "RA-19 a withdrawal from before consent was renewed changes nothing, and a repeated one is recorded once"
  )
  func late() {
    let blueprint = Self.closed(to: Audience(consents: [.withdrawn]))
    let first = blueprint.withdrawConsent(
      signedAt: Self.start, for: Customer(), at: Self.start.days(1))
    #expect(first == [Self.said(.withdrawn, day: 1)])
    var customer = Customer(first)
    #expect(
      blueprint.withdrawConsent(
        signedAt: Self.start.days(2), for: customer, at: Self.start.days(2)) == [])
    let given = blueprint.set(.given, for: customer, at: Self.start.days(3)).facts
    #expect(given == [Self.said(.given, day: 3)])
    for fact in given { customer.join(fact) }
    #expect(
      blueprint.withdrawConsent(
        signedAt: Self.start.days(2), for: customer, at: Self.start.days(4)) == [])
    #expect(
      blueprint.withdrawConsent(
        signedAt: Self.start.days(3), for: customer, at: Self.start.days(4))
        == [Self.said(.withdrawn, day: 4)])
  }

  @Test("RA-19 a device sends its copy of the app only if a condition needs to know whose it is")
  func download() {
    let download = AppDownload(environment: .production, at: Self.start)
    let consent = Self.closed(to: Audience(consents: [.withdrawn]))
    #expect(!consent.testsDownload)
    #expect(consent.reportsDownload)
    #expect(consent.record(download, for: Customer()) == [.download(download)])
    let age = Self.closed(to: Audience(ageRange: AgeRangeTest(lessThan: 16)))
    #expect(!age.reportsDownload)
    #expect(age.reportedProperties == [.ageRange])
    #expect(consent.reportedProperties == [])
  }
}
