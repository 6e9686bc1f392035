import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("Problems that users know from other apps")
struct PainTests {
  @Test("Pain 1: a payer whose transaction arrives while the paywall loads does not see it")
  func paidWhileLoading() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      let account = phone.store.account
      phone.store.whileLoading {
        world.store.purchase("strikelab.pro.yearly", by: account)
        await client.deliverPending()
      }
      #expect(await phone.client.register("after-login") == .skipped(.entitled))
      #expect(phone.client.presentation == nil)
      #expect(!phone.network.requests.contains("POST paywalls/subscribe/shown"))
    }
  }

  @Test("Pain 3: an unexpired subscriber is active on a cold launch, with the network or without")
  func coldLaunch() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      for isOnline in [false, true] {
        phone.network.isOnline = isOnline
        phone.store.isReachable = isOnline
        phone.relaunch()
        #expect(phone.client.phase == .subscribed)
        await phone.client.launch()
        #expect(phone.client.phase == .subscribed)
        #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.entitled))
      }
    }
  }

  @Test("Pain 4: signing in and restoring removes nothing from the account that bought")
  func restoreElsewhere() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      await phone.client.signOut()
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      let preview = try await phone.client.previewRestore()
      #expect(preview.purchases.map(\.outcome) == [.keptByOwner])
      guard case .failed(let error) = await phone.client.restorePurchases() else {
        Issue.record("it is Ada's")
        return
      }
      #expect(error.code.rawValue == "owned_by_another_customer")
      #expect(phone.client.phase == .blocked)
      await phone.client.signOut()
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("Pain 5: a subscription is not transferred to another person by a reinstall")
  func reinstalled() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      let owner = phone.client.customer
      phone.reinstall()
      await phone.client.launch()
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      _ = await phone.client.restorePurchases()
      #expect(phone.client.phase == .blocked)
      let owned = try await world.facts(of: owner).storeTransactions
      #expect(owned.count == 1)
      let taken = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(taken.isEmpty)
    }
  }

  @Test(
    "Pain 6: an anonymous purchase is carried over, in any order of arrival",
    arguments: [0, 1, 2])
  func carriedOver(order: Int) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await Phone(world, "old", account: "nobody").client
        .signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      if order == 0 { phone.network.fail("/transactions", .loseRequest) }
      if order == 1 { phone.network.fail("/transactions", .loseAnswer) }
      await phone.client.purchase("strikelab.pro.yearly")
      if order == 2 { try await world.deliverNotifications() }
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.entitlement("pro").isActive)
      let carried = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(carried.count == 1)
    }
  }

  @Test(
    "Pain 7: a product that the phone's blueprint does not know yet still gives its entitlements")
  func mappingLag() async throws {
    let old: KeyValuePairs = ["strikelab.pro.monthly: pro": "strikelab.pro.monthly: basic"]
    try await World.of("strikelab", changing: old) { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      try await world.republished(as: "strikelab", changing: [:]) { next in
        phone.network.move(to: next)
        #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
        #expect(phone.client.entitlement("pro").isActive)
        #expect(phone.client.access(to: "train") == .allowed(nil))
      }
    }
  }

  @Test(
    "Pain 8: an expired subscription is inactive at its instant, on a phone that was not notified")
  func expiredOffline() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let end = try #require(phone.client.membership?.subscription?.expiresAt)
      phone.network.isOnline = false
      world.time.now = end.adding(milliseconds: -1)
      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      // The store had promised to renew, so access continues for a day.
      world.time.now = end.adding(milliseconds: World.day - 1)
      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      world.time.now = end.adding(milliseconds: World.day)
      phone.relaunch()
      #expect(phone.client.phase == .lapsed)
      phone.restart(afterBeingOffFor: 0)
      #expect(phone.client.phase == .lapsed)
    }
  }

  @Test("Pain 9: a sandbox purchase whose end is its start is not expired from the start")
  func endIsStart() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.store.sign { $0.expiresDate = $0.purchaseDate }
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(phone.client.phase == .subscribed)
      // Three minutes, and as long again for a late renewal.
      world.pass(6 * 60_000)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .lapsed)
    }
  }

  @Test("Pain 10: an exhausted allowance is also reported offline")
  func consumableOffline() async throws {
    try await World.of("shop") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("shop.coins") == .purchased)
      phone.relaunch()
      #expect(phone.client.transactions.map(\.product) == ["shop.coins"])
      #expect(phone.client.isProvisional)
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.transactions.map(\.product) == ["shop.coins"])
      #expect(!phone.client.isProvisional)
    }
  }

  @Test("Pain 11: a purchase made in an outage is on the device before it is sent")
  func outage() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let storage = phone.storage
      phone.network.fail("/transactions", .status(503), times: 5)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      let kept = String(
        decoding: try #require(storage.read("tollgate-outbox", from: .files)), as: UTF8.self)
      let bought = try #require(world.store.transactions(of: phone.store.account).first)
      #expect(kept.contains(bought.jws))
      // The store has forgotten it too.
      world.store.finish(bought.payload.transactionId)
      phone.network.forget()
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test(
    "Pain 14: the next coins are a new purchase, because the last ones are finished once recorded")
  func nextConsumable() async throws {
    try await World.of("shop") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for count in 1...3 {
        #expect(await phone.client.purchase("shop.coins") == .purchased)
        #expect(phone.client.transactions.count == count)
        #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
      }
      let recorded = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(recorded.count == 3)
    }
  }

  @Test(
    "Pain 17: a purchase ends in access or in a named error",
    arguments: [
      PhoneNetwork.Fault.timeOut, .status(500), .status(429), .loseRequest, .loseAnswer,
      .breakAnswer, .forgeAnswer,
    ])
  func boughtIsActive(fault: PhoneNetwork.Fault) async throws {
    for times in [1, 3, 50] {
      try await World.of("strikelab") { world in
        let phone = Phone(world, sleep: Waiting.short(world))
        await phone.client.launch()
        phone.network.fail("/transactions", fault, times: times)
        #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
        #expect(phone.client.access(to: "train") == .allowed(nil))
      }
    }
  }

  @Test("Pain 17: a purchase that is refunded before it is confirmed says so")
  func refundedAtOnce() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.store.sign { $0.revocationDate = $0.purchaseDate }
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .failed(.notActive))
      #expect(PurchaseProblem.notActive.isRetryable)
    }
  }
}
