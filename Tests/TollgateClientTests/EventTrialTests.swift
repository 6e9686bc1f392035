import Testing
import Tollgate
import TollgateClient
import TollgateSimulation

@MainActor
@Suite("The main trial without an account, on a device")
struct EventTrialTests {
  /// The coach whose trial of a week starts with the first launch, and grows by two days.
  nonisolated private static let firstLaunch: KeyValuePairs = [
    "  start: signUp\n  lasts: P7D\n": """
      start: firstSeen
      lasts: P7D
      earned: [{ days: 2, on: { milestone: memory-moment } }]

    """
  ]

  @Test("RA-9 the first launch shows the trial's banner and days, without an account")
  func banner() async throws {
    try await World.of("coach-free", changing: Self.firstLaunch) { world in
      let phone = Phone(world)
      let banner = TrialBannerModel(phone.client)
      await phone.client.launch()
      #expect(phone.client.phase == .trial)
      #expect(phone.client.access(to: "send-message").isAllowed)
      #expect(banner.content?.text.contains("7 days left") == true)
      world.pass(6 * World.day)
      await phone.client.reevaluate()
      await phone.client.recordMilestone("memory-moment")
      #expect(phone.client.membership?.trial?.daysLeft == 3)
      await phone.client.reported()
      #expect(phone.client.membership?.trial?.daysLeft == 3)
    }
  }

  @Test("RA-9 without a network days are earned at once, and no clock that is set back adds more")
  func clockSetBack() async throws {
    try await World.of("coach-free", changing: Self.firstLaunch) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      world.pass(5 * World.day)
      try await phone.client.refresh()
      phone.network.isOnline = false
      await phone.client.recordMilestone("memory-moment")
      #expect(phone.client.membership?.trial?.days == 9)
      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      #expect(try #require(phone.client.now) >= Instant(milliseconds: World.start + 5 * World.day))
      #expect(phone.client.membership?.trial?.daysLeft == 4)
      world.pass(4 * World.day)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .trialExpired)
    }
  }

  @Test("RA-9 a milestone without a network starts no trial on the device; the server starts it")
  func onlyTheServer() async throws {
    let start: KeyValuePairs = ["  start: signUp\n": "  start: { milestone: memory-moment }\n"]
    try await World.of("coach-free", changing: start) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      await phone.client.recordMilestone("memory-moment")
      #expect(phone.client.phase == .blocked)
      world.pass(World.day)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reported()
      #expect(phone.client.phase == .trial)
      #expect(phone.client.membership?.trial?.daysLeft == 7)
    }
  }
}
