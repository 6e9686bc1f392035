import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Launches of the app")
struct OpeningTests {
  /// The garden's blueprint with a prompt at every second launch, and at every third.
  private static let changes: KeyValuePairs<String, String> = [
    "prompts:\n": """
    prompts:
      second:
        shape: card
        placement: club
        when: { count: { of: opened, every: 2 } }
        icon: bell
        text: Back again.
      third:
        shape: card
        placement: club
        when: { count: { of: opened, every: 3 } }
        icon: bell
        text: And again.

    """
  ]

  private static func days(_ world: World, _ phone: Phone) async throws -> [String] {
    try await world.facts(of: phone.client.customer).facts.compactMap {
      if case .opening(let opening) = $0 { opening.day } else { nil }
    }
  }

  private static func prompts(_ phone: Phone) -> [Prompt.ID] {
    phone.client.prompts(at: "club").map(\.id)
  }

  /// Waits until something holds; nothing else waits for the report.
  private static func waits(_ holds: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<100_000 {
      if try await holds() { return true }
      await Task.yield()
    }
    return false
  }

  @Test("RA-12 launches and returns on one day count once, and are reported once")
  func once() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      var isReported = try await Self.waits {
        try await Self.days(world, phone) == ["2026-03-01"]
      }
      #expect(isReported)
      // The server knows of it before the phone has its answer.
      try await phone.client.refreshInBackground()
      let reports = phone.network.requests.count { $0.contains("attributes") }
      phone.relaunch()
      await phone.client.launch()
      await phone.client.cameToForeground(showing: nil)
      try await phone.client.refreshInBackground()
      for _ in 0..<1000 { await Task.yield() }
      #expect(phone.network.requests.count { $0.contains("attributes") } == reports)
      #expect(Self.prompts(phone) == [])
      world.pass(World.day)
      // A refresh in the background opens nothing.
      try await phone.client.refreshInBackground()
      for _ in 0..<1000 { await Task.yield() }
      #expect(Self.prompts(phone) == [])
      await phone.client.cameToForeground(showing: nil)
      isReported = try await Self.waits {
        try await Self.days(world, phone) == ["2026-03-01", "2026-03-02"]
      }
      #expect(isReported)
      #expect(Self.prompts(phone) == ["second"])
    }
  }

  @Test("RA-12 days without a network count at once, each of them, and are reported together")
  func offline() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      var isReported = try await Self.waits { try await !Self.days(world, phone).isEmpty }
      #expect(isReported)
      phone.network.isOnline = false
      for prompt in ["second", "third"] as [Prompt.ID] {
        world.pass(World.day)
        await phone.client.cameToForeground(showing: nil)
        let isCounted = try await Self.waits { Self.prompts(phone) == [prompt] }
        #expect(isCounted)
      }
      phone.relaunch()
      #expect(Self.prompts(phone) == ["third"])
      phone.network.isOnline = true
      phone.network.fail("attributes", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      isReported = try await Self.waits {
        try await Self.days(world, phone) == ["2026-03-01", "2026-03-02", "2026-03-03"]
      }
      #expect(isReported)
      #expect(Self.prompts(phone) == ["third"])
    }
  }

  @Test("RA-12 nothing is reported where no launch is counted")
  func unused() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for _ in 0..<1000 { await Task.yield() }
      let days = try await Self.days(world, phone)
      #expect(days == [])
    }
  }
}
