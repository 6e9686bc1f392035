import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Product")
struct ProductTests {
  @Test("Products come in the order asked for, each once, without those that are not sold")
  func products() async throws {
    let session = try Shop.device()
    try await session.run {
      let products = try await Product.products(for: ["season", "unknown", "pro", "season"])
      #expect(products.map(\.id) == ["season", "pro"])
      #expect(try await Product.products(for: Set(["lifetime"])).first?.type == .nonConsumable)
    }
  }

  @Test("A product says what it is")
  func description() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      #expect((pro.displayName, pro.description) == ("Pro", "All of it"))
      #expect(pro.type == .autoRenewable)
      #expect(pro.isFamilyShareable)
      let info = try #require(pro.subscription)
      #expect(info.subscriptionPeriod == .monthly)
      #expect((info.subscriptionGroupID, info.groupLevel) == (Shop.group, 2))
      #expect(info.groupDisplayName == "Our plans")
      let offer = try #require(info.promotionalOffers.first)
      #expect((offer.id, offer.displayPrice) == ("spring", "$3.99"))
      #expect((offer.period, offer.periodCount) == (.monthly, 3))
      #expect(offer.paymentMode == .payAsYouGo)
      #expect(info.introductoryOffer?.id == nil)
      #expect(info.introductoryOffer?.paymentMode.localizedDescription == "Free Trial")
      let coins = try await Product.one("coins")
      #expect(coins.subscription == nil)
      #expect(coins.type.localizedDescription == "Consumable")
      #expect(try await Product.one("lifetime").displayName == "Lifetime")
    }
  }

  @Test(
    "Prices are written as the customer's language and storefront do",
    arguments: [
      ("en_US", "USA", "$99.99", "$1,234.50"), ("de_DE", "DEU", "99,99 €", "1.234,50 €"),
      ("fr_FR", "FRA", "99,99 €", "1 234,50 €"), ("ja_JP", "JPN", "¥100", "¥1,234"),
      ("en_GB", "GBR", "£99.99", "£1,234.50"),
    ])
  func prices(locale: String, country: String, price: String, derived: String) async throws {
    let session = try Shop.device(.init(storefront: country, locale: locale))
    try await session.run {
      let product = try await Product.one("lifetime")
      #expect(product.price == Decimal(string: "99.99"))
      #expect(plain(product.displayPrice) == price)
      let amount = try #require(Decimal(string: "1234.5"))
      #expect(plain(amount.formatted(product.priceFormatStyle)) == derived)
    }
  }

  @Test("Names come in the customer's language, else in English")
  func languages() async throws {
    for (locale, name) in [("de_DE", "Münzen"), ("de_AT", "Münzen"), ("fr_FR", "Coins")] {
      let session = try Shop.device(.init(locale: locale))
      try await session.run {
        let coins = try await Product.one("coins")
        #expect(coins.displayName == name)
      }
    }
  }

  @Test(
    "Periods are written in words",
    arguments: [
      ("en_US", "week, month, 3 days, 2 weeks, 6 months, year"),
      ("de_DE", "Woche, Monat, 3 Tage, 2 Wochen, 6 Monate, Jahr"),
      ("fr_FR", "semaine, mois, 3 jours, 2 semaines, 6 mois, an"),
      ("ja_JP", "1週間, 1か月, 3日, 2週間, 6か月, 1年"),
      ("ar_EG", "أسبوع, شهر, ٣ أيام, أسبوعان, ٦ أشهر, سنة"),
    ])
  func periods(locale: String, expected: String) async throws {
    let session = try Shop.device(.init(locale: locale))
    try await session.run {
      let product = try await Product.one("pro")
      let style = product.subscriptionPeriodFormatStyle
      let periods: [Product.SubscriptionPeriod] = [
        .weekly, .monthly, .everyThreeDays, .everyTwoWeeks, .everySixMonths, .yearly,
      ]
      let written = periods.map { period in
        let text = period.formatted(style, referenceDate: session.currentDate)
        return locale == "ja_JP" || period.value > 1 ? text : text.replacing("1 ", with: "")
      }
      #expect(written.joined(separator: ", ") == expected)
      let german = product.subscriptionPeriodUnitFormatStyle.locale(Locale(identifier: "de"))
      #expect(Product.SubscriptionPeriod.Unit.month.formatted(german) == "Monat")
    }
  }

  @Test("A period knows its dates, its unit and its length")
  func periodMath() throws {
    let start = Date(timeIntervalSince1970: 1_769_853_600)
    let dates = Product.SubscriptionPeriod.everyTwoWeeks.dateRange(referenceDate: start)
    #expect(dates == start..<start.addingTimeInterval(14 * 86_400))
    let week = Product.SubscriptionPeriod.weekly
    #expect(week.formatted(Hours(), referenceDate: start) == "168 h")
    #expect(DateComponents(subscriptionPeriod: .everyTwoMonths).month == 2)
    #expect(Product.SubscriptionPeriod.Unit.day < .year)
    #expect("\(Product.SubscriptionPeriod.everyThreeMonths.debugDescription)" == "3 months")
  }

  @Test("The JSON of a product has its currency and price where devices have them")
  func json() async throws {
    let session = try Shop.device(.init(storefront: "DEU", locale: "de_DE"))
    try await session.run {
      let pro = try await Product.one("pro")
      let json = try JSONDecoder().decode(JSONValue.self, from: pro.jsonRepresentation)
      guard case .object(let root) = json, case .object(let attributes) = root["attributes"],
        case .array(let offers) = attributes["offers"], case .object(let offer) = offers.first
      else {
        Issue.record("expected the offers of the attributes")
        return
      }
      #expect(offer["currencyCode"] == .string("EUR"))
      #expect(offer["price"] == .string("6.99"))
      #expect(offer["recurringSubscriptionPeriod"] == .string("P1M"))
      #expect(attributes["kind"] == .string("Auto-Renewable Subscription"))
      #expect(try await Product.one("pro") == pro)
      #expect(Set([pro, try await Product.one("pro"), try await Product.one("max")]).count == 2)
    }
  }

  @Test("The storefront is the account's, and its changes are reported")
  func storefront() async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = Heard<Storefront>()
      Task { for await storefront in Storefront.updates { await heard.note(storefront) } }
      await session.settled(listeners: 1)
      #expect(await Storefront.current?.id == "143441")
      session.change { $0.storefront = Storefront(countryCode: "JPN") }
      session.change { $0.locale = Locale(identifier: "ja_JP") }
      await session.settled()
      #expect(await heard.all.map(\.countryCode) == ["JPN"])
      #expect(await Storefront.current?.currency?.identifier == "JPY")
      let coins = try await Product.one("coins")
      #expect(coins.priceFormatStyle.currencyCode == "JPY")
    }
  }

  /// The text with plain spaces instead of the no-break spaces of some languages.
  private func plain(_ text: String) -> String {
    String(text.map { $0.isWhitespace ? " " : $0 })
  }
}

/// Writes a length of time in hours.
private struct Hours: FormatStyle {
  func format(_ value: Duration) -> String { "\(value.components.seconds / 3600) h" }
}
