import Foundation
import Testing
import TollgateAppStore

/// A file as it is met in the wild, and what reading it says.
struct StoreKitShape: CustomTestStringConvertible {
  let name: String
  let json: String
  let warnings: [String]

  var testDescription: String { name }

  init(_ name: String, _ json: String, _ warnings: [String] = []) {
    self.name = name
    self.json = json
    self.warnings = warnings
  }

  /// A file of version 4 whose only subscription has these fields in addition to what it needs.
  static func subscription(_ fields: String, group: String = "\"id\": \"G\"") -> String {
    """
    {"subscriptionGroups": [{\(group), "subscriptions": [{"productID": "pro", "displayPrice": "4.99",
      "recurringSubscriptionPeriod": "P1M", \(fields)}]}], "version": {"major": 4, "minor": 0}}
    """
  }

  static func product(_ fields: String, version: String = "{\"major\": 3, \"minor\": 0}") -> String
  {
    "{\"products\": [{\(fields)}], \"version\": \(version)}"
  }

  static func settings(_ fields: String) -> String {
    "{\"settings\": {\(fields)}, \"version\": {\"major\": 5, \"minor\": 0}}"
  }

  static let all: [StoreKitShape] = [
    .init("nothing at all", "{}", ["version: missing; read as version 6"]),
    .init("only a version", "{\"version\": {\"major\": 3}}"),
    .init(
      "a version of a later Xcode", "{\"version\": {\"major\": 7, \"minor\": 1}}",
      ["version.major: newer than 6; read without what is new in it"]),
    .init(
      "a version of text", "{\"version\": {\"major\": \"4\"}}",
      [
        "version.major: of another type; read as 4"
      ]),
    .init(
      "empty lists",
      """
      {"identifier": "", "nonRenewingSubscriptions": [], "products": [], "settings": {},
       "subscriptionGroups": [], "appPolicies": {}, "version": {"major": 5, "minor": 0}}
      """),
    .init(
      "a key for promotional offers, and one error for everything, as Xcode 13 wrote them",
      """
      {"settings": {"_storeKitError": 0}, "subscriptionOffersKeyPair": {"id": "K1", "privateKey": ""},
       "version": {"major": 2, "minor": 0}}
      """),
    .init(
      "no bundles and suites, as Xcode 27 writes it",
      """
      {"settings": {"_storeKitErrors": [{"enabled": false, "name": "Purchase"}]},
       "subscriptionBundleGroups": [], "subscriptionSuiteGroups": [],
       "version": {"major": 6, "minor": 3}}
      """),
    .init(
      "a suite of subscriptions, which is not sold",
      """
      {"subscriptionSuiteGroups": [{"id": "S", "subscriptions": [{"productID": "suite"}]}],
       "version": {"major": 6, "minor": 3}}
      """, ["subscriptionSuiteGroups[0]"]),
    .init(
      "nulls",
      """
      {"products": null, "settings": null, "subscriptionGroups": null, "identifier": null,
       "version": {"major": 4, "minor": null}}
      """),
    .init(
      "an empty group",
      """
      {"subscriptionGroups": [{"id": "G", "localizations": [], "name": "Pro", "subscriptions": []}],
       "version": {"major": 4, "minor": 0}}
      """),
    .init(
      "groups without identifiers",
      "{\"subscriptionGroups\": [{}, {\"id\": \"\"}], \"version\": {\"major\": 4}}",
      [
        "subscriptionGroups[0].id: missing; the group is group-1",
        "subscriptionGroups[1].id: missing; the group is group-2",
      ]),
    .init(
      "a product without an identifier, named otherwise",
      product(
        """
        "identifier": "pro.lifetime", "displayPrice": "9.99", "type": "NonConsumable"
        """),
      [
        "products[0].identifier", "products[0].productID: missing; the product is ignored",
      ]),
    .init(
      "a price that is a number",
      product(
        """
        "productID": "coins", "displayPrice": 1.49, "type": "Consumable"
        """), ["products[0].displayPrice: of another type; read as 1.49"]),
    .init(
      "a price that is a whole number",
      product(
        """
        "productID": "coins", "displayPrice": 6, "type": "Consumable"
        """), ["products[0].displayPrice: of another type; read as 6.00"]),
    .init(
      "numbers as identifiers, words as truth",
      product(
        """
        "productID": 7, "displayPrice": "6", "type": "Consumable", "familyShareable": "true",
        "internalID": 6738492816
        """),
      [
        "products[0].productID: of another type; read as 7",
        "products[0].familyShareable: of another type; read as true",
        "products[0].internalID: of another type; read as 6738492816",
      ]),
    .init(
      "a level of text, a group's identifier that is another's, another type",
      subscription(
        """
        "groupNumber": "2", "subscriptionGroupID": "H", "type": "AutoRenewable", "id": "pro"
        """),
      [
        "subscriptionGroups[0].subscriptions[0].type: expected RecurringSubscription; it is ignored",
        "subscriptionGroups[0].subscriptions[0].subscriptionGroupID: expected the identifier of its "
          + "group; it is ignored",
        "subscriptionGroups[0].subscriptions[0].id",
        "subscriptionGroups[0].subscriptions[0].groupNumber: of another type; read as 2",
      ]),
    .init(
      "several introductory offers, one for each billing plan",
      subscription(
        """
        "introductoryOffers": [
          {"billingPlanType": "BILLED_UPFRONT", "paymentMode": "free", "subscriptionPeriod": "P1W"},
          {"billingPlanType": "MONTHLY", "paymentMode": "free", "subscriptionPeriod": "P1W"}]
        """), ["subscriptionGroups[0].subscriptions[0].introductoryOffers[1]"]),
    .init(
      "localizations and billing plans that lack everything",
      subscription(
        """
        "localizations": [{}, 5], "billingPlans": [{}]
        """),
      [
        "subscriptionGroups[0].subscriptions[0].billingPlans[0].billingPlanType: expected a string; "
          + "it is ignored",
        "subscriptionGroups[0].subscriptions[0].billingPlans[0].displayPrice: expected a decimal with "
          + "a point, such as 9.99; it is ignored",
        "subscriptionGroups[0].subscriptions[0].billingPlans[0].commitmentDisplayPrice: expected a "
          + "decimal with a point, such as 9.99; it is ignored",
        "subscriptionGroups[0].subscriptions[0].localizations[1]: expected an object; it is ignored",
      ]),
    .init(
      "odd rates", settings("\"_timeRate\": -3, \"_compatibilityTimeRate\": {\"3\": 6}"),
      [
        "settings._timeRate: expected a whole number from 0 to 1000000; it is ignored"
      ]),
    .init(
      "a rate of text", settings("\"_timeRate\": \"6\""),
      [
        "settings._timeRate: of another type; read as 6"
      ]),
    .init(
      "settings of other tools",
      settings(
        """
        "applicationName": "Shop", "bundle": "com.example.shop", "_lastSynchronizedDate": "2026-01-01",
        "_locale": "fr", "_storefront": "CHE", "_askToBuyEnabled": 1, "_disableDialogs": "no"
        """),
      [
        "settings.applicationName", "settings.bundle",
        "settings._askToBuyEnabled: of another type; read as true",
        "settings._disableDialogs: expected true or false; it is ignored",
      ]),
    .init(
      "settings that are not an object", "{\"settings\": [], \"version\": {\"major\": 5}}",
      [
        "settings: expected an object; it is ignored"
      ]),
    .init(
      "the same product twice",
      """
      {"products": [{"productID": "pro", "displayPrice": "1.00", "type": "NonConsumable"},
        {"productID": "pro", "displayPrice": "2.00", "type": "NonConsumable"}],
       "subscriptionGroups": [{"id": "G", "subscriptions": [{"productID": "pro", "displayPrice": "3.00",
        "recurringSubscriptionPeriod": "P1M"}]}], "version": {"major": 4}}
      """,
      [
        "products[1].productID: the product pro is there already; this one is ignored",
        "subscriptionGroups[0].subscriptions[0].productID: the product pro is there already; "
          + "this one is ignored",
      ]),
    .init(
      "keys that nobody knows",
      """
      {"moon": 1, "version": {"major": 4, "minor": 0, "patch": 3}}
      """, ["moon", "version.patch"]),
  ]
}

