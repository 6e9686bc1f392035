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
  private let pro = CatalogProduct.ID("techniq.pro.monthly")

  @Test("TQ-1 a product is loaded, bought for its customer, and finished when the server has it")
  func buys() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      let product = await phone.client.content(of: "pro")?.offers.first?.product
      #expect(
        product
          == StoreProduct(
            id: pro, displayName: "TechnIQ Pro", displayPrice: "$6.99", period: Period(1, .month),
            group: product?.group,
            introductoryOffer: StoreProduct.Offer(
              payment: .freeTrial, period: Period(1, .week), periods: 1, displayPrice: "$0.00",
              price: 0, priceFormat: product?.priceFormat),
            sellsSeats: true, price: product?.price, priceFormat: product?.priceFormat))
      let store = world.store
      phone.network.after("/transactions") {
        #expect(store.unfinishedTransactions(of: "apple-id").count == 1)
      }
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.client.membership?.subscription?.willRenew == true)
      #expect(store.unfinishedTransactions(of: "apple-id").isEmpty)
      let bought = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(bought.map(\.signedFor) == [phone.client.customer])
    }
  }

  @Test("a sandbox purchase through StoreKit ends in access on a server for production")
  func sandbox() async throws {
    try await World.of("techniq", identifiers: .random, isProduction: true) { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.client.isProvisional == false)
      let bought = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(bought.map(\.environment) == [.sandbox])
      try await world.deliverNotifications()
      world.pass(8 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test(
    "TQ-1 access is kept with a renewal and lost with a refund, whether the phone or the server is notified first",
    arguments: [false, true])
  func listens(serverIsFirst: Bool) async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      try await phone.listening {
        world.pass(8 * World.day)
        if serverIsFirst { try await world.deliverNotifications() }
      }
      try await world.deliverNotifications()
      #expect(phone.client.entitlement("pro").isActive)
      let renewed = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(renewed.count == 2)

      let last = try #require(phone.session.allTransactions().last)
      try await phone.listening {
        try phone.session.refundTransaction(identifier: last.identifier)
        if serverIsFirst { try await world.deliverNotifications() }
      }
      #expect(phone.client.phase == .lapsed)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("TQ-1 a refund known only to the server ends access at the next refresh")
  func notified() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      let bought = try #require(phone.session.allTransactions().last)
      try phone.session.refundTransaction(identifier: bought.identifier)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.entitlement("pro") == .inactive)
      #expect(await phone.client.restorePurchases() == .nothingFound)
    }
  }

  @Test("TQ-1 a purchase on another device of the account is received")
  func elsewhere() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      let tablet = SKTestSession(StoreSession(joining: world.store, as: "apple-id"))
      try await phone.listening { try await tablet.buyProduct(identifier: pro.rawValue) }
      #expect(phone.client.entitlement("pro").isActive)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("TQ-1 a second device of the account restores, and another account has nothing to restore")
  func restores() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      let tablet = await Phone.launched(world, "tablet")
      #expect(tablet.client.phase == .free)
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(tablet.client.entitlement("pro").isActive)
      let other = await Phone.launched(world, "other", account: "other-id")
      #expect(await other.client.restorePurchases() == .nothingFound)
    }
  }

  @Test(
    "TQ-1 a transaction that StoreKit could not verify is neither sent nor finished, and accepted once it can be"
  )
  func unverified() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
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
      #expect(phone.client.entitlement("pro").isActive)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test(
    "TQ-2 the store decides who is eligible for the free week, and everyone else sees the regular price"
  )
  func eligibility() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      func line(_ phone: Phone) async -> String? {
        await phone.client.content(of: "pro")?.offers.first?.line
      }
      #expect(await line(phone) == "7 days free, then $6.99/month")
      #expect(await phone.client.purchase(pro) == .purchased)
      let tablet = await Phone.launched(world, "tablet")
      #expect(await line(tablet) == "$6.99/month")
      let other = await Phone.launched(world, "other", account: "other-id")
      #expect(await line(other) == "7 days free, then $6.99/month")
    }
  }

  @Test("TQ-8 the configuration file drives purchase, cancel, lapse, restore and the free uses")
  func configuration() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
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
      try await world.deliverNotifications()
      try await phone.client.refresh()
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
}
