import Foundation
import Testing
import TollgateAppStore

@Suite("Refund requests on the wire")
struct ConsumptionTests {
  /// What the app sends, and its JSON with sorted keys; a field that is not stated is left out.
  static let requests: [(ConsumptionRequest, String)] = [
    (
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: false, deliveryStatus: .delivered),
      #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#
    ),
    (
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: true,
        deliveryStatus: .undeliveredServerOutage, consumptionPercentage: 0,
        refundPreference: .grantFull),
      #"{"consumptionPercentage":0,"customerConsented":true,"deliveryStatus":"UNDELIVERED_SERVER_OUTAGE","#
        + #""refundPreference":"GRANT_FULL","sampleContentProvided":true}"#
    ),
    (
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: true, deliveryStatus: .delivered,
        consumptionPercentage: 33_333, refundPreference: .grantProrated),
      #"{"consumptionPercentage":33333,"customerConsented":true,"deliveryStatus":"DELIVERED","#
        + #""refundPreference":"GRANT_PRORATED","sampleContentProvided":true}"#
    ),
  ]

  @Test("EX-19 consumption information has Apple's second format", arguments: requests.indices)
  func request(_ index: Int) throws {
    let (request, json) = Self.requests[index]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(request), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(ConsumptionRequest.self, from: Data(json.utf8)) == request)
  }

  @Test(
    "EX-19 a notification asks about one transaction, with the customer's reason",
    arguments: [
      "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
      "BORED",
    ])
  func notification(_ reason: String) throws {
    let json = """
      {"data":{"appAppleId":42,"bundleId":"com.example.shop","consumptionRequestReason":"\(reason)",\
      "environment":"Production","signedTransactionInfo":"a.b.c"},\
      "notificationType":"CONSUMPTION_REQUEST","notificationUUID":"u","signedDate":1769860800001,\
      "version":"2.0"}
      """
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8))
    #expect(
      payload
        == NotificationPayload(
          notificationType: .consumptionRequest, notificationUUID: "u", version: "2.0",
          signedDate: Instant(milliseconds: 1_769_860_800_001),
          data: NotificationPayload.Data(
            bundleId: "com.example.shop", environment: .production, appAppleId: 42,
            signedTransactionInfo: "a.b.c",
            consumptionRequestReason: ConsumptionRequestReason(rawValue: reason))))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(payload), as: UTF8.self) == json)
  }
}
