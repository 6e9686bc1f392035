import Testing
import Tollgate
import TollgateBlueprints

@Suite("Launches and updates in blueprints")
struct OpeningTests {
  private static let mistakes: [(String, String)] = [
    (
      "{ of: opend, atLeast: 3 }",
      "7:41: error: found `opend`; expected one of `signUp`, `firstSeen`, `opened`, `updated`, "
        + "`firstPurchase`, `purchase`, `renewal`, `cancellation`, `refund`, `lapse`, `trialStart`, `trialEnd`, `paywall`"
        + ", `{ use: FEATURE }`, `{ milestone: NAME }`, `{ dismissal: PROMPT }`, `{ paywall: PAYWALL }`, `{ closed: PAYWALL }`, `{ bought: PRODUCT }`; did you mean `opened`?"
    ),
    (
      "{ of: opened, every: 1 }",
      "7:56: error: found the number `1`; expected a whole number from 2 to 1,000,000"
    ),
    (
      "{ of: signUp, every: 3 }",
      "7:56: error: every 3 times, but the event happens only once"
    ),
    (
      "{ of: opened, every: 3, within: P7D }",
      "7:67: error: `within` beside `every`; expected another `count` in a list"
    ),
  ]

  @Test("RA-12 a mistake in a count of launches is named where it stands", arguments: mistakes)
  func mistake(count: String, message: String) {
    let yaml = smallBlueprint(message: "[{ when: { count: \(count) }, allow: unlimited }]")
    #expect(said(of: yaml).contains("coach.yml:" + message), "\(said(of: yaml))")
  }

  @Test(
    "RA-12 launches and updates unlock nothing that is sold, since a device can forge them",
    arguments: [
      ("{ count: { of: opened, atLeast: 3 } }", true),
      ("{ count: { of: opened, every: 3 } }", true),
      ("{ since: { event: updated, lessThan: P1D } }", true),
      ("{ entitled: member, count: { of: opened, every: 3 } }", false),
      ("{ entitled: member, since: { event: updated, lessThan: P1D } }", false),
    ])
  func forged(condition: String, isFound: Bool) {
    let row = TrustCase(
      isFound ? .unlocks : .nothing,
      "{ when: \(condition), allow: unlimited }, { when: { entitled: member }, allow: unlimited }, none"
    )
    let found = said(of: row.yaml).contains {
      $0.contains("`train`") && $0.contains("forged report")
    }
    #expect(found == isFound)
  }

  @Test("RA-12 a prompt stays away for a version, and a count holds every so many times")
  func read() throws {
    let yaml = smallBlueprint(
      message:
        "[{ when: { count: { of: opened, every: 3 } }, allow: unlimited }, { otherwise: deny }]",
      more:
        "prompts: { hello: { shape: card, placement: home, icon: star, text: Hello, patience: { dismissals: 1, staysAway: version } } }"
    )
    let file = try BlueprintFile.parse(yaml, name: "coach.yml", refusing: .unusable) { _ in
      throw NoFile()
    }
    let definition = file.blueprint.definition
    #expect(
      definition.features.first { $0.id == "send-message" }?.rules.first?.when.past
        == [.count(PastTest.Count(of: .opened, every: 3))])
    #expect(
      definition.prompts.first?.patience == Prompt.Patience(dismissals: 1, staysAway: nil))
  }
}
