import Testing
import Tollgate

@Suite("Texts")
struct TextTests {
  let banner = LocalizedText(
    id: "banner",
    wordings: [
      "en": LocalizedText.Wording(
        count: .trialDaysLeft,
        forms: [
          .exactly(0): "Your trial is over", .one: "{trial.daysLeft} day left",
          .other: "{trial.daysLeft} days left",
        ]),
      "ar": LocalizedText.Wording(
        count: .trialDaysLeft,
        forms: [.two: "يومان", .few: "{trial.daysLeft} أيام", .other: "{trial.daysLeft} يوم"]),
    ])

  @Test(
    "the number chooses the form, in the language asked for or the nearest",
    arguments: [
      ("en", 0, "Your trial is over"), ("en", 1, "1 day left"), ("en-GB", 2, "2 days left"),
      ("fr", 1, "1 day left"), ("ar", 2, "يومان"), ("ar", 3, "3 أيام"), ("ar", 100, "100 يوم"),
    ])
  func forms(language: String, days: Int, line: String) {
    #expect(
      banner.line(in: language, fallback: "en", number: { _ in days }, string: { _ in nil })
        == line)
  }

  @Test(
    "a language is served by the nearest one that a text is written in",
    arguments: [
      ("zh-Hans-CN", ["zh-Hans", "zh"], "zh-Hans"), ("zh-CN", ["zh-Hant", "zh-Hans"], "zh-Hans"),
      ("zh-Hans-SG", ["zh-SG", "zh"], "zh-SG"), ("zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
      ("zh-Hant-HK", ["zh-HK", "zh-TW"], "zh-HK"), ("zh_Hant_MO", ["zh-Hans", "zh"], "zh"),
      ("zh-HK", ["zh-Hans"], "en"), ("de-at", ["de-AT", "de"], "de-AT"), ("de_AT", ["de"], "de"),
      ("pt-PT", ["pt-BR"], "en"), ("sr-Latn-RS", ["sr-Latn", "sr"], "sr-Latn"), ("", ["de"], "en"),
      ("sl-rozaj-biske", ["sl"], "sl"), ("pt-br", ["pt-br", "pt-BR"], "pt-br"),
    ])
  func nearest(language: String, written: [String], served: String) {
    let text = LocalizedText(
      id: "hello",
      wordings: Dictionary(
        uniqueKeysWithValues: (written + ["en"]).map { ($0, LocalizedText.Wording($0)) }))
    #expect(
      text.line(in: language, fallback: "en", number: { _ in nil }, string: { _ in nil }) == served)
  }

  @Test("CP-5 a line shows the current numbers")
  func numbers() throws {
    var definition = Fixture.coachPaid.definition
    definition.texts.append(
      LocalizedText(
        id: "status",
        wordings: [
          "en": LocalizedText.Wording(
            "Day {trial.day} of {trial.days} — {trial.usesLeft} conversations left")
        ]))
    let blueprint = try Blueprint(definition)
    let start = Fixture.start
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    customer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo)),
      blueprint, start)
    for key in 0..<13 { customer.use("send-message", "\(key)", blueprint, start) }
    #expect(
      customer.membership(blueprint, start.hours(30)).text("status")
        == "Day 2 of 3 — 87 conversations left")
  }

  @Test("a line that is not about a feature shows the numbers of one that it names")
  func namedFeature() throws {
    let left = LocalizedText.Placeholder.left(of: "send.message")
    #expect(left.rawValue == "features.send.message.left")
    #expect(LocalizedText.Placeholder(rawValue: left.rawValue) == left)
    #expect(LocalizedText.Placeholder(rawValue: "features.left") == nil)
    let renewal = LocalizedText.Placeholder.renewsAt(of: "send.message")
    #expect(renewal.rawValue == "features.send.message.renewsAt")
    #expect(LocalizedText.Placeholder(rawValue: renewal.rawValue) == renewal)
    #expect(left.isNumber && !renewal.isNumber)
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "send.message", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]),
        Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)]),
      ]
      let wording = LocalizedText.Wording(
        count: left,
        forms: [
          .one: "The last of {features.send.message.limit}",
          .other: "{features.send.message.left} left",
        ])
      $0.texts += [
        LocalizedText(id: "left", wordings: ["en": wording]),
        LocalizedText(
          id: "none", wordings: ["en": LocalizedText.Wording("<{features.read.left}>")]),
      ]
    }
    var customer = Customer.onPhone()
    var lines: [String?] = []
    for key in 0...3 {
      lines.append(customer.membership(blueprint, Fixture.start).text("left"))
      customer.use("send.message", "\(key)", blueprint, Fixture.start)
    }
    #expect(lines == ["3 left", "2 left", "The last of 3", "0 left"])
    #expect(customer.membership(blueprint, Fixture.start).text("none") == "<>")
  }
}
