import Foundation
import Testing
import Tollgate
import TollgateBlueprints

private let document = """
  app: { id: coach, name: Coach, bundleID: com.example.coach, language: de }
  products:
    from: coach.storekit
    entitlements:
      coach.monthly: premium
  features: { send-message: allow }
  """

private func said(of yaml: String, with data: Data) -> [String] {
  BlueprintCheck.check(yaml, name: "coach.yml") { _ in data }.diagnostics.map(\.description)
}

@Suite("Products from a .storekit file")
struct StoreKitTests {
  @Test("the file gives name, price, period, group and introductory offer")
  func products() throws {
    let offer = """
      { "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3,
        "displayPrice": "1.99" }
      """
    let file = try BlueprintFile.parse(document, name: "coach.yml") { name in
      #expect(name == "coach.storekit")
      return storekit(offer: offer, storefront: "DEU")
    }
    #expect(
      file.blueprint.definition.products == [
        CatalogProduct(
          id: "coach.monthly", kind: .autoRenewable, name: "Alles", entitlements: ["premium"],
          price: Money(milliunits: 9990, currency: "EUR"), period: Period(1, .month),
          group: "6A1C0A01", level: 1,
          introductoryOffer: CatalogProduct.IntroductoryOffer(
            payment: .payAsYouGo, period: Period(1, .month), periods: 3,
            price: Money(milliunits: 1990, currency: "EUR")))
      ])
  }

  @Test(
    "prices are in the currency of the file's storefront",
    arguments: [("JPN", "JPY"), ("TWN", "TWD"), ("HUN", "HUF"), ("ARG", "USD")])
  func currency(_ country: String, _ currency: String) throws {
    let file = try BlueprintFile.parse(document, name: "coach.yml") { _ in
      storekit(storefront: country)
    }
    #expect(file.blueprint.definition.products.map(\.price?.currency) == [currency])
  }

  @Test("the revision changes with either file, and with nothing else")
  func revision() throws {
    let first = try BlueprintFile.parse(document, name: "a.yml") { _ in storekit() }
    let again = try BlueprintFile.parse(document, name: "b.yml") { _ in storekit() }
    let dearer = try BlueprintFile.parse(document, name: "a.yml") { _ in storekit(price: "10.99") }
    let commented = try BlueprintFile.parse(document + "\n#", name: "a.yml") { _ in storekit() }
    #expect(first.revision == again.revision)
    #expect(Set([first, dearer, commented].map(\.revision)).count == 3)
    #expect(first.revision.count == 64)
  }

  @Test("a missing file is reported where it is named")
  func missing() {
    let report = BlueprintCheck.check(document, name: "coach.yml") { _ in throw NoFile() }
    #expect(
      report.diagnostics.map(\.description) == [
        "coach.yml:3:9: error: `coach.storekit` cannot be read"
      ])
  }

  @Test("a product that the file lacks is named with the nearest that it has")
  func unknownProduct() {
    #expect(
      said(of: document, with: storekit(product: "coach.month")) == [
        "coach.yml:3:9: warning: the product `coach.month` of `coach.storekit` gives no "
          + "entitlement; expected its name under `entitlements`",
        "coach.yml:5:5: error: there is no product `coach.monthly` in `coach.storekit`; "
          + "did you mean `coach.month`?",
      ])
  }

  @Test("every mistake in the file itself is reported with its path")
  func brokenFile() {
    #expect(
      said(of: document, with: storekit(period: "a month", price: "much")) == [
        "coach.storekit: error: subscriptionGroups[0].subscriptions[0].displayPrice: "
          + "expected a decimal with a point, such as 9.99",
        "coach.storekit: error: subscriptionGroups[0].subscriptions[0]."
          + "recurringSubscriptionPeriod: expected a period such as P1M",
      ])
  }

  @Test("a storefront whose currency is not known asks for one")
  func currency() throws {
    #expect(
      said(of: document, with: storekit(storefront: "ATA")) == [
        "coach.yml:3:9: error: the currency of the storefront `ATA` is not known; "
          + "expected `currency`, such as `currency: USD`"
      ])
    let file = try BlueprintFile.parse(
      document.replacingOccurrences(
        of: "  entitlements:", with: "  currency: NOK\n  entitlements:"), name: "coach.yml"
    ) { _ in storekit(storefront: "ATA") }
    #expect(file.blueprint.definition.products.first?.price?.currency == "NOK")
  }

  @Test(
    "a file is only looked for in the blueprint's folder",
    arguments: ["../secret.storekit", "/etc/x.storekit", "a\\b.storekit", "coach.json"])
  func traversal(name: String) {
    let yaml = document.replacingOccurrences(of: "coach.storekit", with: name)
    #expect(
      said(of: yaml, with: storekit()) == [
        "coach.yml:3:9: error: found `\(name)`; "
          + "expected the name of a `.storekit` file in the blueprint's folder"
      ])
  }
}

