import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("The developer's actions")
struct SellingTests {
  static let anna: AccountID = "anna"

  @Test("a higher price that needs a consent holds from the renewal when it is given")
  func consent() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == nil)
    #expect(store.setPrice(Milliunits(35_000), of: "gold"))
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == .pending)
    #expect(store.acceptPriceIncrease(Self.anna))
    #expect(!store.acceptPriceIncrease(Self.anna))
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == .accepted)
    #expect(store.condition(of: Self.anna)?.renewal.renewalPrice == Milliunits(35_000))
    store.purchase("gold", by: "ben")
    #expect(store.condition(of: "ben")?.transaction.price == Milliunits(35_000))
    store.advance(to: Market.days(59))
    #expect(
      store.transactions(of: Self.anna).map(\.payload.price?.rawValue) == [30_000, 35_000, 35_000])
    #expect(
      store.transactions(of: Self.anna).map(\.payload.purchaseDate)
        == [Market.start, Market.days(31), Market.days(59)])
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == nil)
    #expect(
      store.notifications().filter { $0.account == Self.anna }
        .map { $0.payload.subtype?.rawValue } == ["INITIAL_BUY", "PENDING", "ACCEPTED", nil, nil])
  }

  @Test("a price increase without the required consent ends the subscription")
  func noConsent() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.setPrice(Milliunits(35_000), of: "gold")
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.status == .expired)
    #expect(store.condition(of: Self.anna)?.renewal.expirationIntent == .priceIncreaseDeclined)
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == nil)
    #expect(
      store.heard(after: 1) == ["0 PRICE_INCREASE/PENDING", "31 EXPIRED/PRICE_INCREASE"])
  }

  @Test("a higher price that needs no consent is reported as accepted; a lower one is not reported")
  func withoutConsent() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.setPrice(Milliunits(31_000), of: "gold", needsConsent: false)
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == .accepted)
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.transaction.price == Milliunits(31_000))
    store.setPrice(Milliunits(25_000), of: "gold")
    #expect(store.condition(of: Self.anna)?.renewal.renewalPrice == Milliunits(25_000))
    #expect(
      store.heard(after: 1) == ["0 PRICE_INCREASE/ACCEPTED", "31 DID_RENEW"])
    #expect(!store.setPrice(Milliunits(1), of: "moon"))
    #expect(store.setPrice(Milliunits(2_000), of: "coins"))
    store.purchase("coins", by: Self.anna)
    #expect(store.transactions(of: Self.anna).last?.payload.price == Milliunits(2_000))
  }

  @Test("a product taken from sale is not bought, and not renewed")
  func notForSale() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.setOnSale(false, "gold")
    #expect(store.purchase("gold", by: "ben") == .failed(.productUnavailable))
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.renewal.expirationIntent == .productUnavailable)
    #expect(store.heard(after: 1) == ["31 EXPIRED/PRODUCT_NOT_FOR_SALE"])
    store.setOnSale(true, "gold")
    store.purchase("gold", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.status == .active)
  }

  @Test("an extension moves the renewal date without a charge; periods are counted from there")
  func extended() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let id = try #require(store.condition(of: Self.anna)).transaction.transactionId
    let extended = try store.extendRenewal(of: id, days: 10).get()
    #expect(extended.transactionId == id)
    #expect(extended.expiresDate == Market.days(41))
    #expect(store.condition(of: Self.anna)?.renewal.renewalDate == Market.days(41))
    #expect(store.heard(after: 1) == ["0 RENEWAL_EXTENDED"])
    store.advance(to: Market.days(99))
    let month = Period(1, .month)
    #expect(
      store.transactions(of: Self.anna).map(\.payload.purchaseDate) == [
        Market.start, Market.days(41), Market.days(41).adding(month, times: 1),
      ])
  }

  @Test("an extension is refused with its reason")
  func notExtended() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.purchase("silver", by: "ben")
    let anna = try #require(store.condition(of: Self.anna)).transaction.transactionId
    let ben = try #require(store.condition(of: "ben")).transaction.transactionId
    #expect(store.extendRenewal(of: anna, days: 0) == .failure(.invalidDays))
    #expect(store.extendRenewal(of: anna, days: 91) == .failure(.invalidDays))
    #expect(store.extendRenewal(of: "0", days: 1) == .failure(.unknownSubscription))
    #expect(store.extendRenewal(of: ben, days: 1) == .failure(.ineligible))
    #expect(throws: Never.self) { try store.extendRenewal(of: anna, days: 90).get() }
    #expect(throws: Never.self) { try store.extendRenewal(of: anna, days: 1).get() }
    #expect(store.extendRenewal(of: anna, days: 1) == .failure(.tooOften))
    store.advance(to: Market.days(366))
    #expect(throws: Never.self) { try store.extendRenewal(of: anna, days: 1).get() }
    store.expireNow(Self.anna)
    #expect(store.extendRenewal(of: anna, days: 1) == .failure(.ineligible))
  }

  @Test("an extension for all is reported individually and in a summary, once for each request")
  func extendedAll() throws {
    let store = try Market.store()
    for name in ["a", "b", "c", "d"] { store.purchase("gold", by: AccountID(rawValue: name)) }
    store.purchase("bronze", by: "e")
    store.expireNow("d")
    let id = try #require(store.condition(of: "a")).transaction.transactionId
    store.extendRenewal(of: id, days: 1)
    store.extendRenewal(of: id, days: 1)
    let before = store.notifications().count
    let summary = try store.extendRenewals(of: "gold", days: 7, requestID: "outage").get()
    #expect(summary.succeededCount == 2)
    #expect(summary.failedCount == 1)
    #expect(
      store.heard(after: before) == [
        "0 RENEWAL_EXTENSION/FAILURE", "0 RENEWAL_EXTENDED", "0 RENEWAL_EXTENDED",
        "0 RENEWAL_EXTENSION/SUMMARY",
      ])
    #expect(store.notifications().last?.payload.summary == summary)
    #expect(store.notifications().last?.payload.data == nil)
    #expect(store.condition(of: "b")?.transaction.expiresDate == Market.days(38))
    #expect(
      try store.extendRenewals(of: "gold", days: 7, requestID: "outage").get() == summary)
    #expect(store.condition(of: "b")?.transaction.expiresDate == Market.days(38))
    #expect(store.renewalExtensions(of: "gold", requestID: "outage") == summary)
    #expect(store.renewalExtensions(of: "gold", requestID: "other") == nil)
    let elsewhere = try store.extendRenewals(
      of: "gold", days: 7, requestID: "far", storefronts: ["DEU"]
    ).get()
    #expect(elsewhere.succeededCount == 0)
    #expect(
      store.extendRenewals(of: "gold", days: 0, requestID: "x") == .failure(.invalidDays))
  }
}
