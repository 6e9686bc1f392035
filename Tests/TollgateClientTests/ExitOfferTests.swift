import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient
import TollgateLedger

@MainActor
@Suite("Exit offers")
struct ExitOfferTests {
  /// GroBro's paywall, after which another sells the plan by the month.
  nonisolated private static let changes: KeyValuePairs = [
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        exitOffer: goodbye
      goodbye:
        title: One month first?
        packages: [grobro.pro.monthly]
        exitOffer: last
      last:
        title: Sure?
        packages: [grobro.pro.monthly]

    """
  ]

  @Test("closing a paywall shows its exit offer once in a session, and that has none of its own")
  func once() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall(for: "analytics")
      #expect(phone.client.presentation?.isExitOffer == false)
      await model.close()
      let offer = try #require(phone.client.presentation)
      #expect(offer.paywall == "goodbye" && offer.id == 2 && offer.isExitOffer)
      #expect(model.page?.title == "One month first?")
      #expect(model.page?.offers.map(\.id) == ["grobro.pro.monthly"])
      await model.close()
      #expect(!model.isPresented)

      await phone.client.showPaywall("upgrade")
      await model.close()
      #expect(!model.isPresented)
      phone.client.beginSession()
      await phone.client.showPaywall("goodbye")
      await model.close()
      #expect(phone.client.presentation?.paywall == "last")
      await model.close()
      #expect(!model.isPresented)

      await phone.client.reported()
      let events = try await world.ledger.entries(after: 0, in: world.app, limit: 99)
        .compactMap { entry -> String? in
          guard case .paywall(let event) = entry.fact else { return nil }
          return "\(event.action) \(event.paywall)"
        }
      #expect(
        events == [
          "shown upgrade", "closed upgrade", "shown goodbye", "closed goodbye", "shown upgrade",
          "closed upgrade", "shown goodbye", "closed goodbye", "shown last", "closed last",
        ])
    }
  }

  @Test("a purchase ends the paywall without its exit offer")
  func bought() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      await model.purchase()
      await model.welcomeShown()
      #expect(!model.isPresented)
    }
  }

  @Test("who waits for a paywall waits for its exit offer, whose purchase opens the placement")
  func waiting() async throws {
    let changes: KeyValuePairs = [
      "    welcome: You're in. Gloves up.\n":
        "    welcome: You're in. Gloves up.\n    exitOffer: goodbye\n",
      "\nplacements:":
        "\n  goodbye: { title: One month first?, packages: [strikelab.pro.monthly] }\n\nplacements:",
    ]
    try await World.of("strikelab", changing: changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      var ran = false
      async let acted: Void = buyAfterClosing(phone)
      let outcome = await phone.client.register("after-login") { ran = true }
      await acted
      #expect(outcome == .shown("subscribe", .purchased))
      #expect(ran)
    }
  }

  /// Closes the paywall that shows, and buys in its exit offer.
  private func buyAfterClosing(_ phone: Phone) async {
    for await presentation in phone.client.presentationChanges where presentation != nil { break }
    await phone.client.paywallClosed()
    #expect(phone.client.presentation?.paywall == "goodbye")
    #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
    await phone.client.paywallClosed()
  }
}
