import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Entitlements and history")
struct EntitlementTests {
  @Test(
    "Owned: running subscriptions, permanent purchases, and those whose duration the app manages")
  func owned() async throws {
    let session = try Shop.device()
    try await session.run {
      for id in ["coins", "lifetime", "season", "pro", "season"] {
        _ = try await Product.one(id).buy()
      }
      #expect(await Transaction.currentEntitlements.products() == ["lifetime", "pro", "season"])
      #expect(await Transaction.currentEntitlements(for: "season").products() == ["season"])
      #expect(await Transaction.currentEntitlement(for: "pro") != nil)
      #expect(await Transaction.currentEntitlement(for: "coins") == nil)
    }
  }

  @Test(
    "A subscription gives access as its condition says",
    arguments: [
      ("runs", ["pro"], Product.SubscriptionInfo.RenewalState.subscribed),
      ("is cancelled", ["pro"], .subscribed), ("has ended", [], .expired),
      ("is refunded", [], .revoked), ("is in grace", ["pro"], .inGracePeriod),
      ("is retried", [], .inBillingRetryPeriod),
    ])
  func conditions(
    condition: String, products: [String], state: Product.SubscriptionInfo.RenewalState
  ) async throws {
    let session = try Shop.device(.init(hasBillingGracePeriod: condition == "is in grace"))
    try await session.run {
      let product = try await Product.one("pro")
      let transaction = try await product.buy()
      switch condition {
      case "is cancelled": session.act { store, me in store.cancel(me) }
      case "has ended":
        session.act { store, me in store.cancel(me) }
        session.advance(by: .seconds(7 * 86_400))
      case "is refunded": session.act { store, _ in store.refund(String(transaction.id)) }
      case "is in grace", "is retried":
        session.act { store, me in store.setBillingFailing(true, for: me) }
        session.advance(by: .seconds(7 * 86_400))
      default: break
      }
      #expect(await Transaction.currentEntitlements.products() == products)
      #expect(try await product.subscription?.status.map(\.state) == [state])
      #expect(await product.currentEntitlements.products() == products)
    }
  }

  @Test("A period that ends at an instant gives no access at that instant, and some before")
  func boundary() async throws {
    let session = try Shop.device()
    try await session.run {
      let transaction = try await Product.one("pro").buy()
      session.act { store, me in store.cancel(me) }
      let end = try #require(transaction.expirationDate)
      session.advance(by: .milliseconds(7 * 86_400_000 - 1))
      #expect(await Transaction.currentEntitlements.products() == ["pro"])
      session.advance(by: .milliseconds(1))
      #expect(session.currentDate == end)
      #expect(await Transaction.currentEntitlements.products().isEmpty)
    }
  }

  @Test("Family Sharing that ends takes the member's access away")
  func family() async throws {
    let session = try Shop.device()
    await session.run {
      session.act { store, me in
        store.purchase("lifetime", by: "parent")
        store.share("parent", with: me)
      }
      let shared = await Transaction.currentEntitlement(for: "lifetime")
      #expect(shared?.unsafePayloadValue.ownershipType == .familyShared)
      let heard = await listen(in: session)
      session.act { store, me in store.stopSharing("parent", with: me) }
      await session.settled()
      #expect(await heard.all.last?.unsafePayloadValue.revocationType == .familyRevocation)
      #expect(await Transaction.currentEntitlements.products().isEmpty)
    }
  }

  @Test("A seat that is taken back takes the member's access away")
  func seat() async throws {
    let session = try Shop.device()
    await session.run {
      session.act { store, me in
        store.purchase("max", by: "office", options: .init(quantity: 2))
        store.assignSeat(of: "office", to: me)
      }
      let assigned = await Transaction.currentEntitlement(for: "max")
      #expect(assigned?.unsafePayloadValue.ownershipType == .assigned)
      let heard = await listen(in: session)
      session.act { store, me in store.revokeSeat(of: "office", from: me) }
      await session.settled()
      #expect(await heard.all.last?.unsafePayloadValue.revocationType == .assignmentRevocation)
      #expect(await Transaction.currentEntitlements.products().isEmpty)
    }
  }

  @Test("The history has renewals, latest first, and no consumable that is finished")
  func history() async throws {
    let session = try Shop.device()
    try await session.run {
      _ = try await Product.one("pro").buy()
      let kept = try await Product.one("coins").buy()
      let finished = try await Product.one("coins").buy()
      await finished.finish()
      session.advance(by: Shop.month)
      #expect(await Transaction.all.products() == ["pro", "coins", "pro"])
      #expect(await Transaction.all(for: "coins").collected().map(\.unsafePayloadValue) == [kept])
      let latest = await Transaction.latest(for: "pro")
      #expect(latest?.unsafePayloadValue.reason == .renewal)
      await kept.finish()
      #expect(await Transaction.latest(for: "coins") == nil)
      session.act { store, _ in store.refund(String(finished.id)) }
      #expect(await Transaction.latest(for: "coins")?.unsafePayloadValue.id == finished.id)
      session.change { $0.keepsFinishedConsumables = true }
      #expect(await Transaction.all(for: "coins").products().count == 2)
    }
  }

  @Test("A cancelled task owns nothing, knows no products and hears no error")
  func cancelled() async throws {
    let session = try Shop.device()
    try await session.run {
      let product = try await Product.one("pro")
      _ = try await product.buy()
      let answers = Task {
        await Task.yield()
        while !Task.isCancelled { await Task.yield() }
        return (
          try await Product.products(for: ["pro"]).count,
          await Transaction.currentEntitlements.products(), await Transaction.all.products(),
          await Transaction.unfinished.products(), await Transaction.latest(for: "pro") == nil,
          await product.latestTransaction == nil, try await product.subscription?.status.count
        )
      }
      answers.cancel()
      let answer = try await answers.value
      #expect(answer.0 == 0)
      #expect(answer.1.isEmpty && answer.2.isEmpty && answer.3.isEmpty)
      #expect(answer.4 && answer.5)
      #expect(answer.6 == 0)
    }
  }

  @Test("Without a session the store has no products, and nothing fails")
  func noSession() async throws {
    try await StoreSession.runWithout {
      #expect(try await Product.products(for: ["pro"]).isEmpty)
      #expect(await Transaction.currentEntitlements.products().isEmpty)
      #expect(await Transaction.all.products().isEmpty)
      #expect(try await Product.SubscriptionInfo.status(for: Shop.group).isEmpty)
      #expect(await Storefront.current == nil)
      try await AppStore.sync()
      await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
    }
  }
}
