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

  @Test("members that an older server omits get their defaults")
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
    var text = try json(of: response)
    #expect(try Self.read(text) == response)
    for member in [
      #""offline":{"kind":"refuse"},"#, #""priority":0,"#, #""isGate":true,"#, #""holdOut":0,"#,
    ] {
      try #require(text.contains(member))
      text = text.replacing(member, with: "")
    }
    #expect(try Self.read(text) == response)
    let older = text.replacing(#""level":2,"#, with: "")
    #expect(try Self.read(older).definition.products.first?.level == nil)
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
  ]

  @Test("a condition on the past reads back as it was written", arguments: pastTests)
  func past(test: PastTest, written: String) throws {
    let text = try Self.written(when: Condition(past: [test]))
    #expect(text.contains(written))
    #expect(try Self.read(text).definition.placements.first?.when.past == [test])
  }

  private static let nudges: [(Nudge, String)] = [
    (
      Nudge(
        id: "back", moment: .after(.milestone("discovery"), Period(3, .day)),
        repetition: Nudge.Repetition(every: Period(7, .day), atMost: 3), text: "hello"),
      #"{"after":{"delay":"P3D","event":"milestone","name":"discovery"},"id":"back","repeat":{"atMost":3,"every":"P7D"},"text":"hello","when":"#
    ),
    (
      Nudge(
        id: "back", moment: .silence(Period(7, .day)),
        quietHours: QuietHours.TimeOfDay("21:00").flatMap { from in
          QuietHours.TimeOfDay("08:05").map { QuietHours(from: from, to: $0) }
        }, text: "hello"),
      #"{"after":{"silence":"P7D"},"id":"back","quietHours":{"from":"21:00","to":"08:05"},"text":"hello","when":"#
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
        ]))
    definition.placements = [Placement(id: "start", when: condition, paywall: "plans")]
    let text = try json(of: BlueprintResponse(revision: "r1", definition: definition))
    let read = try Self.read(text).definition
    #expect(read.attributes == definition.attributes)
    #expect(read.placements.first?.when == condition)
    let audience = #"""
      "audience":{"appVersion":{"atLeast":"2.1"},"attributes":[{"attribute":"goal","values":["strength"]},\#
      {"atLeast":3,"attribute":"sessions","lessThan":10},{"attribute":"coach","values":[true]}],\#
      "countries":["AT","DE"],"devices":["iPhone","mac"],"languages":["de"]}
      """#
    #expect(text.contains(audience))
    // What an older client does not know it refuses, instead of showing more than it should.
    for (member, unknown) in [
      (#""countries""#, #""cities""#), (#""atLeast":3"#, #""exactly":3"#),
      (#"{"atLeast":"2.1"}"#, #"{"build":"7"}"#), (#""audience""#, #""crowd""#),
    ] {
      #expect(throws: DecodingError.self) { try Self.read(text.replacing(member, with: unknown)) }
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
        packages: targeted + [Paywall.Package(product: "monthly")]),
      Paywall(id: "back", title: "plans.title", packages: targeted),
    ]
    let response = BlueprintResponse(revision: "r1", definition: definition)
    let text = try json(of: response)
    #expect(try Self.read(text) == response)
    #expect(
      text.contains(
        #""offers":[{"id":"stay","kind":"promotional","payment":"payAsYouGo","period":"P1M","#))
    #expect(text.contains(#"{"code":"FRIENDS","priceLine":"price.line","product":"monthly"}"#))
    // A client that knows no offering shows what is for everyone, or else each product once.
    let older = try Self.read(text.replacing(#""offering":"#, with: #""unknown":"#)).definition
    #expect(
      older.paywalls.map(\.packages) == [
        [Paywall.Package(product: "monthly")],
        [Paywall.Package(product: "monthly", badge: "best")],
      ])
    #expect(!(try json(of: Self.response)).contains("offering"))
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
