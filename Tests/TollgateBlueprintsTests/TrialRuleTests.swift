import Testing
import Tollgate
import TollgateBlueprints

@Suite("A rule with the trial's own number")
struct TrialRuleTests {
  private static let counting =
    "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: send-message, limit: 40 } }"

  /// A blueprint whose feature `send-message` has an allowance in the trial.
  private static func blueprint(
    trial: String = counting, allowance: String = "{ per: trial }"
  ) -> String {
    smallBlueprint(
      trial: trial,
      message:
        "[{ when: { phase: trial }, allow: \(allowance), paywall: plans }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )
  }

  private static func errors(of yaml: String) -> [String] {
    said(of: yaml).filter { $0.contains(": error: ") }
  }

  @Test("`per: trial` alone allows as many uses as the trial counts, also within limits at once")
  func resolved() throws {
    let alone = try parse(Self.blueprint()).blueprint.definition
    #expect(alone.features.first?.rules.first?.allowance == .upTo(40, per: .trial))
    let several = try parse(
      Self.blueprint(allowance: "{ all: [{ upTo: 3, per: day }, { per: trial }] }")
    ).blueprint.definition
    #expect(
      several.features.first?.rules.first?.allowance
        == .all([.upTo(3, per: .day), .upTo(40, per: .trial)]))
  }

  @Test(
    "`per: trial` alone is a mistake where the trial does not count the feature",
    arguments: [
      (
        "{ start: signUp, lasts: P7D, entitles: premium }",
        "`per: trial` without `upTo`, but the trial has no `uses`; expected `upTo`, or `uses: { of: send-message, limit: 100 }` in the trial"
      ),
      (
        "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: garden, limit: 40 } }",
        "`per: trial` without `upTo`, but `trial.uses` counts `garden`; expected `upTo` beside it"
      ),
    ])
  func elsewhere(trial: String, message: String) {
    #expect(
      Self.errors(of: Self.blueprint(trial: trial)) == ["coach.yml:7:44: error: \(message)"])
  }

  @Test("a mistake in what the trial counts is reported once")
  func once() {
    let misspelled = Self.counting.replacing("of: send-message", with: "of: send-mesage")
    #expect(Self.errors(of: Self.blueprint(trial: misspelled)).count == 1)
    let none = Self.counting.replacing("limit: 40", with: "limit: 0")
    #expect(Self.errors(of: Self.blueprint(trial: none)).count == 1)
  }

  @Test("other windows, and limits with more to say, need their number")
  func others() {
    for allowance in ["{ per: day }", "{ per: trial, counts: actions }"] {
      #expect(
        Self.errors(of: Self.blueprint(allowance: allowance)).contains {
          $0.contains("an allowance lacks `upTo`")
        })
    }
  }

  @Test("the number of a rule is found where it is written, in the trial too")
  func place() throws {
    let alone = try parse(Self.blueprint())
    let number = try #require(alone.limit(ofRule: 0, in: "send-message"))
    #expect(number.line == 5)
    #expect(alone.limit(ofRule: 1, in: "send-message") == nil)
    let written = try parse(Self.blueprint(allowance: "{ upTo: 40, per: trial }"))
    #expect(written.limit(ofRule: 0, in: "send-message")?.line == 7)
    #expect(written.limit(ofRule: 0, in: "garden")?.line == 8)
  }
}