/// A `.storekit` file with a season pass that does not renew, a subscription, and coins.
private let seasons = Data(
  """
  {
    "nonRenewingSubscriptions": [
      { "type": "NonRenewingSubscription", "productID": "coach.season.pass", "displayPrice": "19.99" }
    ],
    "products": [{ "type": "Consumable", "productID": "coach.coins", "displayPrice": "0.99" }],
    "subscriptionGroups": [{
      "id": "G", "subscriptions": [{
        "type": "RecurringSubscription", "productID": "coach.monthly", "displayPrice": "9.99",
        "groupNumber": 3, "recurringSubscriptionPeriod": "P1M"
      }]
    }],
    "version": { "major": 4, "minor": 0 }
  }
  """.utf8)

/// A blueprint whose products come from `seasons`, with entitlements and lengths.
private func seasonBlueprint(_ entitlements: String, _ lasts: String = "") -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
  products:
    from: coach.storekit
    entitlements: { coach.monthly: premium, \(entitlements) }
    \(lasts)
  features: { send-message: allow }
  legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
  """
}

@Suite("Products of a .storekit file that do not renew")
struct SeasonTests {
  @Test("last as long as the blueprint says, and subscriptions keep their level in the group")
  func lasts() throws {
    let file = try BlueprintFile.parse(
      seasonBlueprint("coach.season.pass: premium", "lasts: { coach.season.pass: P90D }"),
      name: "coach.yml"
    ) { _ in seasons }
    let products = file.blueprint.definition.products
    let season = try #require(products.first { $0.id == "coach.season.pass" })
    #expect(season.kind == .nonRenewing)
    #expect(season.period == Period(90, .day))
    #expect(season.entitlements == ["premium"])
    #expect(products.map(\.level) == [3, nil, nil])
    #expect(file.diagnostics == [])
    let bought = try #require(Instant("2026-03-02T09:00:00Z"))
    let customer = Customer([.transaction(.bought("coach.season.pass", at: bought))])
    let membership = Membership(of: customer, in: file.blueprint, at: bought)
    #expect(membership.entitlement("premium").isActive)
    #expect(membership.nextChange == Instant("2026-05-31T09:00:00Z"))
  }

  @Test(
    "products of a .storekit file that do not renew add up, unless the blueprint says that their dates are fixed"
  )
  func addsUp() throws {
    for (length, addsUp) in [("P90D", true), ("{ period: P90D, addsUp: false }", false)] {
      let file = try BlueprintFile.parse(
        seasonBlueprint(
          "coach.season.pass: premium", "lasts: { coach.season.pass: \(length) }"),
        name: "coach.yml"
      ) { _ in seasons }
      let season = file.blueprint.definition.products.first { $0.id == "coach.season.pass" }
      #expect(season?.period == Period(90, .day))
      #expect(season?.addsUp == addsUp)
    }
  }

  @Test(
    "products of a .storekit file that do not renew are refused if their length is missing or is given for another product",
    arguments: [
      (
        "coach.season.pass: premium", "",
        "4:43: error: nothing says how long `coach.season.pass` lasts, and the store does not; "
          + "expected `lasts: { coach.season.pass: P90D }`"
      ),
      (
        "coach.season.pass: premium", "lasts: { coach.season.pas: P90D }",
        "5:12: error: there is no product `coach.season.pas` in `coach.storekit`; "
          + "did you mean `coach.season.pass`?"
      ),
      (
        "coach.season.pass: premium",
        "lasts: { coach.season.pass: P90D, coach.monthly: P90D }",
        "5:37: error: `coach.monthly` is a product of the kind `autoRenewable`; "
          + "expected one that is `nonRenewing`"
      ),
      (
        "coach.season.pass: premium", "lasts: { coach.season.pass: 90 days }",
        "5:31: error: found `90 days`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; "
          + "did you mean `P90D`?"
      ),
    ])
  func mistakes(entitlements: String, lasts: String, message: String) {
    #expect(
      said(of: seasonBlueprint(entitlements, lasts), with: seasons) == ["coach.yml:\(message)"])
  }

  @Test("a consumable with an entitlement is a mistake that says which products give one")
  func consumable() {
    #expect(
      said(
        of: seasonBlueprint(
          "coach.season.pass: premium, coach.coins: [premium]",
          "lasts: { coach.season.pass: P90D }"),
        with: seasons) == [
          "coach.yml:4:85: error: a consumable is used up, so it cannot give the entitlement "
            + "`premium`; expected credits or an allowance that it fills, or another kind of product"
        ])
  }
}

extension StoreTransaction {
  fileprivate static func bought(_ product: CatalogProduct.ID, at instant: Instant)
    -> StoreTransaction
  {
    StoreTransaction(
      id: "1", originalID: "1", product: product, purchasedAt: instant, expiresAt: nil,
      signedAt: instant)
  }
}
