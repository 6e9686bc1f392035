import AppStoreSimulator
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("The upgrade screen's model")
struct UpgradeModelTests {
  @Test("GB-1 the upgrade screen loads, sells and welcomes, without a presentation")
  func sells() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      #expect(model.state == .loading("Getting the plans…"))
      #expect(model.page == nil)
      let seen = Mutex<[PaywallState]>([])
      phone.store.whileLoading {
        let state = await model.state
        seen.withLock { $0.append(state) }
      }
      await model.load()
      #expect(seen.withLock { $0 } == [.loading("Getting the plans…")])
      #expect(model.state == .selling)
      #expect(model.page?.title == "Grow without limits")
      #expect(phone.client.presentation == nil)
      model.select("grobro.pro.monthly")
      phone.store.whileBuying {
        let state = await model.state
        seen.withLock { $0.append(state) }
      }
      await model.purchase()
      #expect(seen.withLock { $0.last } == .purchasing("Talking to the App Store"))
      guard case .welcome(let welcome) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect((welcome.title, welcome.closesAfter) == ("Welcome to Pro!", .seconds(2)))
      model.messageRead()
      #expect(model.state == .owned("You have everything already."))
      #expect(phone.client.membership?.subscription?.product == "grobro.pro.monthly")
    }
  }

  @Test(
    "GB-1 the upgrade screen's close button has a title, and works at any time except during a purchase"
  )
  func closing() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      #expect(model.closeLabel == "Close")
      #expect(model.canClose)
      await model.load()
      model.select("grobro.pro.monthly")
      let seen = Mutex<[Bool]>([])
      phone.store.whileBuying {
        let canClose = await model.canClose
        seen.withLock { $0.append(canClose) }
      }
      await model.purchase()
      #expect(seen.withLock { $0 } == [false])
      #expect(model.canClose)
    }
  }

  @Test(
    "without a network it shows a message, sells nothing to unknown customers, and loads on a retry"
  )
  func offline() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      let model = UpgradeModel(phone.client, paywall: "upgrade")
      await model.load()
      guard case .offline(let message) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(message.line == "The connection failed. Please try again.")
      #expect(message.tryAgainLabel == "Try Again")
      #expect(!model.canPurchase)
      phone.network.isOnline = true
      phone.store.isReachable = false
      await model.tryAgain()
      guard case .offline(let store) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(store.line == "The App Store could not be reached. Please check your connection.")
      phone.store.isReachable = true
      await model.tryAgain()
      #expect(model.state == .selling)
    }
  }

  @Test("GB-7 a failed purchase says why and can be retried; a pending one says so")
  func problems() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      await model.load()
      phone.store.hands = .fail(.network)
      await model.purchase()
      guard case .failed(let message) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(message.canTryAgain)
      phone.store.hands = .cancel
      await model.tryAgain()
      #expect(model.state == .selling)
      phone.store.hands = .askToBuy
      await model.purchase()
      guard case .pending = model.state else {
        Issue.record("\(model.state)")
        return
      }
      world.store.approve(try #require(world.store.pendingPurchases.first).id)
      await phone.client.listenToStore()
      guard case .welcome = model.state else {
        Issue.record("\(model.state)")
        return
      }
    }
  }

  @Test("TQ-7 a restore shows its result; customers who own everything are not sold anything")
  func restore() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      await model.load()
      await model.restore()
      #expect(model.restoreLine == "No active subscription found.")
      world.store.purchase("techniq.pro.monthly", by: phone.store.account)
      await model.restore()
      #expect(model.restoreLine == "Your purchases are back.")
      #expect(model.state == .owned("You have everything already."))
      #expect(!model.canPurchase)
    }
  }

  @Test("an unknown paywall, and an app without one, have nothing to buy")
  func empty() async throws {
    try await World.of("shop") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = UpgradeModel(phone.client)
      await model.load()
      guard case .empty(let message) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(message.title == "There is nothing to buy here right now.")
      let other = UpgradeModel(phone.client, paywall: "coins")
      await other.load()
      guard case .empty = other.state else {
        Issue.record("\(other.state)")
        return
      }
    }
  }
}
