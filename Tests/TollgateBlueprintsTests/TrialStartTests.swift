import Testing
import Tollgate
import TollgateBlueprints

@Suite("The start of a trial and the days earned in it, in a blueprint")
struct TrialStartTests {
  private static func trial(_ text: String) throws -> Trial? {
    try parse(smallBlueprint(trial: text)).blueprint.definition.trial
  }

  @Test("RA-9 a trial starts with the first launch or a milestone, and lists the days to earn")
  func starts() throws {
    #expect(
      try Self.trial("{ start: firstSeen, lasts: P7D, entitles: premium }")?.start == .firstSeen)
    let trial = try #require(
      try Self.trial(
        "{ start: { milestone: discovery-complete }, lasts: P7D, entitles: premium, oncePer: account }"
      ))
    #expect(trial.start == .milestone("discovery-complete"))
    #expect(trial.oncePer == .account)
    #expect(trial.terms.earned.isEmpty)
    let growing = try Self.trial(
      "{ start: firstSeen, lasts: P7D, entitles: premium, earned: [{ days: 3, on: { milestone: discovery-complete } }] }"
    )
    #expect(
      growing?.terms.earned == [Trial.EarnedDays(days: 3, on: .milestone("discovery-complete"))])
  }

  @Test("RA-9 check finds nothing in a trial without an account, also of one with days to earn")
  func clean() {
    for trial in [
      "{ start: firstSeen, lasts: P7D, entitles: premium }",
      "{ start: { milestone: discovery-complete }, lasts: P7D, entitles: premium }",
      "{ start: firstSeen, lasts: P7D, entitles: premium, earned: [{ days: 3, on: { milestone: discovery-complete } }] }",
    ] { #expect(said(of: smallBlueprint(trial: trial)) == []) }
  }

  @Test("RA-9 a prompt for a milestone's trial can show although no onboarding ends with it")
  func withoutOnboarding() {
    let prompt =
      "prompts: { days: { shape: card, placement: home, when: { phase: trial }, icon: clock, text: Enjoy it } }"
    let trial = "{ start: { milestone: met }, lasts: P7D, entitles: premium }"
    #expect(said(of: meant(trial: trial, more: prompt)) == [])
  }

  @Test("RA-9 a line may promise the days that can be earned, and no others")
  func promises() {
    func promising(_ days: Int) -> [String] {
      said(
        of: smallBlueprint(
          trial:
            "{ start: firstSeen, lasts: P7D, entitles: premium, earned: [{ days: 3, on: { milestone: discovery-complete } }] }",
          paywall: "{ title: Invite a friend for \(days) days free, packages: [coach.monthly] }"))
    }
    for days in [3, 7, 10] { #expect(promising(days) == []) }
    #expect(promising(4).count == 1)
  }

  @Test("RA-9 two starts at once, and days without an event or a limit, are mistakes")
  func mistakes() {
    let start = "{ milestone: discovery-complete, purchaseAfter: discovery-complete }"
    for (trial, words) in [
      ("{ start: \(start), lasts: P7D }", "2 starts; expected `milestone` or `purchaseAfter`"),
      ("{ start: firstSeen }", "the trial never ends; expected `lasts`, `uses` or both"),
      ("{ start: firstSeen, lasts: P7D, earned: [{ days: 1 }] }", "`on`"),
      (
        "{ start: firstSeen, lasts: P7D, earned: [{ days: 1, on: { use: send-message } }] }",
        "every use adds days without end; expected `upTo`"
      ),
      (
        "{ start: purchase, earned: [{ days: 1, on: { milestone: discovery-complete } }] }",
        "a trial that a purchase starts lasts as long as the store signed"
      ),
    ] {
      let found = said(of: smallBlueprint(trial: trial))
      #expect(found.contains { $0.contains(words) }, "\(found)")
    }
  }
}
