import Foundation
import Testing
import TollgateClient

@Suite("Prices")
struct PriceTests {
  private static func product(
    _ price: String, _ period: Period?, _ currency: String = "USD", _ locale: String = "en_US"
  ) -> StoreProduct {
    let format = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
    let amount = Decimal(string: price) ?? 0
    return StoreProduct(
      id: "plan", displayName: "Plan", displayPrice: amount.formatted(format), period: period,
      price: amount, priceFormat: format)
  }

  @Test(
    "GB-2 the price per month is the store's price, rounded up to the currency's smallest unit",
    arguments: [
      ("29.99", Period(1, .year), "USD", "en_US", "$2.50"),
      ("12", Period(1, .year), "USD", "en_US", "$1.00"),
      ("3.99", Period(1, .month), "USD", "en_US", "$3.99"),
      ("9.99", Period(3, .month), "USD", "en_US", "$3.33"),
      ("10", Period(3, .month), "USD", "en_US", "$3.34"),
      ("2.99", Period(1, .week), "USD", "en_US", "$12.96"),
      ("0.99", Period(1, .week), "USD", "en_US", "$4.29"),
      ("5", Period(10, .day), "USD", "en_US", "$15.21"),
      ("4000", Period(1, .year), "JPY", "ja_JP", "¥334"),
      ("49.99", Period(1, .year), "EUR", "de_DE", "4,17 €"),
    ])
  func perMonth(
    price: String, period: Period, currency: String, locale: String, shown: String
  ) throws {
    let line = try #require(
      Self.product(price, period, currency, locale).displayPricePerMonth)
    // Locales put different spaces and yen signs around amounts.
    let plain = line.replacing("\u{a0}", with: " ").replacing("￥", with: "¥")
    #expect(plain == shown)
  }

  @Test(
    "GB-2 a saving is never shown as more than it is",
    arguments: [
      ("29.99", "3.99", 37), ("31.968", "4", 33), ("24", "4", 50), ("23.99", "4", 50),
      ("47.52", "4", 1), ("47.53", "4", nil), ("48", "4", nil), ("60", "4", nil), ("0.01", "4", 99),
    ] as [(String, String, Int?)])
  func saving(yearly: String, monthly: String, percent: Int?) {
    let year = Self.product(yearly, Period(1, .year))
    let month = Self.product(monthly, Period(1, .month))
    #expect(year.saving(comparedTo: month) == percent)
    #expect(year.displaySaving(comparedTo: month) == percent.map { "\($0)%" })
  }

  @Test("lengths that do not divide a year compare exactly")
  func exactly() {
    let short = Self.product("7", Period(7, .day))
    #expect(Self.product("3.5", Period(7, .day)).saving(comparedTo: short) == 50)
    #expect(Self.product("14", Period(14, .day)).saving(comparedTo: short) == nil)
    #expect(Self.product("7", Period(14, .day)).saving(comparedTo: short) == 50)
    #expect(
      Self.product("26", Period(1, .month)).saving(comparedTo: Self.product("12", Period(1, .week)))
        == 50)
  }

  @Test("nothing is compared across currencies, or without a price or a period")
  func incomparable() {
    let month = Self.product("4", Period(1, .month))
    #expect(Self.product("20", Period(1, .year), "EUR").saving(comparedTo: month) == nil)
    #expect(Self.product("20", nil).saving(comparedTo: month) == nil)
    #expect(Self.product("20", nil).pricePerMonth == nil)
    let unpriced = StoreProduct(
      id: "plan", displayName: "Plan", displayPrice: "$20", period: Period(1, .year))
    #expect(unpriced.saving(comparedTo: month) == nil)
    #expect(unpriced.displayPricePerMonth == nil)
    #expect(unpriced.currencyCode == nil)
  }

  @Test("GB-2 offerings carry prices of the store, per month and compared with the shortest plan")
  @MainActor
  func offerings() async throws {
    try await World.of("grobro") { world in
      let phone = await Phone.launched(world)
      let packages = try #require(await phone.client.offerings().first).packages
      #expect(packages.map(\.id) == ["grobro.pro.yearly", "grobro.pro.monthly"])
      #expect(packages.map(\.price) == [Decimal(string: "29.99"), Decimal(string: "3.99")])
      #expect(packages.map(\.currencyCode) == ["USD", "USD"])
      #expect(packages.map(\.displayPricePerMonth) == ["$2.50", "$3.99"])
      #expect(packages.map(\.displaySaving) == ["37%", nil])
    }
  }
}
