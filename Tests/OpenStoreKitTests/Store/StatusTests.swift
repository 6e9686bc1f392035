import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Subscription status")
struct StatusTests {
  @Test("Status updates tell every change, in order: the purchase, the cancellation, the end")
  func updates() async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = Heard<Product.SubscriptionInfo.Status>()
      Task {
        for await status in Product.SubscriptionInfo.Status.updates { await heard.note(status) }
      }
      await session.settled(listeners: 1)
      _ = try await Product.one("pro").buy()
      session.advance(by: Shop.month)
      session.act { store, me in store.cancel(me) }
      session.advance(by: Shop.month)
      await session.settled()
      let told = try await heard.all.map { status in
        let info = try status.renewalInfo.payloadValue
        return "\(status.state.localizedDescription) \(info.willAutoRenew)"
      }
      #expect(told == ["Subscribed true", "Subscribed true", "Subscribed false", "Expired false"])
    }
  }

  @Test("A renewal info says what happens at the end of the period")
  func renewalInfo() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      let token = UUID()
      let transaction = try await pro.buy([.appAccountToken(token)])
      var info = try #require(
        try await pro.subscription?.status.first?.renewalInfo.payloadValue)
      #expect(info.originalTransactionID == transaction.originalID)
      #expect(info.currentProductID == "pro")
      #expect(info.willAutoRenew)
      #expect(info.autoRenewPreference == "pro")
      #expect(info.renewalDate == transaction.expirationDate)
      #expect(info.renewalPrice == Decimal(string: "6.99"))
      #expect(info.currency?.identifier == "USD")
      #expect(info.expirationReason == nil)
      #expect(info.priceIncreaseStatus == .noIncreasePending)
      #expect(info.recentSubscriptionStartDate == transaction.purchaseDate)
      #expect(info.appAccountToken == token)
      #expect(info.appTransactionID == transaction.appTransactionID)
      #expect(info.offer == nil)
      session.act { store, me in store.cancel(me) }
      session.advance(by: Shop.month)
      info = try #require(try await pro.subscription?.status.first?.renewalInfo.payloadValue)
      #expect(info.expirationReason == .autoRenewDisabled)
      #expect(info.autoRenewPreference == nil)
      #expect(info.renewalDate == transaction.expirationDate)
    }
  }

  @Test("A failed payment shows in the renewal info, with the end of the grace period")
  func grace() async throws {
    let session = try Shop.device(.init(hasBillingGracePeriod: true))
    try await session.run {
      let pro = try await Product.one("pro")
      let end = try #require(try await pro.buy().expirationDate)
      session.act { store, me in store.setBillingFailing(true, for: me) }
      session.advance(by: .seconds(7 * 86_400))
      var status = try #require(try await pro.subscription?.status.first)
      #expect(try status.renewalInfo.payloadValue.isInBillingRetry)
      #expect(
        try status.renewalInfo.payloadValue.gracePeriodExpirationDate
          == end.addingTimeInterval(16 * 86_400))
      session.advance(by: .seconds(16 * 86_400))
      status = try #require(try await pro.subscription?.status.first)
      #expect(status.state == .inBillingRetryPeriod)
      session.act { store, me in store.setBillingFailing(false, for: me) }
      status = try #require(try await pro.subscription?.status.first)
      #expect(status.state == .subscribed)
    }
  }

  @Test("A higher price waits for the customer's consent")
  func priceIncrease() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      _ = try await pro.buy()
      session.act { store, _ in store.setPrice(Milliunits(8990), of: "pro") }
      #expect(try await Product.one("pro").price == Decimal(string: "8.99"))
      func status() async throws -> Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus? {
        try await pro.subscription?.status.first?.renewalInfo.payloadValue.priceIncreaseStatus
      }
      #expect(try await status() == .pending)
      session.act { store, me in store.acceptPriceIncrease(me) }
      #expect(try await status() == .agreed)
    }
  }

  @Test("A subscription is found by its group, by any of its transactions, and among all")
  func lookups() async throws {
    let session = try Shop.device()
    try await session.run {
      #expect(try await Product.SubscriptionInfo.status(for: Shop.group).isEmpty)
      let first = try await Product.one("pro").buy()
      session.advance(by: Shop.month)
      let status = try #require(
        try await Product.SubscriptionInfo.status(for: Shop.group).first)
      #expect(try await Product.SubscriptionInfo.status(transactionID: first.id) == status)
      #expect(try await Product.SubscriptionInfo.status(transactionID: 1) == nil)
      #expect(await first.subscriptionStatus == status)
      var groups: [String] = []
      for await (groupID, statuses) in Product.SubscriptionInfo.Status.all {
        groups.append(groupID)
        #expect(statuses == [status])
      }
      #expect(groups == [Shop.group])
    }
  }

  @Test("An accelerated rate that is set later holds from the next period on")
  func renewalRate() async throws {
    let session = try Shop.device()
    try await session.run {
      let end = try #require(try await Product.one("pro").buy().expirationDate)
      session.act { store, _ in store.setTerms(renewalRate: .monthIn5Minutes, gracePeriod: .off) }
      session.advance(by: .seconds(7 * 86_400))
      let renewed = await Transaction.latest(for: "pro")?.unsafePayloadValue
      #expect(renewed?.purchaseDate == end)
      #expect(renewed?.expirationDate == end.addingTimeInterval(300))
    }
  }
}
