import Foundation
import Testing
import TollgateBlueprints
import TollgateScenarios

@Suite("A timeline")
struct TimelineTests {
  @Test("a timeline tells what happened, what holds then, and what was expected instead")
  func whole() async throws {
    let timeline = try await CoachFree.scenario(
      """
      title: the trial, and a mistake
      start: 2026-03-02T09:00:00Z
      steps:
        - note: Nothing is paid.
          signUp: ada@example.com
          expect: { phase: blocked, trial: { daysLeft: 7 } }
        - after: P7D
          use: send-message
      """
    ).play()
    #expect(
      timeline.description == """
        Coach: the trial, and a mistake

        # Nothing is paid.
        2026-03-02T09:00:00Z      phone signs up as ada@example.com
                                    trial, next change 2026-03-03T09:00:00Z; yes: send-message, read-conversation
        life.yml:6:15: error: the phase is trial; expected blocked
        2026-03-08T09:00:00Z      phone shows the nudge “Your Coach App trial wraps up tomorrow. Want to keep our conversations going?”
        2026-03-09T09:00:00Z        trialExpired, no next change; yes: read-conversation; no: send-message
                                  phone uses send-message, and is refused: denied; paywall keep-going
        life.yml:7:5: error: the action was refused: denied; expected that it succeeds
        """)
    #expect(timeline.failures.map(\.line) == [6, 7])
  }

  @Test("after years an account signs in again, as its token is too old to be exchanged")
  func yearsLater() async throws {
    let timeline = try await CoachFree.scenario(
      """
      title: somebody who comes back
      start: 2026-03-02T09:00:00Z
      steps:
        - signUp: ada@example.com
          expect: { phase: trial }
        - after: P2Y
          use: read-conversation
          expect: { phase: trialExpired }
      """
    ).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
    #expect(timeline.description.contains("signs in again as ada@example.com"))
  }

  @Test("a nudge shows the values of the time at which it was scheduled")
  func nudgeValues() async throws {
    let file = try BlueprintFile.parse(
      """
      app: { id: eon, name: Eon, bundleID: com.example.eon }
      hasFreeTier: true
      products:
        eon.monthly: { name: Monthly, entitlements: all, price: 4.99 EUR, period: P1M, group: eon }
      features:
        dream:
          - { when: { entitled: all }, allow: unlimited }
          - { otherwise: { upTo: 5, per: planMonth }, paywall: plans }
      paywalls: { plans: { title: Dream, packages: [eon.monthly] } }
      nudges:
        dreams:
          after: { silence: P30D }
          text: "{app.name}: {features.dream.left} of {features.dream.limit}, {features.dream.renewsAt}"
      """, name: "eon.yml"
    ) { _ in Data() }
    let products = try #require(file.store)
    let timeline = try await Scenario.parse(
      """
      title: a month that is over when the nudge shows
      start: 2027-01-31T10:00:00Z
      steps:
        - use: dream
        - after: PT1M
          use: dream
        - after: P30D
          expect: { delivered: dreams }
      """, name: "life.yml", blueprint: file, products: products
    ).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
    #expect(timeline.description.contains("“Eon: 3 of 5, 2027-02-28T10:00:00Z”"), "\(timeline)")
  }

  @Test(
    "a timeline says that a purchase began with an offer which its packages leave out",
    arguments: [
      ("easel.monthly", true), ("{ product: easel.monthly, introductoryOffer: true }", false),
    ])
  func offerLeftOut(buy: String, isNoted: Bool) async throws {
    let file = try BlueprintFile.parse(
      """
      app: { id: easel, name: Easel, bundleID: com.example.easel }
      hasFreeTier: true
      products:
        easel.monthly:
          name: Easel
          entitlements: plus
          price: 4.99 USD
          period: P1M
          introductoryOffer: { payment: freeTrial, period: P1W }
      trial: { start: introductoryOffer }
      features: { draw: [{ when: { entitled: plus }, allow: unlimited }, { otherwise: deny, paywall: plans }] }
      paywalls:
        plans: { title: Draw, packages: [{ product: easel.monthly, when: { phase: free }, introductoryOffer: false }, easel.monthly] }
      """, name: "easel.yml"
    ) { _ in Data() }
    let products = try #require(file.store)
    let timeline = try await Scenario.parse(
      """
      title: bought outside the paywall
      start: 2026-03-02T09:00:00Z
      steps:
        - buy: \(buy)
          expect: { phase: trial }
      """, name: "life.yml", blueprint: file, products: products
    ).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
    let notes = timeline.lines.filter {
      if case .event(_, who: "the store", let what) = $0 {
        what.contains("`introductoryOffer: false`")
      } else {
        false
      }
    }
    #expect(notes.count == (isNoted ? 1 : 0), "\(timeline)")
  }

  @Test("a step in which more than 10,000 things happen is played to its end")
  func decades() async throws {
    let file = try BlueprintFile.parse(
      """
      app: { id: eon, name: Eon, bundleID: com.example.eon }
      products:
        eon.monthly: { name: Monthly, entitlements: all, price: 4.99 EUR, period: P1M, group: eon }
      trial: { start: signUp, lasts: P30Y, entitles: all }
      features: { dream: [{ when: { entitled: all }, allow: unlimited }, { otherwise: deny, paywall: plans }] }
      paywalls: { plans: { title: Dream, packages: [eon.monthly] } }
      """, name: "eon.yml"
    ) { _ in Data() }
    let products = try #require(file.store)
    let timeline = try await Scenario.parse(
      """
      title: a trial of which every day is a change
      start: 2026-03-02T09:00:00Z
      steps:
        - signUp: ada@example.com
        - after: P29Y
          expect: { phase: trial, trial: { day: 10593 } }
      """, name: "life.yml", blueprint: file, products: products
    ).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
  }

  @Test(
    "a timeline shows each expectation that does not hold",
    arguments: [
      ("phase: subscribed", "the phase is trial"),
      ("condition: active", "the store's condition is none"),
      ("entitled: none", "the list of entitlements is premium"),
      ("nextChange: none", "the next change is 2026-03-03T09:00:00Z"),
      ("access: { send-message: denied }", "the answer of `send-message` is allowed"),
      ("access: { send-message: { limit: 3 } }", "`limit` of `send-message` is none"),
      (
        "access: { send-message: { startsAt: 2026-03-05 } }",
        "`startsAt` of `send-message` is none"
      ),
      (
        "access: { send-message: { isManagedInStore: true } }",
        "`isManagedInStore` of `send-message` is false"
      ),
      ("trial: { ending: uses }", "`ending` of the trial is none"),
      (
        "packages: { plans: none }",
        "the list of packages of `plans` is coach.monthly, coach.yearly"
      ),
      ("trial: none", "the trial is one"), ("trial: { day: 2 }", "`day` of the trial is 1"),
      ("trial: { endsAt: 2026-03-03 }", "`endsAt` of the trial is 2026-03-09T09:00:00Z"),
      (
        "subscription: { product: coach.monthly }", "`product` of the subscription is none"
      ),
      ("texts: { plan.trial: No }", "the text `plan.trial` is Exploring with me, 7 days left"),
      ("lines: { coach.monthly: Free }", "the line of `coach.monthly` is $9.99 per month"),
      ("offers: { coach.monthly: true }", "the introductory offer of `coach.monthly` is false"),
      ("paywalls: { after-memory: plans }", "the paywall at `after-memory` is none"),
      ("prompts: none", "the list of prompts is trial-banner"),
      (
        "nudges: none",
        "the list of scheduled nudges is trial-ends-tomorrow at 2026-03-08T09:00:00Z"
      ),
      ("delivered: trial-ends-tomorrow", "the list of delivered nudges is none"),
      ("held: { send-message: [a] }", "what `send-message` holds is none"),
      ("held: { send-message: 1 }", "the number that `send-message` holds is 0"),
      ("purchase: success", "the end of the purchase is none"),
      ("refused: denied", "the refusal is none"),
      ("recorded: 0", "the number of facts recorded is 3"),
    ])
  func failing(expectation: String, found: String) async throws {
    let timeline = try await CoachFree.scenario(
      """
      title: signing up
      start: 2026-03-02T09:00:00Z
      steps:
        - signUp: ada@example.com
          expect: { \(expectation) }
      """
    ).play()
    #expect(timeline.failures.map(\.message) == [found])
  }

  @Test(
    "a timeline says what cannot happen",
    arguments: [
      ("at: 2026-03-01", "it is 2026-03-02T09:00:00Z already"),
      ("until: nextChange", "nothing changes by itself from here on"),
      ("reach: memory-moment", nil),
      ("cancel: true", "the action was refused: invalid_value"),
      ("approve: true", "the action was refused: invalid_value"),
      ("refund: coach.monthly", "the action was refused: invalid_value"),
      ("signIn: nobody@example.com", "the action was refused: wrong_credentials"),
      (
        "release: { feature: send-message, item: a }",
        "the action was refused: feature_holds_nothing"
      ),
      ("power: off", "the action was refused: invalid_value"),
      ("restore: true", nil), ("relaunch: true", nil),
    ] as [(String, String?)])
  func impossible(step: String, message: String?) async throws {
    let timeline = try await CoachFree.scenario(
      """
      title: a step that cannot be
      start: 2026-03-02T09:00:00Z
      steps: [{ \(step) }]
      """
    ).play()
    #expect(timeline.failures.map(\.message) == (message.map { [$0] } ?? []))
  }
}
