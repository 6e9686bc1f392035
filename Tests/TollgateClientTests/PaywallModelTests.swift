import AppStoreSimulator
import Foundation
import Observation
import Synchronization
import Testing
import Tollgate

@testable import TollgateClient
@testable import TollgateWords

@MainActor
@Suite("The paywall's model")
struct PaywallModelTests {
  @Test("GB-1 GB-2 the page shows every benefit, price, period and offer, and the selection")
  func page() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      #expect(model.state == .closed)
      #expect(model.page == nil)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.state == .selling)
      #expect(model.isPresented)
      let page = try #require(model.page)
      #expect(page.title == "Grow without limits")
      #expect(page.subtitle == "Everything your plants would ask for.")
      #expect(page.icon == "leaf")
      #expect(
        page.benefits.map(\.title) == [
          "Track unlimited plants", "See what makes them grow",
          "Get reminders that know the season", "Take your garden anywhere",
        ])
      #expect(page.benefits.map(\.icon) == ["infinity", "chart", "bell", "export"])
      #expect(
        page.offers == [
          PaywallPage.Offer(
            id: "grobro.pro.yearly", name: "Pro Yearly", price: "$29.99", period: "per year",
            priceLine: "$29.99 per year", offerLine: "7 days free, then $29.99 per year",
            pricePerMonth: "$2.50", saving: "37%", savingLine: "$2.50 a month, save 37%",
            badge: "Best value", endsAt: nil, isSelected: true,
            accessibilityLabel:
              "Pro Yearly, 7 days free, then $29.99 per year, $2.50 a month, save 37%, Best value, "
              + "selected"),
          PaywallPage.Offer(
            id: "grobro.pro.monthly", name: "Pro Monthly", price: "$3.99", period: "per month",
            priceLine: "$3.99 per month", offerLine: nil, pricePerMonth: "$3.99", saving: nil,
            savingLine: nil, badge: nil, endsAt: nil, isSelected: false,
            accessibilityLabel: "Pro Monthly, $3.99 per month"),
        ])
      #expect(page.purchaseLabel == "Start 7-day free trial")
      #expect((page.restoreLabel, page.closeLabel) == ("Restore Purchases", "Close"))
      #expect(
        page.footnote == "Free for 7 days, then $29.99 per year until you cancel. "
          + "You can cancel any time in the App Store.")

      model.select("grobro.pro.monthly")
      let chosen = try #require(model.page)
      #expect(chosen.selection == "grobro.pro.monthly")
      #expect(chosen.offers.map(\.isSelected) == [false, true])
      #expect(chosen.purchaseLabel == "Subscribe")
      #expect(
        chosen.footnote == "Renews at $3.99 per month until you cancel. "
          + "You can cancel any time in the App Store.")
    }
  }

  @Test("TQ-2 the free week is offered to eligible customers, and the plain price to others")
  func eligibility() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("pro")
      #expect(model.page?.offers.first?.offerLine == "7 days free, then $6.99/month")
      #expect(
        model.page?.offers.first?.accessibilityLabel
          == "Pro Monthly, 7 days free, then $6.99/month, selected")
      #expect(model.page?.purchaseLabel == "Start 7-day free trial")
      await model.purchase()
      await model.welcomeShown()
      world.store.expireNow(phone.store.account)
      world.pass(World.hour)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      await phone.client.showPaywall("pro")
      #expect(model.page?.offers.first?.offerLine == nil)
      #expect(model.page?.offers.first?.priceLine == "$6.99/month")
      #expect(model.page?.purchaseLabel == "Subscribe")
    }
  }

  @Test("CP-2 a paid offer is shown as written, and the button says what it costs")
  func paidOffer() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      await phone.client.showPaywall(at: "chat")
      #expect(
        model.page?.offers.first?.offerLine == "$2.99/week for 3 days, then $19.99/month")
      #expect(model.page?.purchaseLabel == "Start for $2.99")
      #expect(
        model.page?.footnote
          == "We start at $2.99 for 3 days, then go on at $19.99 per month until "
          + "you cancel. You can cancel any time in the App Store.")
    }
  }

  @Test("TQ-3 each of the seven features heads the paywall with its own title, icon and sentence")
  func pitches() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      var heads: Set<[String]> = []
      let features = world.blueprint.definition.features.filter { $0.pitch != nil }
      #expect(features.count == 7)
      for feature in features {
        #expect(await phone.client.showPaywall(for: feature.id) == .shown("pro"))
        #expect(phone.client.presentation?.feature == feature.id)
        let page = try #require(model.page)
        #expect(page.benefits.count == 6)
        #expect(!page.benefits.map(\.title).contains(page.title))
        heads.insert([page.title, page.icon ?? "", page.subtitle ?? ""])
        await model.close()
      }
      #expect(heads.count == 7)
      #expect(
        heads.contains([
          "Quick AI Drills", "bolt", "Drills from a quick description, ready when you are.",
        ]))
      #expect(await phone.client.showPaywall(for: "library") == .skipped(.notFound))
    }
  }

  @Test("TQ-3 a gate heads the paywall with the feature that led to it")
  func gate() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      async let gate = phone.client.gate("export") {}
      for await presentation in phone.client.presentationChanges where presentation != nil { break }
      #expect(model.page?.title == "Take your garden anywhere")
      await model.close()
      #expect(await gate.isAllowed == false)
      await phone.client.showPaywall("upgrade")
      #expect(model.page?.title == "Grow without limits")
    }
  }

  @Test("SL-8 the selection belongs to the presentation: another one starts with the first plan")
  func choice() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("subscribe")
      model.select("strikelab.pro.monthly")
      model.select("strikelab.pro.weekly")
      #expect(model.selection == "strikelab.pro.yearly")
      model.select("strikelab.pro.monthly")
      #expect(model.selection == "strikelab.pro.monthly")
      await model.close()
      await phone.client.showPaywall("subscribe")
      #expect(model.selection == "strikelab.pro.yearly")
    }
  }

  @Test("observers of the model are notified when the client learns more")
  func observed() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      let told = Mutex(0)
      withObservationTracking {
        _ = model.page
      } onChange: {
        told.withLock { $0 += 1 }
      }
      await phone.client.showPaywall("subscribe")
      #expect(told.withLock { $0 } == 1)
    }
  }
}
