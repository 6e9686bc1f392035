import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@Suite("Attributes and conditions on the device in a blueprint")
struct AttributeTests {
  /// A blueprint with attributes, whose one feature has a rule with a condition.
  private static func club(
    when: String, attributes: String? = nil, allow: String = "unlimited",
    sold: String = "{ when: { entitled: member }, allow: unlimited }, "
  ) -> String {
    """
    app: { id: club, name: Club, bundleID: com.example.club, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
    hasFreeTier: true
    attributes: \(attributes ?? "{ goal: { type: text, values: [strength, endurance] }, level: { type: number }, coach: { type: boolean, setBy: backend } }")
    products: { club.monthly: { name: Monthly, entitlements: member, price: 9.99 USD, period: P1M, group: club } }
    features:
      train:
        paywall: plans
        rules: [{ when: \(when), allow: \(allow) }, \(sold){ otherwise: { upTo: 1, per: day } }]
    paywalls: { plans: { title: Train, packages: [club.monthly] } }
    """
  }

  @Test("attributes, and every condition on them and on the device, are read")
  func read() throws {
    let when =
      "{ entitled: member, country: [DE, NO], language: de, appVersion: { atLeast: \"2.1\", lessThan: \"3\" }, "
      + "device: [iPhone, iPad], attribute: [{ name: goal, is: [strength] }, { name: level, atLeast: 3 }] }"
    let file = try parse(Self.club(when: when))
    #expect(
      file.blueprint.definition.attributes == [
        Attribute(id: "goal", kind: .text(["strength", "endurance"])),
        Attribute(id: "level", kind: .number),
        Attribute(id: "coach", kind: .boolean, setBy: .backend),
      ])
    #expect(
      file.blueprint.definition.features.first?.rules.first?.when
        == Condition(
          entitled: ["member"],
          audience: Audience(
            countries: ["DE", "NO"], languages: ["de"],
            appVersion: Audience.Versions(atLeast: AppVersion("2.1"), lessThan: AppVersion("3")),
            devices: [.iPhone, .iPad],
            attributes: [
              AttributeTest(attribute: "goal", values: ["strength"]),
              AttributeTest(attribute: "level", atLeast: 3),
            ])))
    #expect(
      file.blueprint.reportedProperties == [.country, .language, .appVersion, .device])
  }

  @Test(
    "a mistake says what was expected",
    arguments: [
      (
        "{ attribute: { name: gaol, is: strength } }",
        "there is no attribute `gaol`; did you mean `goal`?"
      ),
      (
        "{ attribute: { name: goal, is: strenght } }",
        "`goal` is never `strenght`: it must be one of `strength`, `endurance`; did you mean `strength`?"
      ),
      (
        "{ attribute: { name: level, is: 3 } }",
        "`is` cannot compare the number `level`; expected `atLeast`, `lessThan` or both"
      ),
      (
        "{ attribute: { name: goal, atLeast: 3 } }",
        "`atLeast` and `lessThan` cannot compare the text `goal`; expected `is`"
      ),
      (
        "{ attribute: { name: coach, is: yes please } }",
        "`coach` is never `yes please`: it must be true or false"
      ),
      (
        "{ attribute: { name: goal } }",
        "a condition on an attribute is empty; expected one of `name`, `is`, `atLeast`, `lessThan`"
      ),
      (
        "{ attribute: { name: level, atLeast: 3, lessThan: 3 } }",
        "no number is at least 3 and less than 3"
      ),
      (
        "{ country: DEU }",
        "found `DEU`; expected a country's two-letter code such as `DE`; did you mean `DE`?"
      ),
      ("{ country: ZZ }", "found `ZZ`; expected a country's two-letter code such as `DE`"),
      (
        "{ language: pt-BR }",
        "found `pt-BR`; expected a language's code without a region, such as `de`; did you mean `pt`?"
      ),
      (
        "{ boughtApp: { before: { iOS: 238 } } }",
        "found the number `238`; expected a version or build number in quotes such as `\"238\"`"
      ),
      (
        "{ boughtApp: { before: { ios: \"238\" } } }",
        "versions by platform have no key `ios`; expected one of `iOS`, `macOS`, `tvOS`, `visionOS`; did you mean `iOS`?"
      ),
      (
        "{ boughtApp: { before: 2026-03-01 } }",
        "found `2026-03-01`; expected a date and time such as `2026-03-02T09:00:00Z`; did you mean `2026-03-01T00:00:00Z`?"
      ),
      (
        "{ boughtApp: { before: yesterday } }",
        "found `yesterday`; expected a date and time such as `2026-03-02T09:00:00Z`"
      ),
      (
        "{ from: 2026-13-01 }",
        "found `2026-13-01`; expected a date such as `2026-11-27`, `2026-11-27T18:00` or `2026-11-27T18:00:00Z`, or `11-27` for each year"
      ),
      (
        "{ from: 02-29, until: 03-10 }",
        "not every year has a 29 February; expected `02-28` or `03-01`"
      ),
      (
        "{ from: 11-31, until: 12-10 }",
        "found `11-31`; expected a date such as `2026-11-27`, `2026-11-27T18:00` or `2026-11-27T18:00:00Z`, or `11-27` for each year"
      ),
      (
        "{ until: 12-01 }",
        "the other end must be a day without a year too; expected both, such as `from: 11-20` and `until: 12-01`"
      ),
      (
        "{ from: 11-20, until: 2026-12-01 }",
        "the other end must be a day without a year too; expected both, such as `from: 11-20` and `until: 12-01`"
      ),
      (
        "{ from: 11-20, until: 11-20 }",
        "the condition never holds: `from` and `until` must be different days"
      ),
      (
        "{ from: 2026-11-27, until: 2026-11-27 }",
        "the condition never holds: `until` must be later than `from`, which is 2026-11-27"
      ),
      (
        "{ consent: withdrwan }",
        "found `withdrwan`; expected one of `withdrawn`, `given`; did you mean `withdrawn`?"
      ),
      ("{ ageRange: { atLeast: 16, lessThan: 16 } }", "no age is at least 16 and less than 16"),
      (
        "{ ageRange: { lessThan: 0 } }",
        "found the number `0`; expected a whole number from 1 to 150"
      ),
      (
        "{ ageRange: { under: 16 } }",
        "bounds of an age range have no key `under`; expected one of `atLeast`, `lessThan`, `declared`"
      ),
      (
        "{ ageRange: { atLeast: 18, declared: paymentCheckd } }",
        "found `paymentCheckd`; expected one of `selfDeclared`, `paymentChecked`, `governmentIDChecked`, `checkedByOtherMethod`, `guardianDeclared`, `guardianPaymentChecked`, `guardianGovernmentIDChecked`, `guardianCheckedByOtherMethod`; did you mean `paymentChecked`?"
      ),
      (
        "{ regulatoryFeature: declaredAgeRangeRequird }",
        "found `declaredAgeRangeRequird`; expected one of `declaredAgeRangeRequired`, `significantAppChangeRequiresParentalConsent`, `significantAppChangeRequiresAdultNotification`; did you mean `declaredAgeRangeRequired`?"
      ),
      (
        "{ environment: sandbx }",
        "found `sandbx`; expected one of `production`, `sandbox`, `xcode`; did you mean `sandbox`?"
      ),
      (
        "{ appVersion: { atLeast: 2.1 } }",
        "found the number `2.1`; expected a version in quotes such as `\"2.1\"`"
      ),
      (
        "{ appVersion: { atLeast: \"3\", lessThan: \"2\" } }",
        "no version is at least 3 and less than 2"
      ),
    ])
  func mistakes(when: String, message: String) {
    let said = said(of: Self.club(when: when))
    #expect(said.count == 1, "\(said)")
    #expect(said.first?.hasSuffix("error: \(message)") == true, "\(said)")
  }

  @Test(
    "an invalid declaration says what was expected",
    arguments: [
      (
        "{ goal: { type: txt } }",
        "found `txt`; expected one of `text`, `number`, `boolean`; did you mean `text`?"
      ),
      (
        "{ goal: { type: number, values: [a] } }",
        "only a text can have `values`; expected `type: text`"
      ),
      ("{ goal: { type: text, values: [a, a] } }", "the value `a` is listed twice"),
      ("{ ageRange: { type: text } }", "the device reports `ageRange`; choose another name"),
      (
        "{ consent: { type: boolean, setBy: backend } }",
        "a parent or guardian sets `consent`; choose another name"
      ),
      ("{ country: { type: text } }", "the device reports `country`; choose another name"),
      (
        "{ device: { type: text, setBy: backend } }",
        "the device reports `device`; choose another name"
      ),
      (
        "{ goal: { type: text, setBy: device } }",
        "found `device`; expected one of `app`, `backend`"
      ),
    ])
  func declarations(attributes: String, message: String) {
    let said = said(of: Self.club(when: "{ entitled: member }", attributes: attributes, sold: ""))
    #expect(said.contains { $0.contains("error: \(message)") }, "\(said)")
  }

  /// Rules that a forged report unlocks, and their near misses.
  static let trust: [(when: String, allow: String, isFinding: Bool)] = [
    ("{ country: CH }", "unlimited", true),
    ("{ language: de }", "unlimited", true),
    ("{ device: [mac] }", "{ upTo: 2, per: day }", true),
    // What the store signed about the copy of the app cannot be forged.
    ("{ boughtApp: { before: 2026-03-01T00:00:00Z } }", "unlimited", false),
    ("{ boughtApp: { before: { iOS: \"238\" } } }", "unlimited", false),
    ("{ environment: sandbox }", "unlimited", false),
    ("{ any: [{ environment: sandbox }, { country: CH }] }", "unlimited", true),
    // A parent's consent comes from the store or the backend, an age from the device.
    ("{ consent: given }", "unlimited", false),
    ("{ ageRange: { atLeast: 18 } }", "unlimited", true),
    ("{ regulatoryFeature: declaredAgeRangeRequired }", "unlimited", true),
    ("{ ageRange: { atLeast: 18 }, entitled: member }", "unlimited", false),
    ("{ appVersion: { atLeast: \"2\" } }", "{ upTo: 1, per: week }", false),
    ("{ appVersion: { atLeast: \"2\" } }", "{ upTo: 1, per: day }", false),
    ("{ attribute: { name: goal, is: strength } }", "unlimited", true),
    ("{ not: { country: CH } }", "unlimited", true),
    ("{ any: [{ entitled: member }, { country: CH }] }", "unlimited", true),
    // A use on that day has used up the month as well.
    ("{ country: CH }", "{ upTo: 1, per: month }", false),
    // On the second use of a day it gives more.
    ("{ country: CH }", "{ upTo: 2, per: month }", true),
    // Nobody there can buy more, and elsewhere the difference is free.
    ("{ country: CH }", "{ upTo: 1, per: ever }", false),
    ("{ country: CH, entitled: member }", "unlimited", false),
    ("{ attribute: { name: coach, is: true } }", "unlimited", false),
    ("{ attribute: { name: coach, is: true }, country: CH }", "unlimited", false),
    ("{ not: { attribute: { name: coach, is: true } }, country: CH }", "unlimited", true),
  ]

  @Test("a forged report must not unlock what others pay for", arguments: trust)
  func trusted(row: (when: String, allow: String, isFinding: Bool)) {
    let said = said(of: Self.club(when: row.when, allow: row.allow))
    let isFound = said.contains {
      $0.contains("error: `train` is sold, but a forged report unlocks")
    }
    #expect(isFound == row.isFinding, "\(said)")
  }

  @Test("a forged report may decide where nothing is sold")
  func unsold() {
    let yaml = Self.club(when: "{ country: CH }", allow: "unlimited", sold: "")
    #expect(!said(of: yaml).contains { $0.contains("forged report") })
  }

  @Test("a rule whose values an earlier rule covers never applies")
  func dead() {
    let first = "{ attribute: { name: goal, is: [strength, endurance] }, entitled: member }"
    let second =
      "{ when: { attribute: { name: goal, is: strength }, entitled: member }, allow: unlimited }, "
    #expect(
      said(of: Self.club(when: first, sold: second)).contains {
        $0.contains("this rule never applies")
      })
    let other = "{ when: { entitled: member }, allow: unlimited }, "
    let goal = "{ goal: { type: text, values: [strength, endurance] } }"
    #expect(said(of: Self.club(when: first, attributes: goal, sold: other)) == [])
  }

  private static func zones(_ lines: String) -> String {
    """
    app:
      id: dawn
      name: Dawn
      bundleID: com.example.dawn
    \(lines)
    hasFreeTier: true
    features: { sit: [{ otherwise: { upTo: 1, per: day } }] }
    """
  }

  @Test(
    "days turn in the app's time zone, or in the customer's with a fallback",
    arguments: [
      ("", "UTC", false), ("  timeZone: Asia/Tokyo", "Asia/Tokyo", false),
      ("  timeZone: customer", "UTC", true),
      ("  timeZone: customer\n  fallbackTimeZone: Asia/Tokyo", "Asia/Tokyo", true),
    ])
  func timeZones(lines: String, zone: String, isCustomers: Bool) throws {
    let blueprint = try parse(Self.zones(lines)).blueprint
    #expect(blueprint.app.timeZone == zone)
    #expect(blueprint.app.usesCustomerTimeZone == isCustomers)
    #expect(blueprint.reportedProperties == (isCustomers ? [.timeZone] : []))
  }

  @Test(
    "a mistake in a time zone says what was expected",
    arguments: [
      (
        "  timeZone: Customer",
        "`Customer` is not a time zone; expected an IANA name such as `Europe/Berlin`, or `customer`"
      ),
      ("  timeZone: PST", "`PST` is not a time zone; expected"),
      (
        "  timeZone: customer\n  fallbackTimeZone: GMT+5",
        "`GMT+5` is not a time zone; expected"
      ),
      (
        "  timeZone: customer\n  fallbackTimeZone: Berlin",
        "`Berlin` is not a time zone; expected"
      ),
      (
        "  fallbackTimeZone: Europe/Berlin",
        "`fallbackTimeZone` has no effect without `timeZone: customer`"
      ),
    ])
  func zoneMistakes(lines: String, expected: String) {
    #expect(said(of: Self.zones(lines)).contains { $0.contains(expected) })
  }

  @Test("an attribute that no condition tests is worth a warning")
  func unused() {
    let goal = "{ attribute: { name: goal, is: strength }, entitled: member }"
    let unused = said(of: Self.club(when: goal)).filter { $0.contains("no condition tests") }
    #expect(unused.count == 2, "\(unused)")
    #expect(unused.allSatisfy { $0.contains("`level`") || $0.contains("`coach`") }, "\(unused)")
  }

  @Test(
    "a value that is listed twice is worth a warning",
    arguments: [
      ("country: [DE, AT, DE]", "DE"), ("language: [de, de]", "de"),
      ("device: [mac, mac]", "mac"), ("phase: [free, lapsed, free]", "free"),
      ("entitled: [member, member]", "member"),
      ("product: [club.monthly, club.monthly]", "club.monthly"),
      ("attribute: { name: goal, is: [strength, strength] }", "strength"),
      ("country: [DE, AT]", nil),
    ])
  func repeated(condition: String, value: String?) throws {
    let yaml = Self.club(when: "{ \(condition) }")
    let warnings = said(of: yaml).filter { $0.contains("is listed twice") }
    #expect(warnings.count == (value == nil ? 0 : 1), "\(warnings)")
    #expect(value.map { warnings.first?.contains("warning: `\($0)`") ?? false } ?? true)
    // The condition is kept.
    #expect(try parse(yaml).blueprint.definition.features.first?.rules.count == 3)
  }
}
