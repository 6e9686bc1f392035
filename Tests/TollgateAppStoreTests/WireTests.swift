import Foundation
import TestSupport
import Testing

@testable import TollgateAppStore

@Suite("Apple's wire formats")
struct WireTests {
  @Test(
    "Apple's wire formats survive reading and writing with unknown values",
    arguments: [transaction, renewalInfo, notification])
  func roundTrip(_ json: String) throws {
    let tree = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    let written: Data
    switch tree {
    case .object(let fields) where fields["notificationType"] != nil:
      written = try rewritten(NotificationPayload.self, json)
    case .object(let fields) where fields["autoRenewStatus"] != nil:
      written = try rewritten(RenewalInfoPayload.self, json)
    default: written = try rewritten(TransactionPayload.self, json)
    }
    #expect(try JSONDecoder().decode(JSONValue.self, from: written) == tree)
  }

  @Test(
    "Apple's wire formats cut the fraction off dates, as Apple's libraries do with Xcode's, also before 1970"
  )
  func floatingDates() throws {
    let dates = try JSONDecoder().decode(
      [WireInstant].self,
      from: Data(
        "[1769860800000.4, 1769860800000.9998, -62135769600000, -62135769600000.7, 1.5e3]".utf8))
    #expect(
      dates.map(\.instant) == [
        Instant(milliseconds: 1_769_860_800_000), Instant(milliseconds: 1_769_860_800_000),
        Instant(milliseconds: -62_135_769_600_000), Instant(milliseconds: -62_135_769_600_000),
        Instant(milliseconds: 1_500),
      ])
  }

  @Test(
    "Apple's wire formats refuse a date that cannot be one of a purchase",
    arguments: [
      "1e40", "-1e40", "9223372036854775807", "-9223372036854775808", "253402300800000", "1e300",
    ])
  func impossibleDates(_ number: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([WireInstant].self, from: Data("[\(number)]".utf8))
    }
  }

  @Test(
    "Apple's wire formats refuse a price that does not fit in a sum a few times",
    arguments: ["9223372036854775807", "-9223372036854775808", "10000000000001"])
  func impossiblePrices(_ number: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Milliunits].self, from: Data("[\(number)]".utf8))
    }
  }

  @Test(
    "Apple's wire formats recognize a migration by either of Apple's names for it",
    arguments: ["MIGRATION", "MIGRATE"])
  func migration(_ name: String) throws {
    let json = Self.notification.replacing("MOON_LANDING", with: name)
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8))
    #expect(payload.notificationType.isMigration)
    #expect(payload.notificationType.rawValue == name)
    #expect(!NotificationType.didRenew.isMigration)
  }

  @Test(
    "Apple's wire formats read a decimal price exactly",
    arguments: [
      ("0.99", 990), ("4.990", 4_990), ("199.99", 199_990), ("12", 12_000), ("0.005", 5),
      ("3.5000", 3_500), ("00.10", 100),
    ])
  func price(_ text: String, _ thousandths: Int64) {
    #expect(Milliunits(decimal: text) == Milliunits(thousandths))
  }

  @Test(
    "Apple's wire formats read no price from anything else",
    arguments: [
      "", ".", "1.", ".5", "-1", "1,99", "1e3", "0.0001", " 1", "$1", "99999999999999999999",
      "9223372036854775.807", "10000000000.001",
    ])
  func noPrice(_ text: String) {
    #expect(Milliunits(decimal: text) == nil)
  }

  @Test("Apple's wire formats write a price with two decimals, or three where it has them")
  func priceText() {
    #expect(
      [0, 990, 9_990, 5, 12_345, -1_500].map { Milliunits($0).description }
        == ["0.00", "0.99", "9.99", "0.005", "12.345", "-1.50"])
  }

  @Test("Apple's wire formats find the signing time of the outermost object only")
  func signingTime() {
    let readings: [(String, SigningTime.Reading)] = [
      ("{\"signedDate\":12}", .at(Instant(milliseconds: 12))),
      ("{ \"a\" : [{\"signedDate\":1}], \"signedDate\" : -3.4 }", .at(Instant(milliseconds: -3))),
      ("{\"signedDate\":1769860800000.9998}", .at(Instant(milliseconds: 1_769_860_800_000))),
      ("{\"a\":\"signedDate\",\"b\":{\"signedDate\":1}}", .absent),
      ("{\"a\":\"\\\"signedDate\\\":1,\\\\\"}", .absent), ("{}", .absent), ("", .absent),
      ("{\"signedDate\":\"12\"}", .unreadable), ("{\"signedDate\":null}", .unreadable),
      ("{\"signedDate\":", .unreadable), ("{\"signedDate", .absent), ("{\"a\\", .absent),
    ]
    for (json, reading) in readings {
      #expect(SigningTime.read(in: Array(json.utf8)) == reading, "\(json)")
    }
  }

  @Test(
    "Apple's wire formats decode Base64 in either alphabet as it was encoded, for every length up to 64"
  )
  func base64() {
    var generator = Seeded(state: 3)
    for length in 0..<64 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for alphabet in [Base64.Alphabet.standard, .url] {
        let text = Base64.encode(bytes, as: alphabet)
        #expect(Base64.decode(Array(text.utf8)[...], as: alphabet) == bytes)
      }
      #expect(Base64.encode(bytes, as: .standard) == Data(bytes).base64EncodedString())
    }
  }

  @Test(
    "Apple's wire formats decode no Base64 that is written another way",
    arguments: ["A", "AB", "AA=", "AA==\n", "AAB=", "A===", "====", "-_==", "AA A", "AA==AA=="])
  func noBase64(_ text: String) {
    #expect(Base64.decode(Array(text.utf8)[...], as: .standard) == nil)
  }

  @Test(
    "Apple's wire formats decode no Base64url with padding, other characters or spare bits",
    arguments: ["A", "AB", "AAB", "AA==", "+/", "AA\n", "A.A", "\u{E9}\u{E9}"])
  func noBase64URL(_ text: String) {
    #expect(Base64.decode(Array(text.utf8)[...], as: .url) == nil)
  }

  private func rewritten<Payload: Codable>(_ type: Payload.Type, _ json: String) throws -> Data {
    try JSONEncoder().encode(JSONDecoder().decode(type, from: Data(json.utf8)))
  }

  private static let transaction = """
    {"transactionId": "2", "originalTransactionId": "1", "bundleId": "com.example.shop",
     "productId": "monthly", "type": "Lunar Subscription", "purchaseDate": 1769860800000,
     "originalPurchaseDate": 1769860800000, "signedDate": 1769860800001, "environment": "Lunar",
     "quantity": 1, "inAppOwnershipType": "BORROWED", "expiresDate": 1772280000000,
     "subscriptionGroupIdentifier": "pro", "webOrderLineItemId": "3",
     "transactionReason": "WHIM", "isUpgraded": true, "price": 9990, "currency": "USD",
     "storefront": "USA", "storefrontId": "143441", "offerType": 9,
     "offerDiscountType": "BARTER", "offerIdentifier": "spring", "offerPeriod": "P1W",
     "revocationDate": 1769860800002, "revocationReason": 7, "revocationType": "REFUND_MOON",
     "revocationPercentage": 50000, "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
     "appTransactionId": "70", "billingPlanType": "MONTHLY",
     "commitmentInfo": {"billingPeriodNumber": 1, "totalBillingPeriods": 12,
      "commitmentExpiresDate": 1800000000000, "commitmentPrice": 60000},
     "advancedCommerceInfo": {"items": [{"SKU": "x", "price": 1.5, "free": false}], "tax": null}}
    """

  private static let renewalInfo = """
    {"originalTransactionId": "1", "productId": "monthly", "autoRenewProductId": "yearly",
     "autoRenewStatus": 3, "signedDate": 1769860800001, "environment": "Sandbox",
     "recentSubscriptionStartDate": 1769860800000, "renewalDate": 1772280000000,
     "renewalPrice": 99990, "currency": "USD", "expirationIntent": 9,
     "isInBillingRetryPeriod": false, "gracePeriodExpiresDate": 1772290000000,
     "priceIncreaseStatus": 4, "offerType": 4, "offerDiscountType": "PAY_AS_YOU_GO",
     "offerIdentifier": "come-back", "offerPeriod": "P1M", "eligibleWinBackOfferIds": ["a", "b"],
     "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138", "appTransactionId": "70",
     "renewalBillingPlanType": "WEEKLY",
     "commitmentInfo": {"commitmentAutoRenewProductId": "yearly", "commitmentAutoRenewStatus": 1,
      "commitmentRenewalBillingPlanType": "MONTHLY", "commitmentRenewalDate": 1800000000000,
      "commitmentRenewalPrice": 60000}, "advancedCommerceInfo": {"period": "P1M"}}
    """

  private static let notification = """
    {"notificationType": "MOON_LANDING", "subtype": "SOFT", "notificationUUID": "u",
     "version": "2.0", "signedDate": 1769860800001,
     "data": {"bundleId": "com.example.shop", "environment": "Sandbox", "appAppleId": 42,
      "bundleVersion": "7", "signedTransactionInfo": "a.b.c", "signedRenewalInfo": "d.e.f",
      "status": 9, "consumptionRequestReason": "BORED"},
     "summary": {"bundleId": "com.example.shop", "environment": "Sandbox", "productId": "monthly",
      "requestIdentifier": "r", "appAppleId": 42, "storefrontCountryCodes": ["USA"],
      "succeededCount": 5, "failedCount": 2},
     "externalPurchaseToken": {"bundleId": "com.example.shop", "externalPurchaseId": "SANDBOX1",
      "tokenCreationDate": 1769860800000, "appAppleId": 42},
     "appData": {"bundleId": "com.example.shop", "environment": "Sandbox", "appAppleId": 42,
      "signedAppTransactionInfo": "g.h.i"},
     "unclaimInfo": {"bundleId": "com.example.shop", "environment": "Sandbox", "appAppleId": 42,
      "unclaimSeatIds": ["c1", "c2"]}}
    """
}
