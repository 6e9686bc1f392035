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
}
