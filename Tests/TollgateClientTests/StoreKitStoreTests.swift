import AppStoreSimulator
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient
import TollgateServer

@MainActor
@Suite("A client that buys through StoreKit")
struct StoreKitStoreTests {
  private let pro = Tollgate.Product.ID("techniq.pro.monthly")

  /// A phone whose app was launched.
  private func launched(
    _ world: World, _ name: String = "phone", account: AccountID = "apple-id"
  ) async -> Phone {
    let phone = Phone(world, name, account: account, usesStoreKit: true)
    await phone.client.launch()
    return phone
  }

  @Test("TQ-1 a product is loaded, bought for its customer, and finished when the server has it")
  func buys() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let phone = await launched(world)
      let product = await phone.client.content(of: "pro")?.offers.first?.product
      #expect(
        product
          == StoreProduct(
            id: pro, displayName: "TechnIQ Pro", displayPrice: "$6.99", period: Period(1, .month),
            group: product?.group,
            introductoryOffer: StoreProduct.Offer(
              payment: .freeTrial, period: Period(1, .week), periods: 1, displayPrice: "$0.00")))
      let store = world.store
      phone.network.after("/transactions") {
        #expect(store.unfinishedTransactions(of: "apple-id").count == 1)
      }
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.isEntitled(to: "pro"))
      #expect(phone.client.membership?.subscription?.willRenew == true)
      #expect(store.unfinishedTransactions(of: "apple-id").isEmpty)
      let bought = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(bought.map(\.signedFor) == [phone.client.customer])
    }
  }

  @Test("TQ-1 a client that listens keeps access with a renewal and loses it with a refund")
  func listens() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      try await phone.listening { world.pass(8 * World.day) }
      #expect(phone.client.isEntitled(to: "pro"))
      let renewed = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(renewed.count == 2)

      try await phone.listening {
        let last = try #require(phone.session.allTransactions().last)
        try phone.session.refundTransaction(identifier: last.identifier)
      }
      #expect(phone.client.phase == .lapsed)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("TQ-1 a purchase on another device of the account is heard of")
  func elsewhere() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      let tablet = SKTestSession(StoreSession(joining: world.store, as: "apple-id"))
      try await phone.listening { try await tablet.buyProduct(identifier: pro.rawValue) }
      #expect(phone.client.isEntitled(to: "pro"))
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("TQ-1 a second device of the account restores, and another account has nothing to restore")
  func restores() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      let tablet = await launched(world, "tablet")
      #expect(tablet.client.phase == .free)
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(tablet.client.isEntitled(to: "pro"))
      let other = await launched(world, "other", account: "other-id")
      #expect(await other.client.restorePurchases() == .nothingFound)
    }
  }

  @Test("TQ-1 what StoreKit could not verify is neither sent nor finished, and taken once it can")
  func unverified() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      try await phone.session.setSimulatedError(
        .verification(.invalidSignature), forAPI: .verification)
      #expect(await phone.client.purchase(pro) == .failed(.notAccepted))
      try await phone.listening {}
      phone.relaunch()
      await phone.client.launch()
      #expect(await phone.client.restorePurchases() == .nothingFound)
      #expect(!phone.network.requests.contains("POST transactions"))
      #expect(!phone.network.requests.contains("POST restore"))
      #expect(world.store.unfinishedTransactions(of: "apple-id").count == 1)

      try await phone.session.setSimulatedError(nil, forAPI: .verification)
      await phone.client.deliverPending()
      #expect(phone.client.isEntitled(to: "pro"))
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("TQ-2 the store says who still gets the free week, and everybody else sees the plain price")
  func eligibility() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      func line(_ phone: Phone) async -> String? {
        await phone.client.content(of: "pro")?.offers.first?.line
      }
      #expect(await line(phone) == "7 days free, then $6.99/month")
      #expect(await phone.client.purchase(pro) == .purchased)
      let tablet = await launched(world, "tablet")
      #expect(await line(tablet) == "$6.99/month")
      let other = await launched(world, "other", account: "other-id")
      #expect(await line(other) == "7 days free, then $6.99/month")
    }
  }

  @Test("TQ-8 the configuration file drives purchase, cancel, lapse, restore and the free uses")
  func configuration() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      let limit = Limit(limit: 1, used: 0, scope: .ever)
      #expect(phone.client.access(to: "custom-drill") == .allowed(limit))
      #expect(try await phone.client.use("custom-drill").isAllowed)
      #expect(phone.client.access(to: "custom-drill").isAllowed == false)
      #expect(phone.client.access(to: "quick-drill") == .allowed(limit))

      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(try await phone.client.use("custom-drill").isAllowed)
      let first = try #require(phone.session.allTransactions().first)
      try phone.session.disableAutoRenewForTransaction(identifier: first.identifier)
      world.pass(7 * World.day)
      await phone.client.timePassed()
      #expect(phone.client.phase == .trialExpired)
      #expect(phone.client.access(to: "custom-drill").isAllowed == false)
      #expect(phone.client.access(to: "quick-drill") == .allowed(limit))
      #expect(await phone.client.restorePurchases() == .nothingFound)

      #expect(await phone.client.purchase(pro) == .purchased)
      phone.reinstall()
      await phone.client.launch()
      #expect(await phone.client.restorePurchases() == .restored)
    }
  }

  @Test("a cancelled task is not told that nothing is sold or owned")
  func cancelled() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
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

  @Test("a restore asks the store's servers only where the device knows of nothing")
  func syncs() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      let session = phone.session
      try await session.setSimulatedError(
        .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .appStoreSync)
      #expect(await code(phone.client.restorePurchases()) == .store)
      try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
      #expect(await code(phone.client.restorePurchases()) == .cancelled)
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(await phone.client.restorePurchases() == .restored)
    }
  }

  private func code(_ outcome: TollgateClient.RestoreOutcome) -> ClientError.Code? {
    guard case .failed(let error) = outcome else { return nil }
    return error.code
  }

  @Test("a product that was loaded is bought without loading it again")
  func loadedOnce() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      #expect(await phone.client.content(of: "pro")?.problem == nil)
      try await phone.session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
      #expect(await phone.client.purchase(pro) == .purchased)
      let other = await launched(world, "other", account: "other-id")
      #expect(await other.client.purchase("techniq.pro.weekly") == .failed(.productUnavailable))
      try await other.session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
      #expect(await other.client.purchase(pro) == .failed(.unknown))
      #expect(await other.client.content(of: "pro")?.problem == .network)
    }
  }

  @Test("what is used up is bought again and again, and what is kept is restored")
  func kinds() async throws {
    try await World.of("shop") { world in
      let phone = await launched(world)
      for count in 1...2 {
        #expect(await phone.client.purchase("shop.coins") == .purchased)
        #expect(phone.client.transactions.count == count)
      }
      #expect(await phone.client.purchase("shop.lifetime") == .purchased)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
      let tablet = await launched(world, "tablet")
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(tablet.client.transactions.map(\.product).contains("shop.lifetime"))
      let page = try #require(URL(string: TollgateClient.subscriptionsPage))
      #expect(await tablet.client.manageSubscriptions() == .open(page))
    }
  }

  @Test("what is chosen on the app's page in the App Store is bought, or left to the app")
  func chosen() async throws {
    try await World.of("techniq") { world in
      let phone = await launched(world)
      var left: [Tollgate.Product.ID] = []
      try await phone.listening(chosen: { left.append($0) }) {
        try phone.session.promote(productIdentifier: pro.rawValue)
      }
      #expect(left == [pro])
      #expect(phone.client.phase == .free)
      try await phone.listening { try phone.session.promote(productIdentifier: pro.rawValue) }
      #expect(phone.client.isEntitled(to: "pro"))
      #expect(phone.client.hasJustSubscribed)
    }
  }

  @Test("a win-back offer that was chosen there goes with the next purchase and no other")
  func winBack() async throws {
    let session = try SKTestSession(
      configurationFileNamed: "Market", now: Date(timeIntervalSince1970: 1_767_225_600))
    let store = StoreKitStore()
    let plus = Tollgate.Product.ID("plus.monthly")
    /// Buys it, lets it end, and tells what it was bought with.
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
}
