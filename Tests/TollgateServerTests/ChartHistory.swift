import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Tollgate
import TollgateLedger

@testable import TollgateAppStore
@testable import TollgateServer

/// Customers of the simulated App Store, who try, buy, switch, cancel, return, fail to pay and get refunds, by a seed.
struct ChartHistory: Sendable {
  typealias Recorded = (at: Instant, fact: Fact)

  static let days = 240
  /// The last day on which a customer appears.
  private static let lastArrival = 180
  /// The milliseconds of a day that each of at most 10,000 customers has.
  private static let step: Int64 = 8640
  private static let products = ["gold", "silver", "silver", "silver.week", "bronze", "coins"]

  /// What was recorded for each customer, in order, each when the store notified the server.
  private(set) var lives: [Customer.ID: [Recorded]] = [:]

  /// Simulates at most 10,000 subscribers for ``days``.
  init(subscribers: Int, seed: UInt64) throws {
    let store = try Market.store(
      seed: seed, environment: .production, appAppleID: 1, grace: .sixteenDays,
      historyLimit: 100 * subscribers + 1000)
    var dice = Dice(state: seed)
    var customers: [AccountID: Customer.ID] = [:]
    let buyers = (0..<subscribers).map { number -> (account: AccountID, arrival: Int) in
      let account = store.makeAccount()
      customers[account] = Customer.ID("customer-\(number)")
      return (account, dice.roll(Self.lastArrival))
    }
    for day in 0..<Self.days {
      for (number, (account, arrival)) in buyers.enumerated() where arrival <= day {
        // No two acts are at one time of the day, so that none is at the instant of a renewal.
        let time = Int64(number) * Self.step + Int64(day) * 37 % Self.step
        store.advance(to: Market.days(day).adding(milliseconds: time))
        Self.act(for: account, isNew: arrival == day, in: store, &dice)
      }
    }
    store.advance(to: Market.days(Self.days))
    for notification in store.notifications() {
      guard let customer = notification.account.flatMap({ customers[$0] }) else { continue }
      for fact in try Self.facts(of: notification) {
        lives[customer, default: []].append((notification.at, fact))
      }
    }
    showPaywalls(to: buyers.map(\.arrival), seed: seed)
  }

  /// Shows each customer some paywalls, around the day of the first purchase.
  private mutating func showPaywalls(to arrivals: [Int], seed: UInt64) {
    var dice = Dice(state: seed + 1)
    for (number, arrival) in arrivals.enumerated() {
      let customer = Customer.ID("customer-\(number)")
      for view in 0..<dice.roll(5) {
        let day = max(0, arrival - 5 + dice.roll(8))
        let at = Market.days(day)
          .adding(milliseconds: Int64(number) * Self.step + Int64(dice.roll(Int(Self.step))))
        let event = PaywallEvent(
          paywall: dice.roll(2) == 0 ? "plans" : "offer",
          action: dice.roll(4) == 0 ? .closed : .shown,
          key: Idempotency.Key("\(number)-\(view)"), at: at)
        lives[customer, default: []].append((at, .paywall(event)))
      }
      lives[customer]?.sort { $0.at < $1.at }
    }
  }

  /// What a customer does on a day, or the store does to them.
  private static func act(
    for account: AccountID, isNew: Bool, in store: AppStoreSimulator, _ dice: inout Dice
  ) {
    let product = products[dice.roll(products.count)]
    let chance = dice.roll(isNew ? 12 : 600)
    switch chance {
    case 0..<2 where product == "bronze":
      store.purchase(product, by: account, options: PurchaseOptions(offer: .code("CHEAP")))
    case 0..<12: store.purchase(product, by: account)
    case 12..<18: store.cancel(account)
    case 18..<20: store.resume(account)
    case 20..<23: store.setBillingFailing(true, for: account)
    case 23..<80: store.setBillingFailing(false, for: account)
    case 80..<82:
      if let last = store.transactions(of: account).last?.payload.transactionId {
        store.refund(last)
      }
    default: break
    }
  }

  private static func facts(of notification: SignedNotification) throws -> [Fact] {
    let data = notification.payload.data
    var facts: [Fact] = []
    if let text = data?.signedTransactionInfo {
      let payload = try decoded(TransactionPayload.self, text)
      facts.append(
        .transaction(
          try StoreTransaction(
            Verified(payload: payload, jws: text, signedDate: payload.signedDate))))
      if let request = request(for: notification, payload) { facts.append(request) }
    }
    if let text = data?.signedRenewalInfo {
      let payload = try decoded(RenewalInfoPayload.self, text)
      facts.append(
        .renewal(
          try StoreRenewal(Verified(payload: payload, jws: text, signedDate: payload.signedDate))))
    }
    return facts
  }

  /// A request for a refund that the store granted, or one that came to nothing when somebody cancelled or resumed.
  private static func request(
    for notification: SignedNotification, _ transaction: TransactionPayload
  ) -> Fact? {
    guard [.refund, .didChangeRenewalStatus].contains(notification.payload.notificationType) else {
      return nil
    }
    let id = transaction.transactionId
    return .refundRequest(
      RefundRequest(
        id: RefundRequest.ID("\(id)-\(notification.at.milliseconds)"),
        purchase: PurchaseID(PurchaseID.OriginalID(transaction.originalTransactionId)),
        transaction: RefundRequest.Transaction.ID(id), reason: .other, askedAt: notification.at))
  }

  /// The payload of signed data, which the tests of the server's intake verify.
  private static func decoded<Payload: Decodable>(
    _ type: Payload.Type, _ jws: String
  ) throws -> Payload {
    let part = jws.split(separator: ".", omittingEmptySubsequences: false)[1]
    var text = part.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    return try JSONDecoder().decode(type, from: Data(base64Encoded: String(text)) ?? Data())
  }

  /// Numbers from a seed.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }
}
