import Testing
import Tollgate
import TollgateBlueprints

/// A design that somebody may well intend, and that a check once refused or could refuse by mistake.
struct SoundDesign: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Everything but the app and its links.
  let yaml: String

  init(_ name: String, _ yaml: String) {
    testDescription = name
    self.yaml = """
      app: { id: sound, name: Sound, bundleID: com.example.sound, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true
      \(yaml)
      """
  }

  private static let pro =
    "products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }\n"
    + "paywalls: { plans: { title: Plans, packages: [pro] } }\n"

  /// A free limit, and one for those who pay.
  private static func limits(_ free: String, paid: String) -> SoundDesign {
    SoundDesign(
      "\(free), and \(paid) for payers",
      pro + """
        features:
          report:
            - { when: { entitled: pro }, allow: { \(paid) } }
            - { otherwise: { \(free) }, paywall: plans }
        """)
  }

  private static let twoTiers =
    "products:\n"
    + "  ios: { kind: nonConsumable, name: iOS, entitlements: ios, price: 9.99 USD }\n"
    + "  all: { kind: nonConsumable, name: All, entitlements: all, price: 14.99 USD }\n"
    + "paywalls: { plans: { title: Plans, packages: [all, ios] } }\n"

  static func advertised(_ rules: String) -> String {
    pro + """
      milestones: [asked]
      trials:
        taste: { start: { milestone: asked }, when: { notEntitled: pro }, lasts: P5D, entitles: pro }
      features:
        watch-ad: [\(rules)]
        no-ads: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]
      """
  }

  static let all = [
    SoundDesign(
      "a feature for what two purchases give",
      """
      products:
        audio: { kind: nonConsumable, name: Audio, entitlements: audio, price: 9.99 USD }
        video: { kind: nonConsumable, name: Video, entitlements: video, price: 19.99 USD }
      plan: [audio, video]
      paywalls: { modules: { title: Modules, packages: [audio, video] } }
      features:
        film:
          - { when: { entitled: audio, any: [{ entitled: video }] }, allow: unlimited }
          - { otherwise: deny, paywall: modules }
      """),
    limits("upTo: 1, per: month", paid: "upTo: 5, per: period"),
    limits("upTo: 1, per: week", paid: "upTo: 100, per: month"),
    limits("upTo: 5, per: day", paid: "upTo: 200, per: month"),
    limits("upTo: 30, per: month", paid: "upTo: 10, per: day"),
    limits("upTo: 3, per: year", paid: "upTo: 3, per: month"),
    limits("upTo: 80, per: PT3H", paid: "upTo: 80, per: PT1H"),
    limits("upTo: 5, per: day", paid: "upTo: 80, per: PT3H"),
    limits("upTo: 3, per: ever", paid: "upTo: 3, per: day"),
    limits("holding: 5", paid: "upTo: 2, per: day"),
    limits("upTo: 2, refills: PT4H", paid: "upTo: 5, refills: PT3H"),
    limits("upTo: 3, per: day", paid: "all: [{ upTo: 25, per: day }, { upTo: 200, per: month }]"),
    limits("all: [{ upTo: 3, per: day }, { upTo: 10, per: month }]", paid: "upTo: 3, per: day"),
    SoundDesign(
      "a use a day before coins, which its paywall sells",
      """
      products: { coins: { kind: consumable, name: Coins, price: 0.99 USD } }
      credits: { coins: { filledBy: { coins: 10 } } }
      features: { report: [{ otherwise: { first: [{ upTo: 1, per: day }, { spend: coins }] }, paywall: more }] }
      paywalls: { more: { title: More, packages: [coins] } }
      """),
    SoundDesign(
      "a device that only some of what is sold is for",
      twoTiers + """
        features:
          dns:
            - { when: { entitled: all }, allow: unlimited }
            - { when: { entitled: ios, device: [iPhone, iPad] }, allow: unlimited }
            - { otherwise: deny, paywall: plans }
        """),
    SoundDesign(
      "a device that what is sold is not for",
      twoTiers + """
        features:
          dns:
            - { when: { entitled: all }, allow: unlimited }
            - { when: { entitled: ios, device: mac }, deny: true, paywall: plans }
            - { when: { entitled: ios }, allow: unlimited }
            - { otherwise: deny, paywall: plans }
        """),
    SoundDesign(
      "several tiers, one of them for some countries",
      twoTiers + """
        features:
          dns:
            - { when: { entitled: all }, allow: unlimited }
            - { when: { any: [{ entitled: ios, country: CH }, { entitled: ios, country: DE }] }, allow: unlimited }
            - { otherwise: deny, paywall: plans }
        """),
    SoundDesign(
      "what payers have no use for is off in a trial of it, too",
      advertised(
        "{ when: { entitled: pro }, deny: true }, { otherwise: { upTo: 20, per: day } }")),
    SoundDesign(
      "a trial with a month's number in place of a day's",
      advertised(
        "{ when: { entitled: pro }, allow: { upTo: 900, per: month } }, { otherwise: { upTo: 20, per: day }, paywall: plans }"
      )),
  ]
}

