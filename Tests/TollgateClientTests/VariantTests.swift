import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Variants")
struct VariantTests {
  /// An experiment with a title of the paywall, all of whose customers get one variant.
  private static func experiment(plain: Int, bold: Int) -> KeyValuePairs<String, String> {
    let bold = "{ weight: \(bold), texts: { paywalls.subscribe.title: Your first round awaits } }"
    return [
      "\npaywalls:\n":
        "\nexperiments: { title: { variants: { plain: \(plain), bold: \(bold) } } }\npaywalls:\n"
    ]
  }

  @Test(
    "Pain 19: a device shows the customer's variant, and the server records it with the showing")
  func shown() async throws {
    try await World.of("strikelab", changing: Self.experiment(plain: 0, bold: 1)) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.membership?.variants == ["title": "bold"])
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      let content = phone.client.presentation?.content
      #expect(content?.title == "Your first round awaits")
      #expect(content?.variants == ["title": "bold"])
      await phone.client.reported()
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.assignment(in: "title")?.variant == "bold")
      #expect(facts.assignment(in: "title")?.reason == .paywall)
      let variants = facts.facts.compactMap { fact in
        if case .paywall(let event) = fact { event.variants } else { nil }
      }
      #expect(variants == [["title": "bold"]])
      // What the server recorded, the device has too, and keeps after a restart.
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.membership?.variants == ["title": "bold"])
    }
  }

  @Test("a variant that is shown without a network is reported later")
  func offline() async throws {
    try await World.of("strikelab", changing: Self.experiment(plain: 0, bold: 1)) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(try await world.facts(of: phone.client.customer).assignment(in: "title") == nil)
      phone.network.isOnline = true
      await phone.client.launch()
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.assignment(in: "title")?.variant == "bold")
    }
  }

  @Test("without a variant the blueprint is shown as it is written")
  func plain() async throws {
    try await World.of("strikelab", changing: Self.experiment(plain: 1, bold: 0)) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(phone.client.presentation?.content.title == "Step into the lab")
      #expect(phone.client.presentation?.content.variants == ["title": "plain"])
    }
  }
}
