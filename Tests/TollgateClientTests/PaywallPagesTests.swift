import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("The pages before a paywall's offer")
struct PaywallPagesTests {
  /// GroBro's paywall with a page that welcomes and one that asks, and a package for one of the answers.
  nonisolated private static let pages: KeyValuePairs = [
    "prompts:\n": """
    attributes:
      goal: { type: text, values: [grow, rescue] }

    prompts:

    """,
    "      - product: grobro.pro.monthly\n": """
          - product: grobro.pro.monthly
            when: { attribute: { name: goal, is: rescue } }
            badge: For a rescue
          - product: grobro.pro.monthly

    """,
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        icon: leaf
        pages:
          - { title: Hello, text: A question first., benefits: [{ icon: star, title: More green }] }
          - title: What brings you here?
            icon: heart
            question:
              attribute: goal
              answers: [{ value: grow, text: A garden }, { value: rescue, text: A sick plant }]

    """,
  ]

  private static func message(_ type: String, _ more: [String: Any] = [:]) -> [String: Any] {
    more.merging(["type": type, "paywall": "upgrade"]) { first, _ in first }
  }

  @Test("pages come before the offer, in order and back again, and say where they are")
  func pages() async throws {
    try await World.of("grobro", changing: Self.pages) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      #expect(model.step == nil && model.progress == nil)
      await phone.client.showPaywall("upgrade")
      #expect(model.state == .selling && model.canClose)
      let first = try #require(model.step)
      #expect(first.title == "Hello" && first.icon == "leaf")
      #expect(first.intro.map(\.text) == ["A question first."])
      #expect(first.benefits.map(\.title) == ["More green"])
      #expect(first.answers == [] && first.continueLabel == "Continue")
      #expect(model.progress?.line == "Step 1 of 3" && model.progress?.backLabel == nil)
      model.goBack()
      await model.answer(0)
      #expect(model.step == first)

      model.proceed()
      let second = try #require(model.step)
      #expect(second.title == "What brings you here?" && second.icon == "heart")
      #expect(second.answers.map(\.text) == ["A garden", "A sick plant"])
      #expect(second.continueLabel == nil)
      #expect(model.progress?.line == "Step 2 of 3" && model.progress?.backLabel == "Back")
      model.proceed()
      await model.answer(2)
      #expect(model.step == second)

      await model.answer(0)
      #expect(model.step == nil && model.page?.title == "Grow without limits")
      #expect(model.progress?.line == "Step 3 of 3" && model.progress?.count == 3)
      model.proceed()
      #expect(model.progress?.position == 2)
      model.goBack()
      #expect(model.step == second)
      model.goBack()
      #expect(model.step == first)
      await model.close()
      #expect(!model.isPresented && model.step == nil && model.progress == nil)
      await phone.client.showPaywall("upgrade")
      #expect(model.step == first)
    }
  }

  @Test("an answer takes effect on the offer at once, without a network, and is sent later")
  func answers() async throws {
    try await World.of("grobro", changing: Self.pages) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.packages.map(\.badge) == ["Best value", nil])
      model.proceed()
      await phone.client.reported()
      phone.network.isOnline = false
      await model.answer(1)
      #expect(model.packages.map(\.badge) == ["Best value", "For a rescue"])
      #expect(phone.client.pendingCount == 1)
      model.goBack()
      await model.answer(0)
      #expect(model.packages.map(\.badge) == ["Best value", nil])
      #expect(phone.client.pendingCount == 1)
      phone.network.isOnline = true
      await phone.client.deliverPending()
      #expect(phone.client.pendingCount == 0)

      await model.purchase()
      guard case .welcome = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(model.step == nil && model.progress == nil)
    }
  }

  @Test("a paywall without pages shows its offer at once, as an upgrade screen always does")
  func none() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(model.step == nil && model.progress == nil && model.page != nil)
      #expect(!PaywallWebBridge(model).script.contains("\"page\""))
    }
    try await World.of("grobro", changing: Self.pages) { world in
      let phone = Phone(world)
      let model = UpgradeModel(phone.client, paywall: "upgrade")
      await phone.client.launch()
      await model.load()
      #expect(model.state == .selling && model.page?.title == "Grow without limits")
    }
  }

  @Test("a web page turns the pages of its app's model, and answers only what it shows")
  func bridge() async throws {
    try await World.of("grobro", changing: Self.pages) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      let bridge = PaywallWebBridge(model)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(bridge.script.contains("\"page\":0"))
      for message in [
        Self.message("page"), Self.message("page", ["page": 3]), Self.message("page", ["page": -1]),
        Self.message("answer", ["page": 0, "answer": 0]),
        Self.message("answer", ["page": 1, "answer": 1]),
      ] {
        _ = await bridge.receive(message)
        #expect(model.progress?.position == 0)
      }
      _ = await bridge.receive(Self.message("page", ["page": 1]))
      #expect(bridge.script.contains("\"page\":1"))
      _ = await bridge.receive(Self.message("answer", ["page": 1, "answer": 9]))
      #expect(model.progress?.position == 1)
      _ = await bridge.receive(Self.message("answer", ["page": 1, "answer": 1]))
      #expect(model.progress?.position == 2)
      #expect(model.packages.map(\.badge) == ["Best value", "For a rescue"])
      _ = await bridge.receive(Self.message("page", ["page": 1]))
      #expect(model.step?.title == "What brings you here?")
    }
  }
}
