import Foundation
import Testing
import Tollgate
import TollgateWire

@Suite("A blueprint on the wire")
struct BlueprintTests {
  private static let response = BlueprintResponse(revision: "r1", definition: everything)

  @Test("a blueprint on the wire has these exact bytes, and reads back as it was written")
  func bytes() throws {
    #expect(try json(of: Self.response) == blueprintOnTheWire)
    #expect(try Self.read(blueprintOnTheWire) == Self.response)
  }

  @Test(
    "a trial's start reads back as it was written",
    arguments: [
      (Trial.Start.signUp, #"{"kind":"signUp"}"#),
      (.firstSeen, #"{"kind":"firstSeen"}"#),
      (.milestone("tenth"), #"{"kind":"milestone","milestone":"tenth"}"#),
      (.introductoryOffer, #"{"kind":"introductoryOffer"}"#),
      (.purchase(after: nil), #"{"kind":"purchase"}"#),
    ])
  func starts(start: Trial.Start, written: String) throws {
    var definition = everything
    definition.trial = Trial(start: start, terms: Trial.Terms(lasts: nil))
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(text.contains(#""start":\#(written),"#))
    #expect(try Self.read(text) == response)
  }

  @Test(
    "RA-9 the days that a trial lets a customer earn travel with its terms, and are left out without any"
  )
  func earnedDays() throws {
    var definition = everything
    definition.trial = Trial(
      start: .firstSeen,
      terms: Trial.Terms(
        lasts: Period(7, .day),
        earned: [
          Trial.EarnedDays(days: 1, on: .use("workout"), upTo: 3),
          Trial.EarnedDays(days: 2, on: .milestone("tenth")),
        ]))
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(
      text.contains(
        #""earned":[{"days":1,"event":"use","limit":3,"name":"workout"},{"days":2,"event":"milestone","name":"tenth"}],"#
      ))
    #expect(try Self.read(text) == response)
    #expect(!blueprintOnTheWire.contains(#""earned""#))
  }

  @Test("the conditions of a trial, a grant and a team are stored, and are left out without any")
  func ownConditions() throws {
    let free = Condition(phases: [.free])
    let written =
      #""when":{"entitled":[],"notEntitled":[],"notReached":[],"phases":["free"],"reached":[]}"#
    func stored(_ change: (inout Blueprint.Definition) -> Void) throws -> String {
      var definition = Blueprint.Definition(
        app: Blueprint.App(id: "a", name: "A", bundleID: "com.example.a"))
      change(&definition)
      let text = try json(of: StoredDefinition(definition))
      let read = try JSONDecoder().decode(StoredDefinition.self, from: Data(text.utf8))
      #expect(read.definition == definition)
      return text
    }
    for (when, isWritten) in [(free, true), (Condition.always, false)] {
      let trial = try stored {
        $0.trial = Trial(start: .signUp, when: when, terms: Trial.Terms(lasts: Period(7, .day)))
      }
      let grant = try stored {
        $0.grants = [GrantTerms(id: "gift", when: when, entitlements: ["pro"])]
      }
      let team = try stored {
        $0.teams = [Team(id: "family", when: when, shares: ["pro"], sizes: [Team.Size(seats: 4)])]
      }
      for text in [trial, grant, team] {
        #expect(text.contains(written) == isWritten)
        #expect(text.contains(#""when""#) == isWritten)
      }
    }
  }

  @Test("RA-2 the date on which a grant ends is stored as it is written")
  func grantDate() throws {
    var definition = everything
    definition.grants = ["2027-01-01", "2027-01-01T12:00:00Z"].map {
      GrantTerms(
        id: "founder", entitlements: ["premium"], until: EventDate($0), waitsFor: .nothing)
    }
    let text = try json(of: StoredDefinition(definition))
    for date in ["2027-01-01", "2027-01-01T12:00:00Z"] {
      #expect(text.contains(#""until":"\#(date)""#))
    }
    let read = try JSONDecoder().decode(StoredDefinition.self, from: Data(text.utf8))
    #expect(read.definition == definition)
  }

  @Test("a member with its default is left out, and read as that")
  func defaults() throws {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "a", name: "A", bundleID: "com.example.a"))
    definition.features = [Feature(id: "scan", rules: [])]
    definition.placements = [Placement(id: "start", paywall: "plans")]
    definition.products = [
      CatalogProduct(
        id: "gold", kind: .autoRenewable, name: "Gold", entitlements: ["pro"],
        period: Period(1, .month), group: "plans", level: 2)
    ]
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    let read = try Self.read(text)
    #expect(read == response)
    for member in ["offline", "reservation", "surplus", "priority", "isGate", "holdOut", "addsUp"] {
      #expect(!text.contains(#""\#(member)":"#))
    }
    let lacking = try Self.read(text.replacing(#""level":2,"#, with: ""))
    #expect(lacking.definition.products.first?.level == nil)
  }

  @Test("the answers to the store's questions are stored, and of them only the features travel")
  func storeQuestions() throws {
    var definition = everything
    definition.refunds = RefundPolicy(
      consent: "refundData", hasSample: true,
      rules: [
        RefundPolicy.Rule(
          products: ["monthly"], reasons: [.unsatisfied],
          used: RefundPolicy.Uses(of: "message", atLeast: 10), consumed: 50, prefer: .decline),
        RefundPolicy.Rule(prefer: .nothing),
      ])
    definition.retention = [
      RetentionRule(
        products: ["monthly"], used: RetentionRule.Uses(of: "message", lessThan: 10),
        messages: ["en": "8D1F"], action: .offer("stay")),
      RetentionRule(messages: ["en": "8D1F"], action: .alternateProduct("yearly")),
      RetentionRule(messages: ["en": "8D1F", "de": "77A0"]),
    ]
    let sent = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    let features = #""featuresOfAnswers":["message"],"#
    #expect(sent.contains(features))
    #expect(sent.replacing(features, with: "") == blueprintOnTheWire)
    #expect(try Self.read(sent).definition.countedFeatures.contains("message"))
    let stored = try json(of: StoredDefinition(definition))
    #expect(!stored.contains(features))
    #expect(
      stored.contains(
        #""refunds":{"consent":"refundData","hasSample":true,"rules":[{"consumed":50,"prefer":"decline","products":["monthly"],"reasons":["unsatisfied"],"used":{"atLeast":10,"feature":"message"}},{"prefer":"nothing"}]}"#
      ))
    let read = try JSONDecoder().decode(StoredDefinition.self, from: Data(stored.utf8))
    #expect(read.definition == definition)
  }

  @Test("RA-18 font files are stored, and do not travel to clients, which know their hashes")
  func fonts() throws {
    var definition = everything
    definition.fonts = [Skin.FontFile(digest: "9f86", bytes: [1, 2, 3])]
    let sent = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(sent == blueprintOnTheWire)
    let stored = try json(of: StoredDefinition(definition))
    #expect(stored.contains(#""fonts":[{"bytes":"AQID","digest":"9f86"}]"#))
    let read = try JSONDecoder().decode(StoredDefinition.self, from: Data(stored.utf8))
    #expect(read.definition == definition)
    let broken = stored.replacing(#""AQID""#, with: #""?""#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StoredDefinition.self, from: Data(broken.utf8))
    }
  }

  @Test("a condition on a subscription, alternatives and exclusions read back as they were written")
  func conditions() throws {
    let condition = Condition(
      phases: [.subscribed], subscription: [.grace, .billingRetry], willRenew: false,
      products: ["monthly"],
      any: [Condition(phases: [.trial]), Condition(not: [Condition(willRenew: true)])],
      not: [Condition(entitled: ["premium"])])
    var definition = everything
    definition.placements = [Placement(id: "start", when: condition, paywall: "plans")]
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    #expect(text.contains(#""subscription":["billingRetry","grace"],"willRenew":false}"#))
  }

  static let pastTests: [(PastTest, String)] = [
    (
      .since(PastTest.Since(.signUp, atLeast: Period(3, .day))),
      #""since":[{"atLeast":"P3D","event":"signUp"}]"#
    ),
    (
      .since(PastTest.Since(.milestone("discovery"), lessThan: Period(2, .week))),
      #""since":[{"event":"milestone","lessThan":"P2W","name":"discovery"}]"#
    ),
    (
      .count(PastTest.Count(of: .use("message"), atLeast: 3, within: Period(7, .day))),
      #""count":[{"atLeast":3,"event":"use","name":"message","within":"P7D"}]"#
    ),
    (
      .count(PastTest.Count(of: .use("message"), lessThan: 1, window: .day)),
      #""count":[{"event":"use","lessThan":1,"name":"message","window":"day"}]"#
    ),
    (
      .count(PastTest.Count(of: .purchase, lessThan: 1)),
      #""count":[{"event":"purchase","lessThan":1}]"#
    ),
    (
      .count(PastTest.Count(of: .renewal, atLeast: 12)),
      #""count":[{"atLeast":12,"event":"renewal"}]"#
    ),
    (
      .since(PastTest.Since(.cancellation, lessThan: Period(3, .day))),
      #""since":[{"event":"cancellation","lessThan":"P3D"}]"#
    ),
    (
      .count(PastTest.Count(of: .refund, lessThan: 1)),
      #""count":[{"event":"refund","lessThan":1}]"#
    ),
    (
      .count(PastTest.Count(of: .paywall("plans"), lessThan: 3, within: Period(7, .day))),
      #""count":[{"event":"paywall","lessThan":3,"name":"plans","within":"P7D"}]"#
    ),
    (
      .since(
        PastTest.Since(
          .use("message"), isFirst: true, lessThan: Period(7, .day),
          dates: DateRange(before: EventDate(Instant(milliseconds: 0), isLocal: true)))),
      #""since":[{"before":"1970-01-01","event":"use","first":true,"lessThan":"P7D","name":"message"}]"#
    ),
    (
      .count(
        PastTest.Count(
          of: .purchase, atLeast: 1, dates: DateRange(from: EventDate(Instant(milliseconds: 0))))),
      #""count":[{"atLeast":1,"event":"purchase","from":"1970-01-01T00:00:00Z"}]"#
    ),
    (
      .ends(Ending(.trialEnd, within: Period(2, .day))),
      #""count":[{"atLeast":1,"event":"ending","name":"trialEnd/P2D"}]"#
    ),
    (
      .ends(Ending(.grantEnd, within: Period(1, .month))),
      #""count":[{"atLeast":1,"event":"ending","name":"grantEnd/P1M"}]"#
    ),
    (
      .members(of: "family", atLeast: 1, lessThan: 5),
      #""count":[{"atLeast":1,"event":"member","lessThan":5,"name":"family"}]"#
    ),
  ]

  @Test("a condition on the past reads back as it was written", arguments: pastTests)
  func past(test: PastTest, written: String) throws {
    let text = try Self.written(when: Condition(past: [test]))
    #expect(text.contains(written))
    #expect(try Self.read(text).definition.placements.first?.when.past == [test])
  }

  @Test("a condition on what is left reads back as it was written")
  func left() throws {
    let condition = Condition(left: [
      Condition.Left(of: .feature("scan"), lessThan: 20, isPercent: true),
      Condition.Left(of: .credits("coins"), atLeast: 1),
    ])
    let text = try Self.written(when: condition)
    let written =
      #""left":[{"lessThan":20,"name":"scan","of":"feature","percent":true},"#
      + #"{"atLeast":1,"name":"coins","of":"credits"}]"#
    #expect(text.contains(written))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    #expect(throws: DecodingError.self) {
      try Self.read(text.replacing(#""percent":true"#, with: #""half":true"#))
    }
    #expect(throws: DecodingError.self) {
      try Self.read(text.replacing(#""of":"credits""#, with: #""of":"coupons""#))
    }
  }

  private static let nudges: [(Nudge, String)] = [
    (
      Nudge(
        id: "back", moment: .after(.milestone("discovery"), Period(3, .day)),
        repetition: Nudge.Repetition(every: Period(7, .day), atMost: 3), text: "hello"),
      #"{"id":"back","moment":{"event":"milestone","kind":"after","name":"discovery","period":"P3D"},"repeat":{"atMost":3,"every":"P7D"},"text":"hello","when":"#
    ),
    (
      Nudge(
        id: "back", moment: .silence(Period(7, .day)),
        quietHours: QuietHours.TimeOfDay("21:00").flatMap { from in
          QuietHours.TimeOfDay("08:05").map { QuietHours(from: from, to: $0) }
        }, text: "hello"),
      #"{"id":"back","moment":{"kind":"silence","period":"P7D"},"quietHours":{"from":"21:00","to":"08:05"},"text":"hello","when":"#
    ),
    (
      Nudge(id: "back", moment: .silence(Period(7, .day)), text: "hello", paywall: "plans"),
      #"{"id":"back","moment":{"kind":"silence","period":"P7D"},"paywall":"plans","text":"hello","when":"#
    ),
  ]

  @Test("a nudge after an event or silence reads back as it was written", arguments: nudges)
  func nudge(nudge: Nudge, written: String) throws {
    var definition = everything
    definition.nudges = [nudge]
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(text.contains(written))
    #expect(try Self.read(text).definition.nudges == [nudge])
  }

  @Test(
    "an unknown event, or an unknown member of a condition on the past, is refused",
    arguments: [
      (#""event":"use""#, #""event":"swipe""#), (#""within""#, #""inside""#),
      (#","name":"message""#, ""),
    ])
  func unknownPast(text: String, other: String) throws {
    let known = try Self.written(when: Condition(past: [Self.pastTests[2].0]))
    try #require(known.contains(text))
    #expect(throws: DecodingError.self) { try Self.read(known.replacing(text, with: other)) }
  }

  /// A blueprint on the wire with a placement under a condition.
  private static func written(when condition: Condition) throws -> String {
    var definition = everything
    definition.placements = [Placement(id: "start", when: condition, paywall: "plans")]
    return try json(of: BlueprintResponse(revision: "r1", definition: definition))
  }

  @Test("attributes and conditions on them and on the device read back as they were written")
  func audience() throws {
    var definition = everything
    #expect(
      !(try json(of: BlueprintResponse(revision: "r1", definition: definition)))
        .contains("attributes"))
    definition.attributes = [
      Attribute(id: "goal", kind: .text(["strength"])), Attribute(id: "nick", kind: .text([])),
      Attribute(id: "sessions", kind: .number),
      Attribute(id: "coach", kind: .boolean, setBy: .backend),
    ]
    let condition = Condition(
      audience: Audience(
        countries: ["DE", "AT"], languages: ["de"],
        appVersion: Audience.Versions(atLeast: AppVersion("2.1")), devices: [.iPhone, .mac],
        attributes: [
          AttributeTest(attribute: "goal", values: ["strength"]),
          AttributeTest(attribute: "sessions", atLeast: 3, lessThan: 10),
          AttributeTest(attribute: "coach", values: [true]),
        ], boughtApp: .before(.start), environments: [.sandbox, .production]))
    definition.placements = [Placement(id: "start", when: condition, paywall: "plans")]
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    let read = try Self.read(text).definition
    #expect(read.attributes == definition.attributes)
    #expect(read.placements.first?.when == condition)
    let audience = #"""
      "audience":{"appVersion":{"atLeast":"2.1"},"attributes":[{"attribute":"goal","values":["strength"]},\#
      {"atLeast":3,"attribute":"sessions","lessThan":10},{"attribute":"coach","values":[true]}],\#
      "boughtApp":{"date":1767225600000,"kind":"before"},"countries":["AT","DE"],"devices":["iPhone","mac"],\#
      "environments":["production","sandbox"],"languages":["de"]}
      """#
    #expect(text.contains(audience))
    // What an older client does not know it refuses, instead of showing more than it should.
    for (member, unknown) in [
      (#""countries""#, #""cities""#), (#""atLeast":3"#, #""exactly":3"#),
      (#"{"atLeast":"2.1"}"#, #"{"build":"7"}"#), (#""audience""#, #""crowd""#),
      (#""boughtApp""#, #""gotApp""#), (#""date":1"#, #""day":1"#),
    ] {
      #expect(throws: DecodingError.self) { try Self.read(text.replacing(member, with: unknown)) }
    }
  }

  @Test("RA-14 what a product needs reads back as it was written, and is left out for others")
  func needs() throws {
    var definition = everything
    #expect(
      !(try json(of: BlueprintResponse(revision: "r1", definition: definition))).contains("needs"))
    definition.products.append(
      CatalogProduct(
        id: "brush", kind: .nonConsumable, name: "Brush", entitlements: ["brush"],
        needs: ["premium"]))
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(text.contains(#""name":"Brush","needs":["premium"]"#))
    #expect(try Self.read(text).definition.products == definition.products)
  }

  @Test("events of a product and of a closed paywall read back as they were written")
  func namedEvents() throws {
    let condition = Condition(past: [
      .since(PastTest.Since(.bought("monthly"), lessThan: Period(3, .day))),
      .count(PastTest.Count(of: .closed("plans"), atLeast: 2)),
    ])
    let text = try Self.written(when: condition)
    #expect(text.contains(#""since":[{"event":"bought","lessThan":"P3D","name":"monthly"}]"#))
    #expect(text.contains(#""count":[{"atLeast":2,"event":"closed","name":"plans"}]"#))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
  }

  @Test(
    "limits of paywalls read back as they were written, and are left out of a blueprint without")
  func paywallLimits() throws {
    var definition = everything
    #expect(
      !(try json(of: BlueprintResponse(revision: "r1", definition: definition)))
        .contains("paywallLimits"))
    definition.paywallLimits = [
      PastTest.Count(of: .anyPaywall, lessThan: 1, window: .day),
      PastTest.Count(of: .anyPaywall, lessThan: 3, within: Period(7, .day)),
    ]
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(
      text.contains(
        #""paywallLimits":[{"event":"paywall","lessThan":1,"window":"day"},"#
          + #"{"event":"paywall","lessThan":3,"within":"P7D"}]"#))
    #expect(try Self.read(text).definition.paywallLimits == definition.paywallLimits)
  }

  @Test("RA-12 launches, updates and every n-th time read back as they were written")
  func openings() throws {
    let condition = Condition(past: [
      .since(PastTest.Since(.updated, lessThan: Period(3, .day))),
      .count(PastTest.Count(of: .opened, every: 3)),
    ])
    let text = try Self.written(when: condition)
    #expect(text.contains(#""count":[{"event":"opened","every":3}]"#))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
  }

  @Test("RA-13 dates of a condition read back as they were written")
  func dates() throws {
    let condition = Condition(past: [
      .from(try #require(EventDate("2026-11-27"))),
      .until(try #require(EventDate("2026-12-01T09:00:00Z"))),
    ])
    let text = try Self.written(when: condition)
    #expect(
      text.contains(
        #""count":[{"atLeast":1,"event":"date","name":"2026-11-27"},"#
          + #"{"event":"date","lessThan":1,"name":"2026-12-01T09:00:00Z"}]"#))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    #expect(throws: DecodingError.self) {
      try Self.read(text.replacing("2026-11-27", with: "tomorrow"))
    }
  }

  @Test("RA-13 a time of each year reads back as it was written")
  func season() throws {
    let season = try #require(Season("12-20/01-07"))
    let condition = Condition(past: [.during(season)])
    let text = try Self.written(when: condition)
    #expect(text.contains(#""count":[{"atLeast":1,"event":"season","name":"12-20/01-07"}]"#))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    #expect(throws: DecodingError.self) {
      try Self.read(text.replacing("12-20/01-07", with: "02-29/03-07"))
    }
  }

  @Test("RA-19 conditions on age, regulation and consent read back as they were written")
  func guardians() throws {
    let condition = Condition(
      audience: Audience(
        ageRange: AgeRangeTest(
          atLeast: 13, lessThan: 18, declared: [.guardianDeclared, .selfDeclared]),
        regulatoryFeatures: [.declaredAgeRangeRequired], consents: [.withdrawn]))
    let text = try Self.written(when: condition)
    #expect(
      text.contains(
        #""audience":{"ageRange":{"atLeast":13,"declared":["guardianDeclared","selfDeclared"],"lessThan":18},"consents":["withdrawn"],"regulatoryFeatures":["declaredAgeRangeRequired"]}"#
      ), "\(text)")
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    for (known, unknown) in [
      (#""withdrawn""#, #""lost""#), (#""selfDeclared""#, #""guessed""#),
      (#""lessThan":18"#, #""below":18"#), (#""declaredAgeRangeRequired""#, #""nothing""#),
    ] {
      #expect(throws: DecodingError.self) { try Self.read(text.replacing(known, with: unknown)) }
    }
  }

  @Test("RA-4 the versions before which the app was bought read back as they were written")
  func boughtApp() throws {
    let condition = Condition(
      audience: Audience(
        boughtApp: .beforeVersion([
          .iOS: try #require(AppVersion(build: "202401151230")),
          .macOS: try #require(AppVersion("2.0")),
        ])))
    let text = try Self.written(when: condition)
    #expect(
      text.contains(
        #""audience":{"boughtApp":{"kind":"beforeVersion","versions":{"iOS":"202401151230","macOS":"2.0"}}}"#
      ))
    #expect(try Self.read(text).definition.placements.first?.when == condition)
    for (version, other) in [(#""2.0""#, #""two""#), (#""macOS""#, #""mac""#)] {
      #expect(throws: DecodingError.self) { try Self.read(text.replacing(version, with: other)) }
    }
  }

  @Test("days in the customer's time zone are named on the wire only where they are")
  func customerTimeZone() throws {
    var definition = everything
    #expect(
      !(try json(of: BlueprintResponse(revision: "r1", definition: definition)))
        .contains("usesCustomerTimeZone"))
    let app = definition.app
    definition.app = Blueprint.App(
      id: app.id, name: app.name, bundleID: app.bundleID, timeZone: app.timeZone,
      usesCustomerTimeZone: true)
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    #expect(text.contains(#""timeZone":"Europe/Berlin","usesCustomerTimeZone":true"#))
    #expect(try Self.read(text).definition.app == definition.app)
  }

  @Test("packages for some customers and offers read back as they were written")
  func packages() throws {
    var definition = everything
    definition.products = [
      CatalogProduct(
        id: "monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["premium"],
        period: Period(1, .month), group: "plans",
        offers: [
          CatalogProduct.Offer(
            id: "stay", kind: .promotional, payment: .payAsYouGo, period: Period(1, .month),
            periods: 3, price: Money(milliunits: 4990, currency: "USD")),
          CatalogProduct.Offer(
            id: "FRIENDS", kind: .code, payment: .freeTrial, period: Period(1, .month)),
        ])
    ]
    let targeted = [
      Paywall.Package(
        product: "monthly", when: Condition(willRenew: false), offer: .named("stay"),
        offerLine: "offer.line", badge: "best"),
      Paywall.Package(product: "monthly", offer: .code("FRIENDS"), priceLine: "price.line"),
    ]
    definition.paywalls = [
      Paywall(
        id: "plans", title: "plans.title",
        packages: targeted + [Paywall.Package(product: "monthly", hasIntroductoryOffer: false)]),
      Paywall(id: "back", title: "plans.title", packages: targeted),
    ]
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(try Self.read(text) == response)
    #expect(
      text.contains(
        #""offers":[{"id":"stay","kind":"promotional","payment":"payAsYouGo","period":"P1M","#))
    #expect(
      text.contains(
        #"{"offer":{"id":"FRIENDS","kind":"code"},"priceLine":"price.line","product":"monthly"}"#))
    #expect(text.contains(#"{"introductoryOffer":false,"product":"monthly"}"#))
  }

  @Test(
    "EX-20 monthly prices, and the billing and seats of packages and offers, read back as they were written"
  )
  func billing() throws {
    var definition = everything
    definition.products = [
      CatalogProduct(
        id: "yearly", kind: .autoRenewable, name: "Yearly", entitlements: ["premium"],
        price: Money(milliunits: 49_990, currency: "EUR"),
        monthlyPrice: Money(milliunits: 4_990, currency: "EUR"),
        seatPrices: [.init(from: 6, price: Money(milliunits: 39_990, currency: "EUR"))],
        period: Period(1, .year),
        group: "plans",
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .freeTrial, period: Period(1, .week), billing: .monthly),
        offers: [
          CatalogProduct.Offer(
            id: "stay", kind: .promotional, payment: .freeTrial, period: Period(1, .month),
            billing: .monthly)
        ])
    ]
    definition.paywalls = [
      Paywall(
        id: "plans", title: "plans.title",
        packages: [
          Paywall.Package(product: "yearly", billing: .monthly),
          Paywall.Package(product: "yearly", seats: 50),
        ])
    ]
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(try Self.read(text) == response)
    #expect(text.contains(#""monthlyPrice":{"currency":"EUR","milliunits":4990}"#))
    #expect(
      text.contains(#""seatPrices":[{"from":6,"price":{"currency":"EUR","milliunits":39990}}]"#))
    #expect(
      text.contains(
        #""packages":[{"billing":"monthly","product":"yearly"},{"product":"yearly","seats":50}]"#))
  }

  @Test("a route reads back as it was written")
  func routes() throws {
    var definition = everything
    definition.routes = [
      Route(session: .signedIn, location: .on(["login"]), screen: "app", paywall: "plans"),
      Route(location: .notOn(["app", "editor"]), hasJustSubscribed: true, screen: nil),
      Route(session: .signedOut, screen: "login"),
    ]
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(try Self.read(text).definition.routes == definition.routes)
    #expect(text.contains(#""session":"none""#))
  }

  @Test(
    "another format, an unknown case and a case without its members are refused",
    arguments: [
      (#""format":1"#, #""format":2"#), (#""format":1,"#, ""),
      (#"{"items":5,"kind":"holding"}"#, #"{"kind":"holding"}"#),
      (#"{"items":5,"kind":"holding"}"#, #"{"items":5,"kind":"renting"}"#),
      (#"{"items":5,"kind":"holding"}"#, #"{"items":5}"#),
      (#"{"items":5,"kind":"holding"}"#, #"{"holding":{"_0":5},"upTo":{"_0":5,"per":"day"}}"#),
    ])
  func refused(text: String, other: String) {
    #expect(throws: DecodingError.self) {
      try Self.read(blueprintOnTheWire.replacing(text, with: other))
    }
  }

  private static func read(_ text: String) throws -> BlueprintResponse {
    try JSONDecoder().decode(BlueprintResponse.self, from: Data(text.utf8))
  }
}
