import Testing
import TollgateAppStore

@Suite("Storefronts that are known")
struct KnownStorefrontTests {
  @Test(
    "known storefronts have the currency of their prices",
    arguments: [("JPN", "JPY"), ("FRA", "EUR"), ("TWN", "TWD"), ("KAZ", "KZT"), ("UKR", "USD")])
  func currency(_ country: String, _ currency: String) {
    #expect(KnownStorefront.byCountry[country]?.currency == currency)
  }

  @Test(
    "known storefronts are found by their currency, in the largest country that has it",
    arguments: [("EUR", "DEU"), ("USD", "USA"), ("JPY", "JPN"), ("XTS", nil)])
  func country(_ currency: String, _ country: String?) {
    #expect(KnownStorefront.country(of: currency) == country)
  }
}
