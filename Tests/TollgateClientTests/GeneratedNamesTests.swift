import Testing
import TollgateClient

@MainActor
@Suite("Generated names")
struct GeneratedNamesTests {
  @Test("generated constants name what the blueprint has")
  func use() async throws {
    try await World.of("grobro") { world in
      let client = await Phone.launched(world).client
      #expect(client.access(to: .analytics).isDenied)
      #expect(client.access(to: .viewPlant).mayProceed)
      #expect(client.entitlement(.pro) == .inactive)
      #expect(client.prompts(at: .analytics).map(\.id) == [.analyticsBanner])
      #expect(await client.showPaywall(.upgrade) == .shown(.upgrade))
      #expect(await client.purchase(.grobroProYearly) == .purchased)
      #expect(client.configuration.app == .app)
      #expect(client.notices.isEmpty)
    }
  }
}
