import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Levels of a subscription group")
struct GroupTests {
  static let anna: AccountID = "anna"

  @Test(
    "an upgrade starts at once and refunds the rest of the replaced period",
    arguments: [(0, 100_000), (10, 67_742), (30, 3_226)])
  func upgrade(_ day: Int, _ share: Int) throws {
    let store = try Market.store()
    store.purchase("bronze", by: Self.anna)
    store.advance(to: Market.days(day))
    store.purchase("gold", by: Self.anna)
    let (old, new) = try both(store)
    #expect(old.isUpgraded == true)
    #expect(old.revocationDate == Market.days(day))
    #expect(old.revocationType == .refundProrated)
    #expect(old.revocationPercentage == share)
    #expect(old.revocationReason == .other)
    #expect(new.purchaseDate == Market.days(day))
    #expect(new.price == Milliunits(30_000))
    #expect(new.originalTransactionId == old.originalTransactionId)
    #expect(new.isUpgraded == nil)
    #expect(new.revocationDate == nil)
    #expect(store.heard().last == "\(day) DID_CHANGE_RENEWAL_PREF/UPGRADE")
    #expect(store.currentEntitlements(of: Self.anna).map(\.payload.productId) == ["gold"])
  }

  @Test("an upgrade out of a free week refunds nothing")
  func upgradeFromFree() throws {
    let store = try Market.store()
    store.purchase("silver", by: Self.anna)
    store.advance(to: Market.days(2))
    store.purchase("gold", by: Self.anna)
    let (old, new) = try both(store)
    #expect(old.isUpgraded == true)
    #expect(old.revocationDate == nil)
    #expect(new.offerType == nil)
  }

  @Test("the same level and period begins at once, another period at the renewal")
  func crossgrade() throws {
    let store = try Market.store()
    store.purchase("silver.other", by: Self.anna)
    store.purchase("silver.week", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewProductId == "silver.week")
    #expect(store.condition(of: Self.anna)?.renewal.renewalPrice == Milliunits(6_000))
    #expect(store.condition(of: Self.anna)?.transaction.productId == "silver.other")
    store.purchase("silver", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.transaction.productId == "silver")
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewProductId == "silver")
    #expect(
      store.heard() == [
        "0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
        "0 DID_CHANGE_RENEWAL_PREF/UPGRADE",
      ])
  }

  @Test("the last of several changes wins, and changing back leaves everything as it was")
  func consecutive() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    for product in ["silver", "bronze", "bronze", "gold", "bronze"] {
      store.purchase(product, by: Self.anna)
    }
    #expect(
      store.heard(after: 1) == [
        "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
        "0 DID_CHANGE_RENEWAL_PREF", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
      ])
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewProductId == "bronze")
    #expect(store.condition(of: Self.anna)?.renewal.productId == "gold")
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.transaction.productId == "bronze")
    #expect(store.condition(of: Self.anna)?.transaction.price == Milliunits(10_000))
    #expect(store.transactions(of: Self.anna).map(\.payload.isUpgraded) == [nil, nil])
    #expect(store.heard().last == "31 DID_RENEW")
  }

  @Test("a change to a weekly plan that cannot be charged has the grace period of a weekly plan")
  func weeklyGrace() throws {
    let store = try Market.store(grace: .sixteenDays)
    store.purchase("gold", by: Self.anna)
    store.purchase("silver.week", by: Self.anna)
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: Market.days(31))
    let renewal = try #require(store.condition(of: Self.anna)?.renewal)
    #expect(renewal.gracePeriodExpiresDate == Market.days(37))
    store.advance(to: Market.days(36))
    store.setBillingFailing(false, for: Self.anna)
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.condition(of: Self.anna)?.transaction.expiresDate == Market.days(38))
  }

  @Test("a downgrade of a subscription whose renewal is off turns it on again")
  func downgradeWhenOff() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.cancel(Self.anna)
    store.purchase("bronze", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewStatus == .on)
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.transaction.productId == "bronze")
  }

  private func both(
    _ store: AppStoreSimulator
  ) throws -> (TransactionPayload, TransactionPayload) {
    let payloads = store.transactions(of: Self.anna).map(\.payload)
    try #require(payloads.count == 2)
    return (payloads[0], payloads[1])
  }
}
