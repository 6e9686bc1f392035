import AppStoreSimulator
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient
import TollgateServer

@MainActor
@Suite("StoreKit beyond products and purchases")
struct StoreKitAdapterTests {
  private let pro = CatalogProduct.ID("techniq.pro.monthly")

  @Test("a cancelled task does not report that nothing is sold or owned")
  func cancelled() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      let store = StoreKitStore()
      let asking = phone.session.run {
        Task {
          let sold = try await store.products(for: [pro]).count
          let owned = await store.currentEntitlements().count
          return [sold, owned, Task.isCancelled ? 1 : 0]
        }
      }
      asking.cancel()
      let answers = try await asking.value
      #expect(answers == [1, 1, 1])
    }
  }

  @Test("a restore asks the store's servers only if the device knows of no purchases")
  func syncs() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      let session = phone.session
      try await session.setSimulatedError(
        .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .appStoreSync)
      let failed = await phone.client.restorePurchases()
      #expect(phone.client.line(for: failed) == "The App Store did not answer. Please try again.")
      try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
      let cancelled = await phone.client.restorePurchases()
      #expect(cancelled == .cancelled)
      #expect(phone.client.line(for: cancelled) == nil)
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(await phone.client.restorePurchases() == .restored)
    }
  }

  @Test("a loaded product is bought without loading it again")
  func loadedOnce() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.content(of: "pro")?.problem == nil)
      try await phone.session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
      #expect(await phone.client.purchase(pro) == .purchased)
      let other = await Phone.launched(world, "other", account: "other-id")
      #expect(await other.client.purchase("techniq.pro.weekly") == .failed(.productUnavailable))
      try await other.session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
      #expect(await other.client.purchase(pro) == .failed(.unknown))
      #expect(await other.client.content(of: "pro")?.problem == .network)
    }
  }

  @Test("a consumable can be bought repeatedly, and a non-consumable is restored")
  func kinds() async throws {
    try await World.of("shop") { world in
      let phone = await Phone.launched(world)
      for count in 1...2 {
        #expect(await phone.client.purchase("shop.coins") == .purchased)
        #expect(phone.client.transactions.count == count)
      }
      #expect(await phone.client.purchase("shop.lifetime") == .purchased)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
      let tablet = await Phone.launched(world, "tablet")
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(tablet.client.transactions.map(\.product).contains("shop.lifetime"))
      let page = try #require(URL(string: TollgateClient.subscriptionsPage))
      #expect(await tablet.client.manageSubscriptions() == .open(page))
    }
  }

  @Test(
    "EX-20 who bought something requests its refund once; a family member has nothing to refund")
  func refund() async throws {
    try await World.of("shop") { world in
      let parent = await Phone.launched(world)
      #expect(parent.client.refundablePurchase == nil)
      await parent.client.purchase("shop.lifetime")
      let child = await Phone.launched(world, "child", account: "child-id")
      try await child.listening { world.store.share("apple-id", with: "child-id") }
      #expect(child.client.entitlement("everything").isActive)
      #expect(child.client.refundablePurchase == nil)
      let copy = try #require(child.client.transactions.first)
      let refused = await child.client.requestRefund(of: copy)
      #expect(refused == .failed)
      #expect(child.session.presentedSheets.isEmpty)

      let purchase = try #require(parent.client.refundablePurchase)
      #expect(purchase.product == "shop.lifetime")
      parent.session.customerConfirms = false
      let closed = await parent.client.requestRefund(of: purchase)
      #expect(closed == .cancelled)
      parent.session.customerConfirms = true
      let first = await parent.client.requestRefund(of: purchase)
      let second = await parent.client.requestRefund(of: purchase)
      #expect([first, second] == [.requested, .alreadyRequested])
      #expect(parent.client.entitlement("everything").isActive)

      world.store.refund(purchase.id.rawValue)
      try await world.deliverNotifications()
      try await parent.client.refresh()
      #expect(parent.client.entitlement("everything") == .inactive)
      #expect(parent.client.refundablePurchase == nil)
    }
  }

  @Test("a product chosen on the app's page in the App Store is bought, or left to the app")
  func chosen() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      var left: [CatalogProduct.ID] = []
      try await phone.listening(chosen: { left.append($0) }) {
        try phone.session.promote(productIdentifier: pro.rawValue)
      }
      #expect(left == [pro])
      #expect(phone.client.phase == .free)
      try await phone.listening { try phone.session.promote(productIdentifier: pro.rawValue) }
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.client.hasJustSubscribed)
    }
  }

  @Test("a win-back offer chosen there applies to the next purchase and no other")
  func winBack() async throws {
    let session = try SKTestSession(
      configurationFileNamed: "Market", now: Date(timeIntervalSince1970: 1_767_225_600))
    let store = StoreKitStore()
    let plus = CatalogProduct.ID("plus.monthly")
    /// Buys it, lets it end, and returns the offer it was bought with.
    func live() async throws -> Transaction.Offer? {
      _ = await store.purchase(plus, appAccountToken: nil)
      let last = try #require(session.allTransactions().last)
      try session.disableAutoRenewForTransaction(identifier: last.identifier)
      session.advance(by: .monthly, times: 2)
      return try await Transaction.latest(for: "plus.monthly")?.payloadValue.offer
    }
    try await session.run {
      _ = try await live()
      let listening = Task { await store.listenForChoices { _ in } }
      #expect(await session.settled(listeners: 1))
      try session.promote(productIdentifier: "plus.monthly", offerIdentifier: "return")
      #expect(await session.settled(listeners: 1))
      listening.cancel()
      #expect(try await live()?.id == "return")
      #expect(try await live() == nil)
    }
  }

  @Test(
    "SL-6 a person who signs out while the App Store's sheet is up has the purchase when they return"
  )
  func signedOut() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      let client = phone.client
      try await client.signUp(email: "ada@example.com", password: "correct horse")
      phone.session.store.change { settings in
        settings.answer = { _ in
          await client.signOut()
          return .buy
        }
      }
      await client.purchase("strikelab.pro.monthly")
      #expect(!client.hasJustSubscribed)
      try await client.signUp(email: "bob@example.com", password: "correct horse")
      #expect(client.phase == .blocked)
      await client.signOut()
      try await client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(client.phase == .subscribed)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("a family-shared purchase gives access to members until sharing stops")
  func family() async throws {
    try await World.of("shop") { world in
      let parent = await Phone.launched(world)
      #expect(await parent.client.purchase("shop.lifetime") == .purchased)
      let child = await Phone.launched(world, "child", account: "child-id")
      #expect(await child.client.restorePurchases() == .nothingFound)
      try await child.listening { #expect(world.store.share("apple-id", with: "child-id")) }
      #expect(child.client.entitlement("everything").isActive)
      #expect(child.client.transactions.map(\.ownership) == [.familyShared])
      try await child.listening { #expect(world.store.stopSharing("apple-id", with: "child-id")) }
      #expect(child.client.entitlement("everything") == .inactive)
      #expect(await child.client.restorePurchases() == .nothingFound)
      #expect(parent.client.entitlement("everything").isActive)
    }
  }
}
