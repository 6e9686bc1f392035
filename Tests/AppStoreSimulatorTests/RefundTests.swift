import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Refunds")
struct RefundTests {
  static let anna: AccountID = "anna"

  @Test("a prorated refund refunds the rest of the period and ends the subscription")
  func prorated() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.advance(to: Market.days(10))
    let id = try #require(store.condition(of: Self.anna)).transaction.transactionId
    #expect(store.refundShare(id, reason: .issue))
    #expect(!store.refundShare(id))
    let refunded = try #require(store.condition(of: Self.anna))
    #expect(refunded.status == .revoked)
    #expect(refunded.transaction.transactionId == id)
    #expect(refunded.transaction.revocationType == .refundProrated)
    #expect(refunded.transaction.revocationPercentage == 67_742)
    #expect(refunded.transaction.revocationReason == .issue)
    #expect(refunded.renewal.autoRenewStatus == .off)
    #expect(store.heard().last == "10 REFUND")
  }

  @Test("a share of a one-time purchase is given, and at most all of it")
  func share() throws {
    let store = try Market.store()
    store.purchase("coins", by: Self.anna, options: .init(quantity: 3))
    let coins = try #require(store.transactions(of: Self.anna).first).payload
    #expect(coins.quantity == 3)
    #expect(!store.refundShare(coins.transactionId))
    #expect(!store.refundShare(coins.transactionId, share: 0))
    #expect(!store.refundShare(coins.transactionId, share: 100_001))
    #expect(store.refundShare(coins.transactionId, share: 33_333))
    #expect(store.transaction(coins.transactionId)?.payload.revocationPercentage == 33_333)
    #expect(store.refund(coins.transactionId))
    #expect(store.transaction(coins.transactionId)?.payload.revocationType == .refundFull)
    #expect(!store.refund(coins.transactionId))
  }

  @Test("a reversal signs the transaction again without revocation and gives access back")
  func reversal() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let bought = try #require(store.transactions(of: Self.anna).first)
    #expect(!store.reverseRefund(bought.payload.transactionId))
    store.advance(to: Market.days(3))
    store.refund(bought.payload.transactionId)
    let refunded = try #require(store.transaction(bought.payload.transactionId)).payload
    store.advance(to: Market.days(5))
    #expect(store.reverseRefund(bought.payload.transactionId))
    var reversed = try #require(store.transaction(bought.payload.transactionId)).payload
    #expect(reversed.signedDate > refunded.signedDate)
    reversed.signedDate = bought.payload.signedDate
    #expect(reversed == bought.payload)
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewStatus == .off)
    store.advance(to: Market.days(40))
    #expect(store.condition(of: Self.anna)?.status == .expired)
    #expect(
      store.heard(after: 1) == ["3 REFUND", "5 REFUND_REVERSED", "31 EXPIRED/VOLUNTARY"])
  }

  @Test("a reversal after the period's end restores nothing")
  func lateReversal() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let id = try #require(store.condition(of: Self.anna)).transaction.transactionId
    store.refund(id)
    store.advance(to: Market.days(31))
    #expect(store.reverseRefund(id))
    #expect(store.condition(of: Self.anna)?.status == .expired)
    #expect(store.currentEntitlements(of: Self.anna).isEmpty)
  }

  @Test("a reversed refund of a permanent product restores it")
  func lifetime() throws {
    let store = try Market.store()
    store.purchase("lifetime", by: Self.anna)
    let id = try #require(store.transactions(of: Self.anna).first).payload.transactionId
    store.refund(id)
    #expect(store.currentEntitlements(of: Self.anna).isEmpty)
    store.reverseRefund(id)
    #expect(store.currentEntitlements(of: Self.anna).map(\.payload.transactionId) == [id])
  }

  @Test("requesting a refund turns renewal off and asks the app; declining notifies it")
  func request() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let id = try #require(store.condition(of: Self.anna)).transaction.transactionId
    #expect(!store.declineRefund(id))
    #expect(store.requestRefund(id, reason: .fulfillmentIssue))
    #expect(store.declineRefund(id))
    #expect(!store.declineRefund(id))
    #expect(
      store.heard(after: 1) == [
        "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "0 CONSUMPTION_REQUEST",
        "0 REFUND_DECLINED",
      ])
    #expect(
      store.notifications().map(\.payload.data?.consumptionRequestReason)
        == [nil, nil, .fulfillmentIssue, nil])
    #expect(store.condition(of: Self.anna)?.status == .active)
  }

  @Test(
    "the app is asked about consumables and renewing subscriptions",
    arguments: [("coins", true), ("gold", true), ("lifetime", false), ("season", false)])
  func asked(_ product: String, _ isAsked: Bool) throws {
    let store = try Market.store()
    store.purchase(product, by: Self.anna)
    let id = try #require(store.transactions(of: Self.anna).first).payload.transactionId
    #expect(store.requestRefund(id))
    #expect(
      store.notifications().contains { $0.payload.notificationType == .consumptionRequest }
        == isAsked)
    store.refund(id)
    #expect(!store.requestRefund(id))
    #expect(!store.requestRefund("0"))
  }

  @Test(
    "only consumables come in numbers, from 1 to 10",
    arguments: [
      ("coins", 10, true), ("coins", 11, false), ("coins", 0, false), ("lifetime", 2, false),
      ("gold", 2, false), ("season", 1, true),
    ])
  func quantity(_ product: String, _ quantity: Int, _ isSold: Bool) throws {
    let store = try Market.store()
    store.purchase(product, by: Self.anna, options: .init(quantity: quantity))
    let bought = store.transactions(of: Self.anna).map(\.payload)
    #expect(bought.map(\.quantity) == (isSold ? [quantity] : []))
    guard product == "coins", isSold, let coins = bought.first?.price else { return }
    // The price is that of all of them together.
    store.purchase(product, by: Self.anna)
    let one = try #require(store.transactions(of: Self.anna).map(\.payload).last?.price)
    #expect(coins.rawValue == one.rawValue * Int64(quantity))
  }
}
