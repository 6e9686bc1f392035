import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("What a test session changes")
struct TestingTests {
  static let anna: AccountID = "anna"

  @Test("another rate leaves the period that runs and holds from the next")
  func rate() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.setTerms(renewalRate: .monthIn5Minutes, gracePeriod: .sixteenDays)
    #expect(store.nextEvent == Market.days(31))
    store.advance(to: Market.days(31))
    #expect(store.nextEvent == Market.days(31).adding(milliseconds: 300_000))
    store.setTerms(renewalRate: .everyTwoSeconds, gracePeriod: .sixteenDays)
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: Market.days(31).adding(milliseconds: 300_000))
    #expect(store.condition(of: Self.anna)?.status == .gracePeriod)
    #expect(store.nextEvent == Market.days(31).adding(milliseconds: 302_000))
    store.setTerms(renewalRate: .realTime, gracePeriod: .off)
    #expect(store.nextEvent == Market.days(31).adding(milliseconds: 302_000))
    store.setBillingFailing(false, for: Self.anna)
    #expect(store.nextEvent == Market.days(59).adding(milliseconds: 300_000))
  }

  @Test("renewals fail while purchases succeed, until the customer settles")
  func renewalsFail() throws {
    let store = try Market.store()
    store.setRenewalsFailing(true, for: Self.anna)
    store.purchase("gold", by: Self.anna)
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    store.setRenewalsFailing(false, for: Self.anna)
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    #expect(!store.settle(Self.anna, group: "other"))
    #expect(store.settle(Self.anna))
    #expect(!store.settle(Self.anna))
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.transactions(of: Self.anna).count == 2)
  }

  @Test("a consent that is requested and not given ends the subscription; the price stays")
  func consent() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    #expect(store.requestPriceConsent(Self.anna))
    #expect(!store.requestPriceConsent(Self.anna))
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == .pending)
    #expect(store.acceptPriceIncrease(Self.anna))
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.transaction.price == Milliunits(30_000))
    #expect(store.requestPriceConsent(Self.anna))
    store.advance(to: Market.days(59))
    #expect(store.condition(of: Self.anna)?.renewal.expirationIntent == .priceIncreaseDeclined)
  }

  @Test("a purchase of the past has renewed since, or ended after one period")
  func past() throws {
    let store = try Market.store()
    store.advance(to: Market.days(100))
    store.purchase("gold", by: Self.anna, options: .init(), at: Market.days(10))
    #expect(store.now == Market.days(100))
    #expect(
      store.transactions(of: Self.anna).map(\.payload.purchaseDate)
        == [10, 41, 69, 100].map(Market.days))
    store.purchase("gold", by: "ben", options: .init(), at: Market.days(10), renews: false)
    #expect(store.condition(of: "ben")?.status == .expired)
    #expect(store.condition(of: "ben")?.transaction.expiresDate == Market.days(41))
    store.purchase("gold", by: "ben", options: .init(), at: Market.days(20))
    #expect(store.transactions(of: "ben")[1].payload.purchaseDate == Market.days(41))
    store.purchase("coins", by: "ben", options: .init(), at: Market.days(200))
    #expect(store.transactions(of: "ben").last?.payload.purchaseDate == Market.days(100))
  }

  @Test("a configuration with billing issues interrupts purchases or fails renewals")
  func issues() throws {
    var configuration = Market.configuration
    configuration.settings.hasBillingIssues = true
    let interrupting = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.market", chain: try SigningChain(),
      now: Market.start)
    #expect(interrupting.purchase("gold", by: Self.anna) == .failed(.interrupted))
    #expect(interrupting.pendingPurchases.map(\.reason) == [.interruption])
    configuration.settings.hasBillingIssues = false
    configuration.settings.hasRenewalBillingIssues = true
    let failing = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.market", chain: try SigningChain(),
      now: Market.start)
    failing.purchase("gold", by: Self.anna)
    failing.advance(to: Market.days(31))
    #expect(failing.condition(of: Self.anna)?.status == .billingRetry)
  }
}
