import Testing
import Tollgate

@Suite("Prices in a blueprint")
struct PriceTests {
  private static func product(
    _ id: CatalogProduct.ID, _ milliunits: Int64?, _ period: Period?, _ currency: String = "USD",
    kind: CatalogProduct.Kind = .autoRenewable
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: kind, name: "Plan", entitlements: ["pro"],
      price: milliunits.map { Money(milliunits: $0, currency: currency) }, period: period)
  }

  @Test(
    "the price per month is rounded up to the smallest amount of the currency",
    arguments: [
      (29_990, Period(1, .year), 2_500), (12_000, Period(1, .year), 1_000),
      (3_990, Period(1, .month), 3_990), (10_000, Period(3, .month), 3_340),
      (2_990, Period(1, .week), 12_960), (5_000, Period(10, .day), 15_210),
    ] as [(Int64, Period, Int64)])
  func perMonth(price: Int64, period: Period, month: Int64) {
    #expect(
      Self.product("plan", price, period).pricePerMonth
        == Money(milliunits: month, currency: "USD"))
  }

  @Test(
    "the price per month, and every amount, has the decimals of its currency",
    arguments: [
      ("JPY", 5_999_000, 500_000, "500"), ("JPY", 6_000_000, 500_000, "500"),
      ("USD", 29_990, 2_500, "2.50"), ("KWD", 10_000, 834, "0.834"),
    ] as [(String, Int64, Int64, String)])
  func digits(currency: String, price: Int64, month: Int64, text: String) {
    let perMonth = Self.product("plan", price, Period(1, .year), currency).pricePerMonth
    #expect(perMonth == Money(milliunits: month, currency: currency))
    #expect(perMonth?.amount == text)
  }

  @Test("an amount has more decimals only where those of its currency do not say it")
  func exact() {
    func amount(_ milliunits: Int64, _ currency: String) -> String {
      Money(milliunits: milliunits, currency: currency).amount
    }
    #expect(amount(1_015, "USD") == "1.015")
    #expect(amount(-2_990, "USD") == "-2.99")
    #expect(amount(499_920, "JPY") == "499.92")
    #expect(amount(-300_000, "JPY") == "-300")
    #expect(amount(1_500, "KWD") == "1.500")
    #expect(amount(.min, "USD") == "-9223372036854775.808")
  }

  @Test(
    "a saving is rounded down, and is at least one percent",
    arguments: [
      (29_990, 3_990, 37), (31_968, 4_000, 33), (24_000, 4_000, 50), (47_520, 4_000, 1),
      (47_530, 4_000, nil), (48_000, 4_000, nil), (60_000, 4_000, nil), (10, 4_000, 99),
    ] as [(Int64, Int64, Int?)])
  func saving(yearly: Int64, monthly: Int64, percent: Int?) {
    let year = Self.product("year", yearly, Period(1, .year))
    #expect(year.saving(comparedTo: Self.product("month", monthly, Period(1, .month))) == percent)
  }

  @Test("only subscriptions with a price in one currency are compared")
  func incomparable() {
    let month = Self.product("month", 4_000, Period(1, .month))
    #expect(Self.product("year", 20_000, Period(1, .year), "EUR").saving(comparedTo: month) == nil)
    #expect(Self.product("year", nil, Period(1, .year)).saving(comparedTo: month) == nil)
    let forever = Self.product("forever", 20_000, nil, kind: .nonConsumable)
    #expect(forever.saving(comparedTo: month) == nil)
    #expect(forever.pricePerMonth == nil)
  }

  @Test("a product is compared with the shortest subscription of the first paywall that sells it")
  func comparison() {
    let definition = Fixture.definition {
      $0.products = [
        Self.product("year", 20_000, Period(1, .year)),
        Self.product("week", 1_000, Period(1, .week)),
        Self.product("month", 4_000, Period(1, .month)),
        Self.product("forever", 90_000, nil, kind: .nonConsumable),
      ]
      func paywall(_ id: Paywall.ID, _ products: [CatalogProduct.ID]) -> Paywall {
        Paywall(id: id, title: "hello", packages: products.map { Paywall.Package(product: $0) })
      }
      $0.paywalls = [
        paywall("plans", ["forever", "year", "month"]), paywall("all", ["year", "week"]),
      ]
    }
    #expect(definition.comparison(for: "year")?.id == "month")
    #expect(definition.comparison(for: "week")?.id == "week")
    #expect(definition.comparison(for: "none") == nil)
  }

  @Test("a product of no tier is on the first tab, and compared with the plans there")
  func tabs() throws {
    func plan(
      _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID], _ period: Period
    ) -> CatalogProduct {
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: entitlements, period: period)
    }
    let definition = Fixture.definition {
      $0.products = [
        plan("plus.monthly", ["plus"], Period(1, .month)),
        plan("pro.weekly", ["plus", "pro"], Period(1, .week)),
        plan("archive.yearly", ["archive"], Period(1, .year)),
      ]
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello",
          packages: $0.products.map { Paywall.Package(product: $0.id) },
          tabs: [
            Paywall.Tab(entitlement: "plus", title: "hello"),
            Paywall.Tab(entitlement: "pro", title: "hello"),
          ]),
        Paywall(id: "plain", title: "hello", packages: [Paywall.Package(product: "pro.weekly")]),
      ]
    }
    let paywall = try #require(definition.paywalls.first)
    #expect(definition.products.map(paywall.tab) == [0, 1, 0])
    #expect(definition.products.map(paywall.tier) == [0, 1, nil])
    #expect(definition.comparison(for: "archive.yearly")?.id == "plus.monthly")
    let plain = try #require(definition.paywalls.last)
    #expect(definition.products.map(plain.tab) == [nil, nil, nil])
  }
}
