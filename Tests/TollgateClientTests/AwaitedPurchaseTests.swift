import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("A purchase that waits for the server")
struct AwaitedPurchaseTests {
  /// Buys in an app without a way to wait, while the server records no purchase.
  private func buying(
    _ product: CatalogProduct.ID, in app: String, after beginning: (Phone) async throws -> Void,
    then check: @escaping @MainActor (World, Phone) async throws -> Void
  ) async throws {
    try await World.of(app) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await beginning(phone)
      phone.network.fail("/transactions", .status(500), times: 1000)
      #expect(await phone.client.purchase(product) == .pending(.notConfirmed))
      #expect(phone.client.isAwaitingPurchase)
      try await check(world, phone)
    }
  }

  @Test("SL-7 while a purchase waits on the device, nothing says that nothing was bought")
  func saysSo() async throws {
    try await buying("strikelab.pro.yearly", in: "strikelab") { _ in
    } then: { world, phone in
      let client = phone.client
      let settings = SubscriptionSettingsModel(client)
      #expect(settings.planLine == "Your purchase is in. We are opening the lab.")
      #expect(client.access(to: "train") == .unknown)
      #expect(client.entitlement("pro") == .unknown)
      #expect(client.visibility(.showForFree) == .hidden)
      #expect(client.visibility(.hideForPro, entitlement: "pro") == .hidden)
      #expect(client.visibility(.lockForFree, entitlement: "pro") == .visible)
      let card = LockedCardModel(client, feature: "train")
      #expect(!card.isLocked && card.actionLabel == nil)
      #expect(client.route(from: "app")?.stays == true)
      var hasRun = false
      #expect(await client.gate("train") { hasRun = true } == .unknown)
      #expect(hasRun)

      world.pass(21_500)
      await client.reevaluate()
      #expect(!client.isAwaitingPurchase)
      #expect(client.access(to: "train") == .allowed(nil))
      #expect(settings.planLine.hasPrefix("StrikeLab Pro"))
    }
  }

  @Test("SL-7 while a purchase waits on the device, nothing sells it again")
  func sellsNothing() async throws {
    try await buying("strikelab.pro.yearly", in: "strikelab") { _ in
    } then: { world, phone in
      let client = phone.client
      #expect(SubscriptionSettingsModel(client).rows.map(\.id) == [.restore])
      #expect(client.paywallOnSale == nil)
      #expect(await client.showPaywall("subscribe") == .skipped(.entitled))
      #expect(await client.showPaywall(at: "after-login") == .skipped(.entitled))
      #expect(await client.showPaywall(for: "train") == .skipped(.entitled))
      let upgrade = UpgradeModel(client, paywall: "subscribe")
      await upgrade.load()
      #expect(upgrade.state == .owned("Your purchase is in. We are opening the lab."))
      #expect(!upgrade.canPurchase)

      #expect(await client.purchase("strikelab.pro.yearly") == .pending(.notConfirmed))
      #expect(world.store.transactions(of: phone.store.account).count == 1)
      phone.network.forget()
      #expect(await client.purchase("strikelab.pro.yearly") == .purchased)
      #expect(world.store.transactions(of: phone.store.account).count == 1)
      #expect(!client.isAwaitingPurchase && !client.isProvisional)
    }
  }

  @Test(
    "SL-7 the paywall whose purchase waits closes with its message, and welcomes once it counts")
  func paywall() async throws {
    try await buying("strikelab.pro.yearly", in: "strikelab") { phone in
      await phone.client.showPaywall("subscribe")
    } then: { world, phone in
      let model = PaywallModel(phone.client)
      guard case .pending = model.state else {
        Issue.record("\(model.state)")
        return
      }
      world.pass(21_500)
      await phone.client.reevaluate()
      guard case .welcome = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(phone.client.hasJustSubscribed)
      #expect(phone.client.route(from: "login")?.screen == "app")
    }
    try await buying("strikelab.pro.yearly", in: "strikelab") { phone in
      await phone.client.showPaywall("subscribe")
    } then: { _, phone in
      let model = PaywallModel(phone.client)
      phone.client.problemClosed()
      #expect(model.state == .owned("Your purchase is in. We are opening the lab."))
      #expect(!model.canPurchase)
      await model.close()
      #expect(!model.isPresented)
    }
  }

  @Test("SL-7 a free plan shows no prompt and denies nothing that a purchase gives while it waits")
  func free() async throws {
    try await buying("grobro.pro.yearly", in: "grobro") { phone in
      for plant in ["fern", "ivy", "moss"] {
        try await phone.client.use("add-plant", item: plant)
      }
      #expect(!phone.client.prompts(at: "garden").isEmpty)
    } then: { world, phone in
      let client = phone.client
      #expect(client.prompts(at: "garden").isEmpty)
      #expect(PromptModel(client, placement: "analytics").content == nil)
      #expect(client.access(to: "view-plant") == .allowed(nil))
      #expect(client.access(to: "add-plant") == .unknown)
      // The server has not recorded the purchase, so its "no" would not be an answer.
      await #expect(throws: ClientError.self) {
        try await client.use("add-plant", item: "rose")
      }
      await #expect(throws: ClientError.self) {
        try await client.perform("add-plant", item: "rose") {}
      }
      #expect(client.presentation == nil)
      phone.network.forget()
      let access = try await client.use("add-plant", item: "rose")
      #expect(access == .allowed(nil))
    }
  }

  @Test("a purchase that the server refuses is awaited no longer, and may be bought again")
  func refused() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.store.isForging = true
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .pending(.notConfirmed))
      #expect(phone.client.isAwaitingPurchase)
      phone.network.isOnline = true
      await phone.client.reevaluate()
      #expect(!phone.client.isAwaitingPurchase)
      #expect(phone.client.access(to: "train").isDenied)
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
    }
  }

  @Test("a renewal that arrives while the subscription runs is not announced as a purchase")
  func renewal() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      phone.network.fail("/transactions", .status(500), times: 1000)
      world.store.renewNow(phone.store.account)
      await phone.client.deliverPending()
      #expect(phone.client.pendingCount > 0)
      #expect(!phone.client.isAwaitingPurchase)
    }
  }
}
