import Foundation
import Testing

@testable import TollgateCommand

@Suite("simulate")
struct SimulateTests {
  @Test("simulate prints a history as a timeline")
  func timeline() throws {
    let command = try Command([
      "simulate", "Blueprints/coach-paid.yml", "--scenario", "Scenarios/coach-paid-cancelled.yml",
    ])
    #expect(command.errors.isEmpty)
    #expect(command.status == 0)
    #expect(
      command.output == """
        Coach: cancelled in the trial, it ends after three days exactly
        2026-03-02T09:00:00Z      phone opens the app as customer-1
                                  phone reaches discovery-complete
                                    blocked, no next change; yes: read-conversation; no: send-message
                                  phone buys coach.premium.monthly
                                  the store notifies the server: SUBSCRIBED INITIAL_BUY
                                    trial, next change 2026-03-03T09:00:00Z; yes: send-message (100 left),
                                      read-conversation
        2026-03-03T09:00:00Z      phone cancels renewal
                                  the store notifies the server: DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED
        2026-03-04T09:00:00Z      phone shows the nudge “Our trial wraps up tomorrow. I'd love to make the most of today with you.”
        2026-03-05T08:59:59.999Z  phone uses send-message
                                    trial, next change 2026-03-05T09:00:00Z; yes: send-message (99 left),
                                      read-conversation
        2026-03-05T09:00:00Z      the store notifies the server: EXPIRED VOLUNTARY
                                    trialExpired, no next change; yes: read-conversation; no: send-message
                                  phone uses send-message, and is refused: denied; paywall after-discovery

        # Buying again is at the full price, with no second trial.
        2026-03-12T09:00:00Z      phone buys coach.premium.monthly
                                  the store notifies the server: SUBSCRIBED RESUBSCRIBE
                                    subscribed, next change 2026-04-12T09:00:00Z; yes: send-message,
                                      read-conversation

        coach-paid-cancelled.yml: as expected

        """)
  }

  @Test("simulate tells where a history went otherwise, and fails")
  func failing() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("scenario.yml")
    try """
    title: nothing is bought
    start: 2026-03-02T09:00:00Z
    steps:
      - open: true
        expect: { phase: subscribed, entitled: pro }
    """.write(to: file, atomically: true, encoding: .utf8)
    let command = try Command(["simulate", "Blueprints/grobro.yml", "--scenario", file.path])
    #expect(command.status == 1)
    #expect(command.errors.isEmpty)
    #expect(
      command.output == """
        GroBro: nothing is bought
        2026-03-02T09:00:00Z      phone opens the app as customer-1
                                    free, no next change; yes: add-plant (3 left), view-plant; no: analytics,
                                      reminders, export
        scenario.yml:5:15: error: the phase is free; expected subscribed
        scenario.yml:5:34: error: the list of entitlements is none; expected pro

        scenario.yml: 2 failures

        """)
  }

  @Test("simulate says what is wrong with a scenario, or that it is not there")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("scenario.yml")
    try "title: a\nstart: 2026-03-02\nsteps: [{ use: add-plnat }]"
      .write(to: file, atomically: true, encoding: .utf8)
    let wrong = try Command(["simulate", "Blueprints/grobro.yml", "--scenario", file.path])
    #expect(wrong.status == 1)
    #expect(
      wrong.errors == """
        scenario.yml:3:16: error: there is no feature `add-plnat`; expected one of `add-plant`, `view-plant`, `analytics`, `reminders`, `export`; did you mean `add-plant`?

        """)
    let missing = try Command(["simulate", "--scenario", "Scenarios/strikelap.yml"])
    #expect(missing.status == 1)
    #expect(
      missing.errors == """
        Scenarios/strikelap.yml: error: there is no such file; did you mean `Scenarios/strikelab.yml`?

        """)
  }

  @Test(
    "simulate says which app a scenario is for, which blueprint was given, and what to run instead")
  func otherApp() throws {
    let command = try Command([
      "simulate", "Blueprints/techniq.yml", "--scenario", "Scenarios/grobro-plants.yml",
    ])
    #expect(command.status == 1)
    #expect(command.output.isEmpty)
    #expect(
      command.errors == """
        grobro-plants.yml:3:12: error: this scenario is for `grobro` (grobro.yml), but techniq.yml is the blueprint of `techniq`
        note: run `tollgate simulate --scenario Scenarios/grobro-plants.yml` instead

        """)
  }

  @Test("simulate says that a blueprint is not a scenario")
  func blueprintAsScenario() throws {
    let command = try Command(["simulate", "--scenario", "Blueprints/techniq.yml"])
    #expect(command.status == 1)
    #expect(command.errors == "techniq.yml: error: this is a blueprint, not a scenario\n")
  }
}
