import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateSimulation

@MainActor
@Suite("A paywall's countdown")
struct PaywallCountdownTests {
  /// GroBro's plan by the month, for everyone who first opened the app less than three days ago.
  nonisolated private static let threeDays: KeyValuePairs = [
    "      - product: grobro.pro.monthly\n": """
          - product: grobro.pro.monthly
            when: { since: { event: firstSeen, lessThan: P3D } }
            countdown: true

    """
  ]

  @Test("a countdown and its offer end when the engine says")
  func life() async throws {
    try await World.of("grobro", changing: Self.threeDays) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.page?.extras.countdown == nil)
      model.select("grobro.pro.monthly")
      let end = try #require(model.packages.last?.endsAt)
      #expect(model.packages.first?.endsAt == nil)
      for (left, line, lasts, calmLine, calmLasts) in [
        (2 * World.day, "Ends in 2 days", 1, "Ends in 2 days", 1),
        (2 * World.day - 1, "Ends in 1 day", World.day, "Ends in 1 day", World.day),
        (World.day - 1, "Ends in 24:00:00", 999, "Ends in 23 hours", World.hour),
        (11_529_000, "Ends in 03:12:09", 1000, "Ends in 3 hours", 729_001),
        (61_500, "Ends in 00:01:02", 500, "Ends in 1 minute", 1501),
        (400, "Ends in 00:00:01", 400, "Ends in 1 minute", 400),
      ] as [(Int64, String, Int64, String, Int64)] {
        world.pass(end.milliseconds - left - world.time.now.milliseconds)
        let countdown = try #require(model.page?.extras.countdown)
        #expect(countdown.line == line)
        #expect(countdown.lasts == .milliseconds(lasts), "\(line)")
        #expect(countdown.calmLine == calmLine)
        #expect(countdown.calmLasts == .milliseconds(calmLasts), "\(line)")
      }
      world.pass(400)
      #expect(model.page?.extras.countdown == nil)
      await model.countdownEnded()
      #expect(model.packages.map(\.id) == ["grobro.pro.yearly"])
      #expect(model.selection == "grobro.pro.yearly")
    }
  }

  @Test("a paywall that is closed and shown again counts to the same end")
  func again() async throws {
    try await World.of("grobro", changing: Self.threeDays) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let end = try #require(model.packages.last?.endsAt)
      await model.close()
      world.pass(World.day)
      await phone.client.showPaywall("upgrade")
      #expect(model.packages.last?.endsAt == end)
    }
  }

  /// GroBro's plan by the month, which newcomers see with a badge of their own.
  nonisolated private static let newcomers: KeyValuePairs = [
    "      - product: grobro.pro.monthly\n": """
          - product: grobro.pro.monthly
            when: { since: { event: firstSeen, lessThan: P3D } }
            countdown: true
            badge: For newcomers
          - product: grobro.pro.monthly

    """
  ]

  @Test("an ended plan leaves a paywall on which another is selected, and the next one follows")
  func unselected() async throws {
    try await World.of("grobro", changing: Self.newcomers) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.selection == "grobro.pro.yearly")
      #expect(model.page?.offers.map(\.badge) == ["Best value", "For newcomers"])
      let end = try #require(model.page?.extras.nextEnd)
      #expect(model.packages.map(\.endsAt) == [nil, end])
      world.pass(end.milliseconds - world.time.now.milliseconds)
      #expect(model.page?.offers.map(\.id) == ["grobro.pro.yearly"])
      await model.countdownEnded()
      #expect(model.page?.offers.map(\.badge) == ["Best value", nil])
      #expect(model.page?.extras.nextEnd == nil)
      #expect(model.selection == "grobro.pro.yearly")
    }
  }

  @Test("an ended plan leaves an upgrade screen too, and the next one follows")
  func upgrade() async throws {
    try await World.of("grobro", changing: Self.newcomers) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      await model.load()
      #expect(model.selection == "grobro.pro.yearly")
      let end = try #require(model.page?.extras.nextEnd)
      world.pass(end.milliseconds - world.time.now.milliseconds)
      #expect(model.page?.offers.map(\.id) == ["grobro.pro.yearly"])
      await model.countdownEnded()
      #expect(model.page?.offers.map(\.badge) == ["Best value", nil])
      #expect(model.page?.extras.nextEnd == nil)
      #expect(model.state == .selling)
    }
  }

  @Test(
    "a retry of a plan that has ended buys nothing and returns to the plans",
    arguments: [false, true])
  func retry(isNoticed: Bool) async throws {
    try await World.of("grobro", changing: Self.newcomers) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      model.select("grobro.pro.monthly")
      let end = try #require(model.packages.last?.endsAt)
      phone.store.hands = .fail(.network)
      await model.purchase()
      phone.store.hands = .buy
      world.pass(end.milliseconds - world.time.now.milliseconds)
      if isNoticed { await model.countdownEnded() }
      await model.tryAgain()
      #expect(model.state == .selling)
      #expect(model.page?.offers.map(\.badge) == ["Best value", nil])
      await model.purchase("grobro.pro.monthly")
      guard case .welcome = model.state else {
        Issue.record("\(model.state)")
        return
      }
    }
  }

  @Test("a retry of an ended plan on an upgrade screen buys nothing either")
  func retryUpgrade() async throws {
    try await World.of("grobro", changing: Self.newcomers) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      await model.load()
      model.select("grobro.pro.monthly")
      let end = try #require(model.page?.extras.nextEnd)
      phone.store.hands = .fail(.network)
      await model.purchase()
      phone.store.hands = .buy
      world.pass(end.milliseconds - world.time.now.milliseconds)
      await model.tryAgain()
      #expect(model.state == .selling)
      #expect(model.page?.offers.map(\.badge) == ["Best value", nil])
    }
  }

  @Test("a screen reader hears which plan is selected once the selected one has ended")
  func announcement() async throws {
    try await World.of("grobro", changing: Self.newcomers) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let yearly = try #require(model.page?.offers.first)
      model.select("grobro.pro.monthly")
      let newcomers = try #require(model.page?.offers.last)
      #expect(yearly.endsAt == nil)
      let end = try #require(newcomers.endsAt)
      #expect(newcomers.announcement(replacing: yearly, for: phone.client) == nil)
      #expect(yearly.announcement(replacing: newcomers, for: phone.client) == nil)
      world.pass(end.milliseconds - world.time.now.milliseconds)
      await model.countdownEnded()
      let monthly = try #require(model.page?.offers.last)
      #expect(monthly.isSelected && monthly.id == "grobro.pro.monthly" && monthly.endsAt == nil)
      #expect(
        monthly.announcement(replacing: newcomers, for: phone.client)
          == "That offer has ended. \(monthly.accessibilityLabel)")
      #expect(yearly.announcement(replacing: monthly, for: phone.client) == nil)
    }
  }

  @Test("the page receives the milliseconds that are left, and says when there are none")
  func page() async throws {
    try await World.of("grobro", changing: Self.threeDays) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      let bridge = PaywallWebBridge(model)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let end = try #require(model.packages.last?.endsAt)
      world.pass(end.milliseconds - 5000 - world.time.now.milliseconds)
      let ending =
        #""ending":{"ended":"That offer has ended.","left":5000,"line":"Ends in {length}"}"#
      #expect(bridge.script.contains(ending))
      world.pass(5000)
      _ = await bridge.receive(
        ["type": "ended", "paywall": "upgrade", "product": "grobro.pro.monthly"])
      #expect(!bridge.script.contains("grobro.pro.monthly"))
    }
  }
}
