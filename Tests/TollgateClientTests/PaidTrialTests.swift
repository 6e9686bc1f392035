import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("The paid trial's banner and nudge")
struct PaidTrialTests {
  nonisolated static let line =
    "Our trial wraps up tomorrow. I'd love to make the most of today with you."

  private func banner(_ phone: Phone) -> PromptModel.Content? {
    PromptModel(phone.client, placement: "chat").content
  }

  private func send(_ phone: Phone) async throws {
    let access = try await phone.client.use("send-message")
    #expect(access.isAllowed)
  }

  private func trial(in world: World) async -> Phone {
    let phone = Phone(world)
    await phone.client.launch()
    await phone.client.recordMilestone("discovery-complete")
    await phone.client.reported()
    #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
    return phone
  }

  @Test(
    "CP-11 a banner in chat shows the status line while the paid trial is active, and only then")
  func whileActive() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.phase == .onboarding)
      #expect(banner(phone) == nil)
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(phone.client.phase == .blocked)
      #expect(banner(phone) == nil)
      #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
      let content = try #require(banner(phone))
      #expect(content.shape == .banner)
      #expect(content.text == "Day 1 of 3 — 100 conversations left")
      #expect((content.actionLabel, content.dismissLabel) == (nil, nil))
      try await send(phone)
      world.pass(World.day)
      await phone.client.reevaluate()
      #expect(banner(phone)?.text == "Day 2 of 3 — 99 conversations left")
      world.pass(2 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
      #expect(banner(phone) == nil)
    }
  }

  @Test(
    "CP-11 the banner disappears with the last conversation, and with a trial that was cancelled and is over"
  )
  func afterwards() async throws {
    try await World.of("coach-paid") { world in
      let phone = await trial(in: world)
      for _ in 1...99 { try await send(phone) }
      #expect(banner(phone)?.text == "Day 1 of 3 — 1 conversation left")
      try await send(phone)
      #expect(phone.client.phase == .trialExpired)
      #expect(banner(phone) == nil)
      #expect(phone.nudges.steps.last == .cancel("trial-ends-tomorrow"))
    }
    try await World.of("coach-paid") { world in
      let phone = await trial(in: world)
      world.store.cancel(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(banner(phone) != nil)
      world.pass(3 * World.day)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .trialExpired)
      #expect(banner(phone) == nil)
    }
  }

  @Test(
    "CP-11 a notification comes a day before the trial ends, once, by the time that is really left")
  func nudge() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(phone.nudges.steps.isEmpty)
      #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
      let scheduled = PhoneNudges.Step.schedule("trial-ends-tomorrow", hours: 48, Self.line)
      #expect(phone.nudges.steps == [scheduled])
      world.pass(World.day)
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.nudges.steps == [scheduled])
      // A phone that learns about the trial later plans for what is left of it.
      let other = Phone(world, "other")
      await other.client.launch()
      #expect(await other.client.restorePurchases() == .restored)
      #expect(other.client.phase == .trial)
      #expect(
        other.nudges.steps == [.schedule("trial-ends-tomorrow", hours: 24, Self.line)])
    }
  }

  @Test("CP-11 no notification is planned if less than a day is left")
  func tooLate() async throws {
    try await World.of("coach-paid") { world in
      _ = await trial(in: world)
      world.pass(2 * World.day)
      let other = Phone(world, "other")
      await other.client.launch()
      #expect(await other.client.restorePurchases() == .restored)
      #expect(other.client.phase == .trial)
      #expect(other.nudges.steps.isEmpty)
    }
  }
}
