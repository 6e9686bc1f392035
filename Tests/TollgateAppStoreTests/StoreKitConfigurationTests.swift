import Foundation
import Testing
import TollgateAppStore

@Suite("A StoreKit configuration file")
struct StoreKitConfigurationTests {
  @Test("EX-20 the prices of seats are read in order, and give the price of any number of seats")
  func seatTiers() throws {
    let json = #"""
      {"subscriptionGroups": [{"id": "g", "subscriptions": [{"productID": "pro", "displayPrice": "9.99",
       "recurringSubscriptionPeriod": "P1M", "seatPriceTiers": [
        {"minimumSeats": 11, "displayPrice": "5.99"}, {"minimumSeats": 6, "displayPrice": "7.99"},
        {"minimumSeats": 1, "displayPrice": "1.99"}]}]}]}
      """#
    let subscription = try #require(
      try StoreKitConfiguration(json: Data(json.utf8)).subscription("pro"))
    #expect(subscription.seatTiers.map(\.minimumSeats) == [6, 11])
    let eight = subscription.priceTiers(ofSeats: 1...8, at: subscription.price)
    #expect(eight.map(\.price.rawValue) == [9_990, 7_990])
    #expect(eight.map(\.quantity) == [5, 3])
    #expect(
      subscription.priceTiers(ofSeats: 10...12, at: subscription.price).map(\.quantity) == [1, 2])
  }

  @Test(
    "a StoreKit configuration file of version 5 is read with everything that the simulator needs")
  func versionFive() throws {
    let file = try StoreKitConfiguration(json: Data(StoreKitFiles.versionFive.utf8))
    #expect(file.version == .init(major: 5, minor: 0))
    #expect(file.warnings.isEmpty)
    #expect(file.products.map(\.productID) == ["lifetime", "coins"])
    #expect(file.products.map(\.type) == [.nonConsumable, .consumable])
    #expect(file.nonRenewingSubscriptions.map(\.type) == [.nonRenewing])
    let subscription = try #require(file.subscription("pro.monthly"))
    #expect(subscription.groupID == "GROUP1")
    #expect(subscription.level == 2)
    #expect(subscription.period == Period(1, .month))
    #expect(subscription.price == Milliunits(4_990))
    #expect(subscription.isFamilyShareable)
    #expect(subscription.introductoryOffer?.paymentMode == .free)
    #expect(subscription.introductoryOffer?.period == Period(1, .week))
    #expect(subscription.introductoryOffer?.price == .zero)
    #expect(subscription.promotionalOffers.map(\.id) == ["half", "year"])
    #expect(subscription.promotionalOffers.map(\.paymentMode) == [.payAsYouGo, .payUpFront])
    #expect(subscription.promotionalOffers.map(\.numberOfPeriods) == [2, 1])
    #expect(subscription.codeOffers.map(\.price) == [Milliunits(990)])
    #expect(subscription.codeOffers.map(\.eligibility) == [[.new]])
    #expect(subscription.codeOffers.map(\.isStackable) == [true])
    #expect(subscription.winBackOffers.map(\.id) == ["back"])
    #expect(subscription.billingPlans.map(\.type) == [.billedUpfront, .monthly])
    #expect(
      subscription.billingPlans.map(\.commitmentPrice) == [Milliunits(4_990), Milliunits(6_000)])
    #expect(subscription.localizations.first?.displayName == "Pro, monthly")
    #expect(file.settings.hasBillingGracePeriod)
    #expect(file.settings.failingOperations == ["Purchase"])
    #expect(file.settings.timeRate == 6)
  }

  @Test("a StoreKit configuration file of version 3 is read without offers, settings or policies")
  func versionThree() throws {
    let file = try StoreKitConfiguration(json: Data(StoreKitFiles.versionThree.utf8))
    #expect(file.subscriptions.map(\.productID) == ["pro.yearly"])
    #expect(file.subscription("pro.yearly")?.introductoryOffer == nil)
    #expect(file.settings == .init())
  }

  @Test(
    "a StoreKit configuration file takes the introductory offer of version 5 from the list when there is only that"
  )
  func introductoryOffers() throws {
    let json = StoreKitFiles.versionThree.replacing(
      "\"introductoryOffer\": null",
      with: """
        "introductoryOffers": [{"internalID": "i", "paymentMode": "payAsYouGo",
        "subscriptionPeriod": "P1Y", "numberOfPeriods": 3, "displayPrice": "9.99"}]
        """)
    let file = try StoreKitConfiguration(json: Data(json.utf8))
    let offer = try #require(file.subscription("pro.yearly")?.introductoryOffer)
    #expect(offer.paymentMode == .payAsYouGo)
    #expect(offer.numberOfPeriods == 3)
    #expect(offer.price == Milliunits(9_990))
  }

  @Test("a StoreKit configuration file names the keys that are ignored, by path")
  func warnings() throws {
    let json = StoreKitFiles.versionThree
      .replacing("\"products\": []", with: "\"products\": [], \"moon\": {\"phase\": 1}")
      .replacing("\"groupNumber\": 1", with: "\"groupNumber\": 1, \"colour\": \"red\"")
      .replacing("\"version\"", with: "\"settings\": {\"_tides\": true}, \"version\"")
    let file = try StoreKitConfiguration(json: Data(json.utf8))
    #expect(
      file.warnings == ["subscriptionGroups[0].subscriptions[0].colour", "settings._tides", "moon"])
  }

  @Test("a StoreKit configuration file with mistakes is refused with all of them, each at its path")
  func mistakes() {
    let json = StoreKitFiles.versionFive
      .replacing(
        "\"displayPrice\": \"4.99\",\n      \"familyShareable\"", with: "\"familyShareable\""
      )
      .replacing(
        "\"recurringSubscriptionPeriod\": \"P1M\"",
        with: "\"recurringSubscriptionPeriod\": \"monthly\""
      )
      .replacing("\"type\": \"NonConsumable\"", with: "\"type\": \"Gift\"")
      .replacing("\"displayPrice\": \"1.49\"", with: "\"displayPrice\": \"1,49\"")
      .replacing("\"major\": 5", with: "\"major\": 0")
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data(json.utf8))
    }
    #expect(
      error?.description == """
        version.major: expected 1 or later
        products[0].type: expected Consumable, NonConsumable or NonRenewingSubscription
        products[1].displayPrice: expected a decimal with a point, such as 9.99
        subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: expected a period such as P1M
        subscriptionGroups[0].subscriptions[0].displayPrice: expected a decimal with a point, such as 9.99
        """)
    #expect(
      error?.mistakes.map(\.code) == [
        .unsupportedVersion, .unexpected, .unexpected, .unexpected, .missing,
      ])
  }

  @Test(
    "a StoreKit configuration file that is not a JSON object is refused",
    arguments: ["", "[]", "{", "5", "{\"products\": }"])
  func noJSON(_ text: String) {
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data(text.utf8))
    }
    #expect(error?.mistakes.map(\.code) == [.notJSON])
  }

  @Test(
    "a StoreKit configuration file that is not JSON is refused with the line, if it is known",
    arguments: [
      ("", "; the file is empty"), ("[]", ""),
      ("// by hand\n{}", "; line 1 is not valid JSON"),
      ("{\n  \"products\": []\n  \"version\": 3\n}", "; line 3 is not valid JSON"),
    ])
  func placeInJSON(_ text: String, _ reason: String) {
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data(text.utf8))
    }
    #expect(error?.description == "expected a JSON object\(reason)")
  }

  @Test(
    "a StoreKit configuration file with a subscription among the products says where it belongs")
  func misplaced() {
    let json = """
      {"products": [{"productID": "harp.monthly", "displayPrice": "3", "type": "RecurringSubscription"}],
       "version": {"major": 3, "minor": 0}}
      """
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data(json.utf8))
    }
    #expect(
      error?.description == """
        products[0].type: expected Consumable, NonConsumable or NonRenewingSubscription; \
        a subscription that renews belongs to a group in subscriptionGroups
        """)
  }
}
