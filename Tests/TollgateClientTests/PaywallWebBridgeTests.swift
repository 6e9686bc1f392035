import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("A paywall's web page and its app")
struct PaywallWebBridgeTests {
  /// What a page reads of a script.
  private struct Update: Decodable {
    struct Plan: Decodable {
      let product: String
      let price: String?
      let period: String?
      let line: String?
      let button: String
      let promise: String?
      let footnote: String?
    }

    struct State: Decodable {
      let kind: String
      var title: String?
      var closeLabel: String?
    }

    let plans: [Plan]
    var selection: String?
    let state: State
    let restoreLine: String
    let canPurchase: Bool
  }

  private static func update(_ bridge: PaywallWebBridge) throws -> Update {
    let script = bridge.script
    let prefix = "window.tollgate?.update("
    #expect(script.hasPrefix(prefix) && script.hasSuffix(")"))
    return try JSONDecoder().decode(
      Update.self, from: Data(script.dropFirst(prefix.count).dropLast().utf8))
  }

  private static func message(_ type: String, _ more: [String: Any] = [:]) -> [String: Any] {
    more.merging(["type": type, "paywall": "upgrade"]) { first, _ in first }
  }

  @Test("the blueprint says which paywalls show the server's page, while they are on screen")
  func webPage() async throws {
    let line = "    welcome: Welcome to Pro!\n"
    for (changes, page) in [
      ([:], nil), ([line: line + "    webPage: true\n"], "https://api.example.com"),
    ] as [(KeyValuePairs<String, String>, String?)] {
      try await World.of("grobro", changing: changes) { world in
        let phone = Phone(world)
        let model = PaywallModel(phone.client)
        await phone.client.launch()
        #expect(model.pageServer == nil)
        await phone.client.showPaywall("upgrade")
        #expect(model.pageServer?.absoluteString == page)
        await model.close()
        #expect(model.pageServer == nil)
      }
    }
  }

  @Test("the page sells what the native paywall sells, with the store's prices and every line")
  func life() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      let bridge = PaywallWebBridge(model)
      await phone.client.launch()
      let server = try #require(URL(string: "https://api.example.com/"))
      #expect(bridge.address(on: server) == nil)
      await phone.client.showPaywall("upgrade")
      #expect(
        bridge.address(on: server)?.absoluteString
          == "https://api.example.com/v1/apps/grobro/paywalls/upgrade?language=en-US")

      let shown = try Self.update(bridge)
      #expect(shown.plans.map(\.product) == ["grobro.pro.yearly", "grobro.pro.monthly"])
      #expect(shown.plans.map(\.price) == ["$29.99", "$3.99"])
      #expect(shown.plans.map(\.period) == ["per year", "per month"])
      #expect(shown.plans.map(\.button) == ["Start 7-day free trial", "Subscribe"])
      #expect(shown.plans.map(\.promise) == ["Nothing to pay now", nil])
      #expect(shown.plans.map(\.line) == ["7 days free, then $29.99 per year", nil])
      #expect(shown.plans.allSatisfy { $0.footnote != nil })
      #expect(shown.selection == "grobro.pro.yearly" && shown.canPurchase)
      #expect(shown.state.kind == "selling" && shown.restoreLine == "")

      let monthly = ["name": "planSelected", "product": "grobro.pro.monthly"]
      _ = await bridge.receive(Self.message("event", monthly))
      #expect(model.selection == "grobro.pro.monthly")

      _ = await bridge.receive(Self.message("purchase", ["product": "grobro.pro.yearly"]))
      let bought = try Self.update(bridge)
      #expect(bought.state.kind == "welcome")
      #expect(bought.state.title == "Welcome to Pro!" && bought.state.closeLabel == "Continue")
      _ = await bridge.receive(Self.message("read"))
      #expect(!model.isPresented)
    }
  }

  @Test("a message that the paywall does not allow has no effect")
  func refused() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      let bridge = PaywallWebBridge(model)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      for message in [
        "close", ["type": "close"], ["type": "close", "paywall": "other"], Self.message("none"),
        Self.message("purchase"), Self.message("purchase", ["product": "other"]),
      ] as [Any] {
        #expect(await bridge.receive(message) == nil)
        #expect(model.state == .selling)
      }
      #expect(PaywallWebBridge.isReady(Self.message("ready")))
      #expect(!PaywallWebBridge.isReady(Self.message("close")))
      let terms = try #require(model.links.first?.url)
      #expect(await bridge.receive(Self.message("open", ["url": terms.absoluteString])) == terms)
      #expect(await bridge.receive(Self.message("open", ["url": "https://example.org/"])) == nil)
      _ = await bridge.receive(Self.message("close"))
      #expect(!model.isPresented)
    }
  }
}