@Suite("A real-world StoreKit configuration file")
struct StoreKitShapesTests {
  @Test("loads, and names what it ignores", arguments: StoreKitShape.all)
  func loads(_ shape: StoreKitShape) throws {
    let file = try StoreKitConfiguration(json: Data(shape.json.utf8))
    #expect(file.warnings.sorted() == shape.warnings.sorted())
  }

  @Test(
    "a real StoreKit configuration file gives the first of two products with one identifier, and no product without"
  )
  func products() throws {
    let shapes = StoreKitShape.all
    let twice = try #require(shapes.first { $0.name == "the same product twice" })
    let file = try StoreKitConfiguration(json: Data(twice.json.utf8))
    #expect(file.products.map(\.price) == [Milliunits(1_000)])
    #expect(file.subscriptions.isEmpty)
    let nameless = try #require(shapes.first { $0.name.hasPrefix("a product without") })
    #expect(try StoreKitConfiguration(json: Data(nameless.json.utf8)).products.isEmpty)
  }

  @Test(
    "a real StoreKit configuration file of every version that Xcode has written gives the same products",
    arguments: 1...6)
  func versions(_ version: Int) throws {
    let json = StoreKitShape.subscription(
      """
      "adHocOffers": [], "familyShareable": false, "groupNumber": 2, "internalID": "A1",
      "introductoryOffer": {"internalID": "A2", "paymentMode": "free", "subscriptionPeriod": "P1W"},
      "localizations": [{"description": "", "displayName": "Pro", "locale": "en_US"}],
      "referenceName": null, "subscriptionGroupID": "G", "type": "RecurringSubscription"
      """
    ).replacing("\"major\": 4", with: "\"major\": \(version)")
    let file = try StoreKitConfiguration(json: Data(json.utf8))
    #expect(file.version.major == version)
    #expect(file.warnings.isEmpty)
    let subscription = try #require(file.subscription("pro"))
    #expect(subscription.level == 2)
    #expect(subscription.introductoryOffer?.period == Period(1, .week))
  }

