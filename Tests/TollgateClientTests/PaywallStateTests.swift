import AppStoreSimulator
import Foundation
import Synchronization
import Testing
import Tollgate

@testable import TollgateClient

@MainActor
@Suite("The state of a paywall")
struct PaywallStateTests {
  private func message(
    _ title: String, _ line: String, tryAgain: String? = nil, close: String
  ) -> PaywallState.Message {
    PaywallState.Message(title: title, line: line, tryAgainLabel: tryAgain, closeLabel: close)
  }

  @Test("a directly requested paywall shows that it is loading, a placement's does not")
  func loading() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      let seen = Mutex<[PaywallState]>([])
      let look: @Sendable () async -> Void = {
        let state = await model.state
        seen.withLock { $0.append(state) }
      }
      phone.store.whileLoading(look)
      await phone.client.showPaywall("subscribe")
      await model.close()
      let next = Phone(world, "next")
      let other = PaywallModel(next.client)
      await next.client.launch()
      next.store.whileLoading {
        let state = await other.state
        seen.withLock { $0.append(state) }
      }
      await next.client.showPaywall(at: "after-login")
      #expect(seen.withLock { $0 } == [.loading("Getting the plans…"), .closed])
      #expect(other.state == .selling)
    }
  }

  @Test("without the store's prices it shows a message, and a retry loads them")
  func offline() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      phone.store.isReachable = false
      await phone.client.showPaywall("upgrade")
      let offline = PaywallState.offline(
        message(
          "That didn't work",
          "The App Store could not be reached. Please check your connection.",
          tryAgain: "Try Again", close: "Cancel"))
      #expect(model.state == offline)
      #expect(!model.canPurchase)
      #expect(model.canClose)
      #expect(model.page?.offers.map(\.price) == ["$29.99", "$3.99"])
      await model.purchase()
      #expect(model.state == offline)
      await model.tryAgain()
      #expect(model.state == offline)
      phone.store.isReachable = true
      await model.tryAgain()
      #expect(model.state == .selling)
      #expect(model.canPurchase)
    }
  }

  @Test("GB-7 a message is shown if the store sells none of it")
  func empty() async throws {
    try await World.of("shop", changing: ["hasFreeTier: true": Self.coinsPaywall]) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("coins")
      #expect(
        model.state
          == .empty(
            message(
              "There is nothing to buy here right now.", "This plan isn't available right now.",
              close: "OK")))
      #expect(!model.canPurchase)
      await model.close()
      #expect(model.state == .closed)
    }
  }

  /// A paywall that sells coins, which a store in plain values does not know here.
  private static let coinsPaywall = """
    hasFreeTier: true
    paywalls:
      coins:
        title: More coins
        packages:
          - product: shop.lifetime
    """

  @Test("GB-6 a purchase shows its progress, then Pro and a welcome that closes after two seconds")
  func purchase() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let seen = Mutex<[PaywallState]>([])
      phone.store.whileBuying {
        let state = await model.state
        let isOpen = await (model.canClose, model.canPurchase, model.canRestore)
        #expect(isOpen == (false, false, false))
        seen.withLock { $0.append(state) }
      }
      await model.purchase()
      #expect(seen.withLock { $0 } == [.purchasing("Talking to the App Store")])
      #expect(
        model.state
          == .welcome(
            PaywallState.Welcome(
              title: "Welcome to Pro!", line: "Everything is unlocked.", closeLabel: "Continue",
              closesAfter: .seconds(2))))
      #expect(phone.client.entitlement("pro").isActive)
      #expect(!model.canPurchase)
      await model.welcomeShown()
      #expect(model.state == .closed)
    }
  }

  @Test(
    "GB-7 each end of a purchase has its own message, with Try Again where it helps",
    arguments: [
      (.cancel, nil),
      (
        .fail(.paymentNotAllowed),
        "Purchases are not allowed on this device. Screen Time settings may have them switched off."
      ),
      (
        .fail(.paymentInvalid),
        "The App Store could not take this payment. Please check your payment method."
      ),
      (.fail(.network), "The App Store could not be reached. Please check your connection."),
      (.fail(.productUnavailable), "This plan is not on sale right now."),
      (.fail(.unknown), "Something went wrong. You have not been charged by us."),
    ] as [(PurchaseOutcome, String?)])
  func problems(outcome: PurchaseOutcome, line: String?) async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      model.select("grobro.pro.monthly")
      phone.store.hands = outcome
      await model.purchase()
      guard let line else {
        #expect(model.state == .selling)
        return
      }
      guard case .failed(let message) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect((message.title, message.line) == ("That didn't work", line))
      #expect(message.closeLabel == (message.canTryAgain ? "Cancel" : "OK"))
      phone.store.hands = .buy
      guard message.canTryAgain else {
        await model.tryAgain()
        await model.messageRead()
        #expect(model.state == .selling)
        return
      }
      await model.tryAgain()
      #expect(phone.client.membership?.subscription?.product == "grobro.pro.monthly")
    }
  }

  @Test(
    "GB-7 a pending purchase shows a message, closes the paywall once read, and shows the welcome if it is still up"
  )
  func pending() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      phone.store.hands = .askToBuy
      for isRead in [true, false] {
        await phone.client.showPaywall("upgrade")
        await model.purchase()
        #expect(
          model.state
            == .pending(
              message(
                "Almost there",
                "This purchase waits for approval. Pro opens by itself once it is given.",
                close: "OK")))
        guard isRead else { break }
        await model.messageRead()
        #expect(model.state == .closed)
      }
      let waiting = try #require(world.store.pendingPurchases.last)
      world.store.approve(waiting.id)
      await phone.client.listenToStore()
      guard case .welcome = model.state else {
        Issue.record("\(model.state)")
        return
      }
    }
  }

  @Test("a paywall that cannot be dismissed stays, even while a purchase is pending")
  func mandatory() async throws {
    try await World.of(
      "strikelab",
      changing: ["title: Step into the lab": "title: Step into the lab\n    dismissible: false"]
    ) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("subscribe")
      #expect(model.page?.closeLabel == nil)
      #expect(!model.canClose)
      await model.close()
      phone.store.hands = .askToBuy
      await model.purchase()
      await model.messageRead()
      #expect(model.state == .selling)
      phone.store.hands = .buy
      await model.purchase()
      #expect(model.canClose)
      await model.close()
      #expect(model.state == .closed)
    }
  }

  @Test("TQ-7 a restore shows its progress and result, only on that paywall")
  func restore() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await model.restore()
      #expect(model.restoreLine == nil)
      await phone.client.showPaywall("upgrade")
      let seen = Mutex<[String?]>([])
      phone.network.after("/me") {
        let line = await model.restoreLine
        let canRestore = await model.canRestore
        #expect(!canRestore)
        seen.withLock { $0.append(line) }
      }
      await model.restore()
      #expect(seen.withLock { $0 } == ["Looking for your purchases…"])
      #expect(model.restoreLine == "No active subscription found.")
      await model.close()
      await phone.client.showPaywall("upgrade")
      #expect(model.restoreLine == nil)

      world.store.purchase("grobro.pro.monthly", by: phone.store.account)
      await model.restore()
      #expect(model.restoreOutcome == .restored)
      #expect(model.state == .closed)
      #expect(phone.client.entitlement("pro").isActive)
    }
  }
}
