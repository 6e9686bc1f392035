import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Storefronts and renewals by hand")
struct StorefrontTests {
  @Test("an account of another country has transactions of its storefront and currency")
  func storefront() throws {
    let store = try Market.store()
    store.setStorefront(.germany, for: "anna")
    store.share("anna", with: "ben")
    for product in ["gold", "coins", "lifetime"] { store.purchase(product, by: "anna") }
    let bought = store.transactions(of: "anna").map(\.payload)
    #expect(bought.map(\.currency) == ["EUR", "EUR", "EUR"])
    #expect(bought.map(\.storefront) == ["DEU", "DEU", "DEU"])
    #expect(bought.map(\.storefrontId) == ["143443", "143443", "143443"])
    #expect(store.condition(of: "anna")?.renewal.currency == "EUR")
    #expect(store.transactions(of: "ben").map(\.payload.currency) == ["USD", "USD"])
    let summary = try store.extendRenewals(
      of: "gold", days: 1, requestID: "german", storefronts: ["DEU"]
    ).get()
    #expect(summary.succeededCount == 1)
    store.setStorefront(.unitedKingdom, for: "anna")
    store.advance(to: Market.days(32))
    #expect(store.condition(of: "anna")?.transaction.currency == "GBP")
    #expect(store.transactions(of: "anna").first?.payload.currency == "EUR")
  }

  @Test("accounts belong to the country that the configuration names")
  func configured() throws {
    var configuration = Market.configuration
    configuration.settings.storefront = "JPN"
    let store = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.market", chain: try SigningChain(),
      now: Market.start)
    store.purchase("coins", by: "anna")
    let bought = store.transactions(of: "anna").map(\.payload)
    #expect(bought.map(\.currency) == ["JPY"])
    #expect(bought.map(\.storefront) == ["JPN"])
    #expect(bought.map(\.storefrontId) == ["143462"])
    #expect(store.storefront == Storefront(country: "JPN"))
    #expect(Storefront(country: "ATA") == Storefront(country: "ATA", id: "", currency: "USD"))
  }

  @Test("a period renewed by hand is counted from that instant")
  func byHand() throws {
    let store = try Market.store()
    store.purchase("gold", by: "anna")
    store.advance(to: Market.days(2))
    store.renewNow("anna")
    #expect(store.condition(of: "anna")?.transaction.purchaseDate == Market.days(2))
    let month = Period(1, .month)
    #expect(
      store.condition(of: "anna")?.transaction.expiresDate == Market.days(2).adding(month, times: 1)
    )
    store.advance(to: Market.days(62))
    #expect(
      store.condition(of: "anna")?.transaction.expiresDate == Market.days(2).adding(month, times: 3)
    )
  }
}