  @Test("a real StoreKit configuration file of a version before the first is refused")
  func unknownVersion() {
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data("{\"version\": {\"major\": 0}}".utf8))
    }
    #expect(error?.description == "version.major: expected 1 or later")
  }

  @Test("a real StoreKit configuration file keeps what it could read of its settings")
  func settings() throws {
    let odd = try #require(StoreKitShape.all.first { $0.name == "settings of other tools" })
    let file = try StoreKitConfiguration(json: Data(odd.json.utf8))
    #expect(file.settings.locale == "fr")
    #expect(file.settings.storefront == "CHE")
    #expect(file.settings.asksToBuy)
    #expect(!file.settings.disablesDialogs)
    #expect(file.settings.timeRate == nil)
  }

  @Test(
    "a real StoreKit configuration file with an offer code that has only a reference name is redeemed by it"
  )
  func codes() throws {
    let json = StoreKitShape.subscription(
      """
      "codeOffers": [{"referenceName": "Spring", "paymentMode": "free", "subscriptionPeriod": "P1M"},
        {"offerID": "AUTUMN", "referenceName": "Autumn", "paymentMode": "free",
         "subscriptionPeriod": "P1M"}]
      """)
    let file = try StoreKitConfiguration(json: Data(json.utf8))
    #expect(file.subscription("pro")?.codeOffers.map(\.id) == ["Spring", "AUTUMN"])
  }

  @Test("EX-20 a StoreKit configuration file has codes for a product that does not renew")
  func productCodes() throws {
    let json = StoreKitShape.product(
      """
      "productID": "coins", "type": "Consumable", "displayPrice": "1.99",
      "codeOffers": [{"offerID": "HALF", "displayPrice": "0.99", "eligibility": ["new"]},
        {"referenceName": "Gift", "paymentMode": "free"}, {"displayPrice": "0.49"}]
      """)
    let file = try StoreKitConfiguration(json: Data(json.utf8))
    let codes = try #require(file.product("coins")?.codeOffers)
    #expect(codes.map(\.id) == ["HALF", "Gift"])
    #expect(codes.map(\.price) == [Milliunits(990), .zero])
    #expect(
      codes.map(\.eligibility)
        == [[.new], Set(StoreKitConfiguration.OfferEligibility.allCases)])
    #expect(
      file.warnings.contains("products[0].codeOffers[2].offerID: missing; the offer is ignored"))
  }

  @Test(
    "a real StoreKit configuration file with a price that is not a decimal is refused",
    arguments: ["\"0,99\"", "\"$0.99\"", "\"free\"", "\"-1\"", "\"\"", "1e30", "true", "[]", "{}"])
  func price(_ price: String) {
    let json = StoreKitShape.product(
      "\"productID\": \"coins\", \"type\": \"Consumable\", \"displayPrice\": \(price)")
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data(json.utf8))
    }
    #expect(
      error?.description
        == "products[0].displayPrice: expected a decimal with a point, such as 9.99")
  }

  @Test(
    "a real StoreKit configuration file with a part of another type loads or is refused, never crashed on"
  )
  func otherTypes() {
    let values = ["null", "5", "\"text\"", "true", "[]", "{}", "[5]", "[null]", "[{}]", "1e308"]
    let keys = [
      "identifier", "products", "nonRenewingSubscriptions", "subscriptionGroups", "settings",
      "version",
    ]
    for key in keys {
      for value in values {
        do {
          _ = try StoreKitConfiguration(json: Data("{\"\(key)\": \(value)}".utf8))
        } catch {
          #expect(!error.mistakes.isEmpty)
        }
      }
    }
  }
}
