import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("A paywall's art")
struct PaywallArtTests {
  /// GroBro's paywall with art, and pages with and without it.
  nonisolated private static let art: KeyValuePairs = [
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        image: { file: art/hero.svg, description: A tomato plant on a sill }
        pages:
          - { title: Hello, icon: heart }
          - { title: More, image: art/hero.svg }

    """
  ]

  @Test(
    "art is on the offer and on the pages that name it, as the blueprint contains it, offline too")
  func art() async throws {
    try await World.of("grobro", changing: Self.art) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      phone.network.isOnline = false
      await phone.client.showPaywall("upgrade")
      let art = try #require(model.page?.art)
      #expect((art.picture.name, art.picture.mediaType) == ("hero", "image/svg+xml"))
      #expect((art.picture.width, art.picture.height) == (480, 300))
      #expect(String(decoding: art.picture.bytes, as: UTF8.self).hasPrefix("<svg"))
      #expect(art.dark == nil && art.label == "A tomato plant on a sill")

      #expect(model.step?.title == "Hello" && model.step?.art == nil)
      #expect(model.step?.icon == "heart")
      model.proceed()
      #expect(model.step?.title == "More" && model.step?.art?.label == nil)
      #expect(model.step?.art?.picture == art.picture)
    }
  }

  @Test("a feature that led to the paywall keeps the paywall's art")
  func pitch() async throws {
    try await World.of("grobro", changing: Self.art) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall(for: "analytics")
      #expect(model.page?.art?.picture.name == "hero")
    }
  }

  @Test("a paywall without art has none")
  func none() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.page != nil && model.page?.art == nil)
    }
  }
}
