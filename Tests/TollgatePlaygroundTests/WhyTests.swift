import Testing
import Tollgate

@testable import TollgatePlayground

@Suite("Why")
struct WhyTests {
  static let answers: [(Access, String)] = [
    (.unknown, "Unknown: the app never removes access, and shows no paywall"),
    (.allowed(nil), "Allowed, without a limit"),
    (.allowed(Limit(limit: 100, used: 13, scope: .trial)), "Allowed: 13 of 100 used in the trial"),
    (.allowed(Limit(limit: 3, used: 1, scope: .held)), "Allowed: 1 of 3 held"),
    (.allowed(Limit(limit: 20, used: 0, scope: .credits)), "Allowed: 20 credits left"),
    (
      .denied(Denial(reason: .notIncluded, paywall: "upgrade")),
      "Refused: not included in what the customer has; the app shows the paywall upgrade"
    ),
    (
      .denied(
        Denial(
          reason: .limitReached, limit: Limit(limit: 100, used: 100, scope: .trial), paywall: nil,
          startsAt: World.start)),
      "Refused: 100 of 100 used in the trial, plan starts Mon 2 Mar, 09:41"
    ),
    (
      .denied(
        Denial(
          reason: .limitReached, limit: Limit(limit: 5, used: 5, scope: .week), paywall: nil,
          isManagedInStore: true)),
      "Refused: 5 of 5 used this week, the store's settings bring it back"
    ),
  ]

  @Test("an answer is a sentence with its numbers and its end", arguments: answers)
  func answer(access: Access, sentence: String) {
    #expect(Words.answer(access) == sentence)
  }

  @Test(
    "a condition names all it requires",
    arguments: [
      (Condition.always, "always"),
      (Condition(phases: [.trial, .onboarding]), "phase onboarding or trial"),
      (Condition(entitled: ["pro"], reached: ["a", "b"]), "entitled to pro, reached a and b"),
      (
        Condition(held: Condition.Held(feature: "add-plant", atLeast: 2), willRenew: false),
        "at least 2 of add-plant held, subscription will not renew"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .use("send"), atLeast: 3))]),
        "a use of send at least 3 times"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .trialEnd, atLeast: 1))]),
        "the trial's end at least once"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .use("send"), lessThan: 1))]),
        "a use of send never"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .opened, atLeast: 1, lessThan: 5))]),
        "opening the app at least once and fewer than 5 times"
      ),
      (
        Condition(past: [
          .since(
            PastTest.Since(.signUp, dates: DateRange(before: EventDate(Instant(milliseconds: 0)))))
        ]),
        "the sign-up before 1970-01-01T00:00:00Z"
      ),
      (
        Condition(past: [
          .since(PastTest.Since(.use("send"), isFirst: true, lessThan: Period(7, .day)))
        ]), "less than 7 days since the first occurrence of a use of send"
      ),
      (
        Condition(past: [
          .count(
            PastTest.Count(
              of: .purchase, atLeast: 1, dates: DateRange(from: EventDate(Instant(milliseconds: 0)))
            )
          )
        ]), "a purchase at least once from 1970-01-01T00:00:00Z on"
      ),
      (
        Condition(any: [Condition(phases: [.free])], not: [Condition(products: ["weekly"])]),
        "one of: phase free, not: subscribed to weekly"
      ),
    ])
  func condition(condition: Condition, words: String) {
    #expect(Words.condition(condition) == words)
  }

  @Test("phone and server disagree only where both say something and it differs")
  func comparison() {
    #expect(ComparisonRow("Phase", "trial", "trialExpired").differs)
    #expect(!ComparisonRow("Phase", "trial", "trial").differs)
    #expect(!ComparisonRow("Phase", "trial", nil).differs)
  }

  @Test("the feature that the phone answers differently says so")
  func disagreement() throws {
    let html = try Pages().panels(Fixtures.panels)
    let rows = Markup(html: html).parts(from: #"<li data-key="feature-"#, to: "</li>")
    #expect(rows.filter { $0.contains("The phone says") }.count == 1)
    #expect(Markup(html: html).parts(from: #"<tr class="differs">"#, to: "</tr>").count == 1)
  }
}
