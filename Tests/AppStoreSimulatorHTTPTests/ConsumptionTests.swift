import AppStoreSimulator
import AppStoreSimulatorHTTP
import Testing
import TollgateAppStore

@Suite("Consumption information and extensions")
struct ConsumptionTests {
  static let v2 =
    #""customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED""#
  static let v1 = #"""
    "customerConsented":true,"consumptionStatus":1,"platform":1,"sampleContentProvided":false,\#
    "deliveryStatus":0,"appAccountToken":"","accountTenure":1,"playTime":2,\#
    "lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":3,"userStatus":1
    """#

  @Test("consumption information for a refund request is stored")
  func consumption() async throws {
    let market = try Market()
    let id = market.buy("coins")
    market.simulator.requestRefund(id)
    #expect(await market.service.consumption(of: id) == nil)
    try await market.api().sendConsumption(
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: false, deliveryStatus: .delivered,
        consumptionPercentage: 50_000, refundPreference: .decline), of: id)
    let told = await market.service.consumption(of: id)
    #expect(told?["consumptionPercentage"] == .integer(50_000))
    #expect(told?["refundPreference"] == .string("DECLINE"))
  }

  /// A product, what the app prefers and says was used, and what the store tells it then with the share it pays back.
  static let decisions: [(String, RefundPreference?, Int?, String, Int?)] = [
    ("coins", .decline, 50_000, "REFUND_DECLINED", nil),
    ("coins", .grantFull, 50_000, "REFUND", 100_000),
    ("coins", .grantProrated, 75_000, "REFUND", 25_000),
    ("coins", nil, 75_000, "REFUND", 100_000),
    ("gold", .decline, nil, "REFUND_DECLINED", nil),
    ("gold", .grantProrated, nil, "REFUND", 67_742),
    ("gold", nil, nil, "REFUND", 100_000),
  ]

  @Test(
    "EX-19 the store asks about a refund, and decides it as the app prefers",
    arguments: decisions.indices)
  func decision(_ index: Int) async throws {
    let (product, preference, consumed, told, share) = Self.decisions[index]
    let market = try Market()
    let id = market.buy(product)
    market.simulator.advance(to: Market.start.adding(milliseconds: 10 * Market.day))
    #expect(try await market.service.decideRefund(of: id) == false)
    market.simulator.requestRefund(id, reason: .unsatisfiedWithPurchase)
    let asked = try #require(market.simulator.notifications(after: 0).last?.payload)
    #expect(asked.notificationType == .consumptionRequest)
    #expect(asked.data?.consumptionRequestReason == .unsatisfiedWithPurchase)
    try await market.api().sendConsumption(
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: false, deliveryStatus: .delivered,
        consumptionPercentage: consumed, refundPreference: preference), of: id)
    #expect(try await market.service.decideRefund(of: id))
    let answered = try #require(market.simulator.notifications(after: 0).last?.payload)
    #expect(answered.notificationType.rawValue == told)
    #expect(market.simulator.transaction(id)?.payload.revocationPercentage == share)
    #expect(try await market.service.decideRefund(of: id) == false)
  }

  @Test("consumption information is stored for every type of product")
  func everyType() async throws {
    let market = try Market()
    for product in ["coins", "lifetime", "season", "gold"] {
      let id = market.buy(product)
      try await market.api().sendConsumption(
        ConsumptionRequest(
          customerConsented: true, sampleContentProvided: false, deliveryStatus: .delivered,
          consumptionPercentage: nil, refundPreference: .decline), of: id)
      #expect(await market.service.consumption(of: id)?["refundPreference"] == .string("DECLINE"))
    }
  }

  @Test("the first version of consumption information is accepted too")
  func firstVersion() async throws {
    let market = try Market()
    let id = market.buy("gold")
    let path = "/inApps/v1/transactions/consumption/\(id)"
    #expect(try await market.ask(.put, path, "{\(Self.v1)}").status == 202)
    #expect(await market.service.consumption(of: id)?["userStatus"] == .integer(1))
  }

  @Test("an extension moves the renewal date, for one or for all of a product")
  func extensions() async throws {
    let market = try Market()
    let id = market.buy("gold")
    market.buy("gold", by: "ben")
    let end = try #require(market.simulator.transaction(id)?.payload.expiresDate)
    let one = try await market.api().extendRenewalDate(
      of: id,
      ExtendRenewalDateRequest(
        extendByDays: 7, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: "one"))
    #expect(one.success && one.originalTransactionId == id)
    #expect(one.effectiveDate == end.adding(milliseconds: 7 * Market.day))

    let request = MassExtendRenewalDateRequest(
      requestIdentifier: "all", extendByDays: 1, extendReasonCode: .other, productId: "gold")
    #expect(try await market.api().extendRenewalDates(request).requestIdentifier == "all")
    let status = try await market.api().renewalDateExtension("all", of: "gold")
    #expect(status.complete && status.succeededCount == 2 && status.failedCount == 0)
    #expect(status.completeDate == Market.start)
  }
}
