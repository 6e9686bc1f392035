import Testing
import Tollgate

@Suite("What customers see who are about to cancel")
struct RetentionRuleTests {
  private static let start = Fixture.start
  private static let cheaper = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"
  private static let cheaperInGerman = "1c7a2f0e-5b8d-4e6f-9a3c-2d4e6f8a0b1c"
  private static let cheaperInChinese = "3f8e9d7c-6b5a-4c4d-8e3f-2a1b0c9d8e7f"
  private static let offered = "5d1e2c3b-4a59-4687-9f0e-1d2c3b4a5968"
  private static let plain = "7b6a5948-3726-4150-8e9d-acbd0e1f2031"

  private static let rules = [
    RetentionRule(
      products: ["gold"], used: RetentionRule.Uses(of: "scan", lessThan: 2),
      messages: ["en": cheaper, "de": cheaperInGerman, "zh-Hans": cheaperInChinese],
      action: .alternateProduct("basic")),
    RetentionRule(products: ["stayer"], messages: ["en": offered], action: .offer("stay")),
    RetentionRule(messages: ["en": plain]),
  ]

  private static func blueprint(_ rules: [RetentionRule]) throws -> Blueprint {
    var definition = Fixture.studio.definition
    definition.products.append(
      CatalogProduct(
        id: "stayer", kind: .autoRenewable, name: "Plan", entitlements: ["basic"],
        period: Period(1, .month), group: "plans", level: 3,
        offers: [
          CatalogProduct.Offer(
            id: "stay", kind: .promotional, payment: .freeTrial, period: Period(1, .month))
        ]))
    definition.retention = rules
    return try Blueprint(definition)
  }

  /// What the store asks about, and what it shows then.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var product: CatalogProduct.ID = "gold"
    var facts: [Fact] = []
    var locale = "en-US"
    var signsOffers = true
    let message: String
    var action = RetentionRule.Action.message
  }

  private static func used(_ key: String, on day: Int) -> Fact {
    .use(Use(feature: "scan", key: Idempotency.Key(key), origin: "me", at: start.days(day)))
  }

  private static let period = Fact.period("1", "gold", from: 0, to: 30)

  static let rows: [Row] = [
    Row(
      testDescription: "a customer of whom nothing is known", message: cheaper,
      action: .alternateProduct("basic")),
    Row(
      testDescription: "a customer who used little", facts: [period, used("a", on: 1)],
      message: cheaper, action: .alternateProduct("basic")),
    Row(
      testDescription: "a customer who used more",
      facts: [period, used("a", on: 1), used("b", on: 2)], message: plain),
    Row(
      testDescription: "uses before the period do not count",
      facts: [period, used("a", on: -1), used("b", on: 2)], message: cheaper,
      action: .alternateProduct("basic")),
    Row(
      testDescription: "the language of the device", locale: "de-AT", message: cheaperInGerman,
      action: .alternateProduct("basic")),
    Row(
      testDescription: "the script of the device", locale: "zh-Hans-CN", message: cheaperInChinese,
      action: .alternateProduct("basic")),
    Row(
      testDescription: "a language without a message", locale: "fr_FR", message: cheaper,
      action: .alternateProduct("basic")),
    Row(
      testDescription: "an offer", product: "stayer", message: offered, action: .offer("stay")),
    Row(
      testDescription: "an offer that cannot be signed", product: "stayer", signsOffers: false,
      message: plain),
    Row(testDescription: "a subscription without a rule", product: "basic", message: plain),
    Row(
      testDescription: "a subscription that is not the blueprint's", product: "x", message: plain),
  ]

  private static func choice(
    _ row: Row, _ rules: [RetentionRule]
  ) throws -> RetentionChoice? {
    RetentionChoice(
      for: row.product, of: "plan", Customer(row.facts), locale: row.locale,
      signsOffers: row.signsOffers, in: try blueprint(rules), at: start.days(3))
  }

  @Test(
    "EX-19 the first rule that matches chooses the message and what shows with it",
    arguments: rows)
  func choice(_ row: Row) throws {
    #expect(
      try Self.choice(row, Self.rules) == RetentionChoice(message: row.message, action: row.action))
  }

  @Test("EX-19 without a rule that matches, there is no message")
  func nothing() throws {
    let row = Row(testDescription: "", product: "basic", message: "")
    #expect(try Self.choice(row, Array(Self.rules.dropLast())) == nil)
    #expect(try Self.choice(row, []) == nil)
  }
}