/// The opposite of each sound design: what stays a mistake.
struct UnsoundDesign: CustomTestStringConvertible, Sendable {
  let design: SoundDesign
  let mistake: String

  var testDescription: String { design.testDescription }

  init(_ name: String, _ yaml: String, says mistake: String) {
    design = SoundDesign(name, yaml)
    self.mistake = mistake
  }

  private static let pro =
    "products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }\n"
    + "paywalls: { plans: { title: Plans, packages: [pro] } }\n"

  static let all = [
    UnsoundDesign(
      "a paid limit that allows nothing which the free one refuses",
      pro + """
        features:
          report:
            - { when: { entitled: pro }, allow: { upTo: 3, per: month } }
            - { otherwise: { upTo: 5, per: day }, paywall: plans }
        """, says: "the paywall `plans` sells nothing that opens `report`"),
    UnsoundDesign(
      "paid limits at once, one of which is the free one",
      pro + """
        features:
          report:
            - { when: { entitled: pro }, allow: { all: [{ upTo: 5, per: day }, { upTo: 20, per: month }] } }
            - { otherwise: { upTo: 5, per: day }, paywall: plans }
        """, says: "the paywall `plans` sells nothing that opens `report`"),
    UnsoundDesign(
      "a trial that limits what it does not sell",
      pro + """
        milestones: [asked]
        trials: { taste: { start: { milestone: asked }, lasts: P5D, entitles: pro } }
        features:
          watch: [{ when: { entitled: pro }, allow: { upTo: 3, per: month } }, { otherwise: unlimited }]
          no-ads: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]
        """, says: "the trial removes access"),
    UnsoundDesign(
      "a country that opens what is sold without a purchase",
      pro + """
        features:
          report:
            - { when: { entitled: pro }, allow: unlimited }
            - { when: { any: [{ entitled: pro }, { country: CH }] }, allow: unlimited }
            - { otherwise: deny, paywall: plans }
        """, says: "a forged report unlocks it for free"),
  ]
}

@Suite("Sound designs")
struct SoundDesignTests {
  @Test("EX-9 a design that makes sense is not refused", arguments: SoundDesign.all)
  func sound(design: SoundDesign) {
    #expect(said(of: design.yaml).filter { $0.contains("error:") } == [])
  }

  @Test("EX-9 what payers have no use for needs no purchase that opens it")
  func unneeded() {
    let design = SoundDesign.advertised(
      "{ when: { entitled: pro }, deny: true }, { otherwise: { upTo: 20, per: day } }")
    #expect(said(of: SoundDesign("", design).yaml) == [])
  }

  @Test("EX-9 a design that makes no sense is refused", arguments: UnsoundDesign.all)
  func unsound(design: UnsoundDesign) {
    let errors = said(of: design.design.yaml).filter { $0.contains("error:") }
    #expect(errors.contains { $0.contains(design.mistake) }, "\(errors)")
  }

  @Test("EX-9 a blueprint has the same mistakes without its file", arguments: apps)
  func withoutFile(app: String) throws {
    let definition = try blueprint(app).definition
    #expect(BlueprintCheck.mistakes(in: definition) == [])
    var mistaken = definition
    mistaken.granted.append("never-asked-for")
    mistaken.plan = ["misspelt"]
    #expect(
      BlueprintCheck.mistakes(in: mistaken).contains {
        $0.hasPrefix("plan: there is no entitlement `misspelt`")
      })
  }

  /// A blueprint of features that each have two rules about attributes.
  private static func large(_ count: Int) throws -> BlueprintFile {
    let features = (1...count).map { number in
      """
        f\(number):
          - { when: { entitled: pro }, allow: unlimited }
          - { when: { attribute: { name: beta, is: true } }, allow: { upTo: \(number), per: day } }
          - { when: { attribute: { name: goal, is: [run, swim] } }, allow: { upTo: 1, per: week }, paywall: plans }
          - { otherwise: deny, paywall: plans }
      """
    }
    return try parse(
      SoundDesign(
        "",
        """
        products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }
        trial: { start: signUp, lasts: P7D, entitles: pro }
        attributes:
          beta: { type: boolean, setBy: backend }
          goal: { type: text, values: [run, swim, walk], setBy: backend }
        paywalls: { plans: { title: Plans, packages: [pro] } }
        features:
        \(features.joined(separator: "\n"))
        """
      ).yaml)
  }

  @Test("EX-9 reading a blueprint of 200 features takes five times the work of one of 40")
  func large() throws {
    let (few, many) = try (Self.large(40), Self.large(200))
    #expect(few.checkedSteps > 40)
    #expect(many.checkedSteps <= 5 * few.checkedSteps, "\(few.checkedSteps) \(many.checkedSteps)")
  }
}
