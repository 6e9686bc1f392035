import Synchronization
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Permission for nudges, and what a tap on one opens")
struct NudgeTapTests {
  /// The free coach's nudge, with a paywall.
  nonisolated private static let opensPlans: KeyValuePairs = [
    "      de: Deine Zeit zum Ausprobieren geht morgen zu Ende. Wollen wir weiterreden?\n":
      "      de: Deine Zeit zum Ausprobieren geht morgen zu Ende.\n    paywall: plans\n"
  ]

  /// The app on a phone whose system asks before it shows notifications.
  private func app(on phone: Phone, _ nudges: AskingNudges) -> TollgateClient {
    var configuration = phone.client.configuration
    configuration.nudges = nudges
    return TollgateClient(configuration)
  }

  @Test(
    "CF-3 the app asks for notifications once a nudge is planned, and what waited is then scheduled"
  )
  func permission() async throws {
    try await World.of("coach-free") { world in
      let nudges = AskingNudges(answer: true)
      let client = app(on: Phone(world), nudges)
      await client.launch()
      let early = await client.requestNotificationAuthorization()
      #expect(!early)
      #expect(nudges.asked == 0)

      try await client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(nudges.scheduled == [])
      let isAllowed = await client.requestNotificationAuthorization()
      #expect(isAllowed)
      #expect(nudges.asked == 1)
      #expect(nudges.scheduled == ["trial-ends-tomorrow"])
    }
  }

  @Test("CF-3 a customer who refuses notifications gets none")
  func refusal() async throws {
    try await World.of("coach-free") { world in
      let nudges = AskingNudges(answer: false)
      let client = app(on: Phone(world), nudges)
      await client.launch()
      try await client.signUp(email: "ada@example.com", password: "correct horse")
      let isAllowed = await client.requestNotificationAuthorization()
      #expect(!isAllowed)
      #expect(nudges.asked == 1)
      #expect(nudges.scheduled == [])
    }
  }

  @Test(
    "CF-3 a tap on a nudge opens the paywall that the blueprint names, also after a restart of the app"
  )
  func tap() async throws {
    try await World.of("coach-free", changing: Self.opensPlans) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let opened = await phone.client.nudgeTapped("trial-ends-tomorrow")
      #expect(opened == .shown("plans"))
      await phone.client.paywallClosed()

      phone.relaunch()
      let reopened = await phone.client.nudgeTapped("trial-ends-tomorrow#2")
      #expect(reopened == .shown("plans"))
      #expect(phone.client.presentation?.paywall == "plans")
    }
  }

  @Test("CF-3 a tap that starts an app that knows nothing launches the client first")
  func launch() async throws {
    try await World.of("coach-free", changing: Self.opensPlans) { world in
      let client = Phone(world).client
      #expect(client.phase == .unknown)
      let outcome = await client.nudgeTapped("trial-ends-tomorrow")
      #expect(outcome != .skipped(.notFound))
      #expect(client.customer != nil)
    }
  }

  @Test(
    "CF-3 a tap on a nudge without a paywall, or that the blueprint does not have, opens nothing")
  func nothing() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      for nudge: Nudge.ID in ["trial-ends-tomorrow", "never-heard-of"] {
        let outcome = await phone.client.nudgeTapped(nudge)
        #expect(outcome == .skipped(.notFound))
      }
      #expect(phone.client.presentation == nil)
    }
  }
}

/// Notifications of a system that asks the customer first.
private final class AskingNudges: NudgeScheduler {
  private struct State {
    var isAllowed = false
    var asked = 0
    var scheduled: [Nudge.ID] = []
  }

  private let state = Mutex(State())
  /// What the customer says.
  private let answer: Bool

  var asked: Int { state.withLock { $0.asked } }
  var scheduled: [Nudge.ID] { state.withLock { $0.scheduled } }

  init(answer: Bool) { self.answer = answer }

  func schedule(_ nudge: PlannedNudge, saying line: String, in delay: Duration) async -> Bool {
    state.withLock { state in
      if state.isAllowed { state.scheduled.append(nudge.id) }
      return state.isAllowed
    }
  }

  func cancel(_ nudge: Nudge.ID) async {
    state.withLock { $0.scheduled.removeAll { $0 == nudge } }
  }

  func requestAuthorization() async -> Bool {
    state.withLock { state in
      state.asked += 1
      state.isAllowed = answer
      return answer
    }
  }
}
