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
    (.allowed(Limit(limit: 1, used: 0, scope: .credits)), "Allowed: 1 credit left"),
    (
      .denied(Denial(reason: .notIncluded, paywall: "upgrade")),
      "Refused: not included in what the customer has; the app shows the paywall upgrade"
    ),
    (
      .denied(
        Denial(
          reason: .limitReached, limit: Limit(limit: 100, used: 100, scope: .trial), paywall: nil,
          startsAt: World.start)),
      "Refused: 100 of 100 used in the trial, plan starts 2026-03-02 09:41"
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

  static let allowances: [(Feature.Allowance, String)] = [
    (.unlimited, "any number of uses"),
    (.upTo(100, per: .trial), "up to 100 uses in the trial"),
    (.upTo(1, per: .day, counts: "actions"), "up to 1 use a day, counted as actions"),
    (.upTo(500, per: .use, sized: true), "up to a size of 500 a use"),
    (.pool(5, refills: Period(3, .hour)), "up to 5 uses, one back every PT3H"),
    (.rolling(2, within: Period(1, .day)), "up to 2 uses within P1D"),
    (.fromFirstUse(2, within: Period(5, .hour)), "up to 2 uses within PT5H from the first use"),
    (.holding(3, each: "project"), "up to 3 items at once in each project"),
  ]

  @Test("what a rule allows names each limit as people say it", arguments: allowances)
  func allowance(allowance: Feature.Allowance, words: String) {
    #expect(Words.allowance(allowance) == words)
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
