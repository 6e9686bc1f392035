import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Tollgate
import TollgateLedger

@testable import TollgateAppStore
@testable import TollgateServer

/// Customers of the simulated App Store, who try, buy, switch, cancel, return, fail to pay and get refunds, by a seed.
///
/// Of every five customers, one never posts a purchase, one posts the first ones late, and one is erased.
struct ChartHistory: Sendable {
  typealias Recorded = (at: Instant, fact: Fact)

  /// What is known of a customer, or of a purchase that nobody has claimed.
  struct Life: Sendable {
    /// What was recorded for the customer.
    var own: [Recorded] = []
    /// What was recorded for purchases, which the customer claimed later, or nobody has.
    var waiting: [Recorded] = []

    /// All of it, in order.
    var facts: [Recorded] { (own + waiting).sorted { $0.at < $1.at } }
    /// When the customer was first seen; nil for a purchase that nobody has claimed.
    var since: Instant? { own.map(\.at).min() }
  }

  /// Something that happens to the ledger.
  enum Event: Sendable {
    /// A fact is recorded for a customer, or for a purchase that nobody has claimed.
    case fact(Fact, for: Customer.ID)
    /// A customer posts the purchases that wait.
    case claim([Customer.ID], by: Customer.ID)
    /// A customer is erased, and their purchases wait for another one.
    case erasure(Customer.ID, [PurchaseID])
  }

  /// What a customer does about purchases.
  private enum Fate {
    case posted
    case neverPosted
    case postedLate(Instant)
    case erased(Instant)

    init(of number: Int, arrivingOn day: Int) {
      let later = Market.days(day + 40)
        .adding(milliseconds: Int64(number) * ChartHistory.step + 1)
      switch number % 5 {
      case 1: self = .neverPosted
      case 2: self = .postedLate(later)
      case 3: self = .erased(later)
      default: self = .posted
      }
    }
  }

  static let days = 240
  /// The last day on which a customer appears.
  private static let lastArrival = 180
  /// The milliseconds of a day that each of at most 10,000 customers has.
  private static let step: Int64 = 8640
  private static let products = ["gold", "silver", "silver", "silver.week", "bronze", "coins"]

  /// What is known in the end about each customer and each unclaimed purchase.
  private(set) var lives: [Customer.ID: Life] = [:]
  /// What happened, in order; the store's facts when it notified the server.
  private(set) var events: [(at: Instant, event: Event)] = []

  /// Simulates at most 10,000 subscribers for ``days``.
  init(subscribers: Int, seed: UInt64) throws {
    let store = try Market.store(
      seed: seed, environment: .production, appAppleID: 1, grace: .sixteenDays,
      historyLimit: 100 * subscribers + 1000)
    var dice = Dice(state: seed)
    var numbers: [AccountID: Int] = [:]
    let buyers = (0..<subscribers).map { number -> (account: AccountID, arrival: Int) in
      let account = store.makeAccount()
      numbers[account] = number
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
    let fates = buyers.enumerated().map { Fate(of: $0, arrivingOn: $1.arrival) }
    var purchases: [[(id: PurchaseID, at: Instant)]] = Array(repeating: [], count: subscribers)
    for notification in store.notifications() {
      guard let number = notification.account.flatMap({ numbers[$0] }) else { continue }
      for fact in try Self.facts(of: notification) {
        guard let purchase = fact.storePurchase else { continue }
        if !purchases[number].contains(where: { $0.id == purchase }) {
          purchases[number].append((purchase, notification.at))
        }
        record(fact, of: purchase, at: notification.at, for: number, fates[number])
      }
    }
    for (number, fate) in fates.enumerated() { settle(fate, of: number, purchases[number]) }
    showPaywalls(to: buyers.map(\.arrival), fates, seed: seed)
    events.sort { $0.at < $1.at }
  }

  /// Records what the store reported, for the customer or for a purchase that waits for one.
  private mutating func record(
    _ fact: Fact, of purchase: PurchaseID, at: Instant, for number: Int, _ fate: Fate
  ) {
    let (customer, placeholder) = (
      Customer.ID("customer-\(number)"), Customer.ID.placeholder(for: purchase)
    )
    switch fate {
    case .posted:
      lives[customer, default: Life()].own.append((at, fact))
      events.append((at, .fact(fact, for: customer)))
    case .neverPosted:
      lives[placeholder, default: Life()].waiting.append((at, fact))
      events.append((at, .fact(fact, for: placeholder)))
    case .postedLate(let posted) where at < posted:
      lives[customer, default: Life()].waiting.append((at, fact))
      events.append((at, .fact(fact, for: placeholder)))
    case .postedLate:
      lives[customer, default: Life()].own.append((at, fact))
      events.append((at, .fact(fact, for: customer)))
    case .erased(let erased):
      lives[placeholder, default: Life()].waiting.append((at, fact))
      events.append((at, .fact(fact, for: at < erased ? customer : placeholder)))
    }
  }

  /// Has a customer post the purchases recorded until then, or leave them unclaimed.
  private mutating func settle(
    _ fate: Fate, of number: Int, _ purchases: [(id: PurchaseID, at: Instant)]
  ) {
    let customer = Customer.ID("customer-\(number)")
    func known(before instant: Instant) -> [PurchaseID] {
      purchases.filter { $0.at < instant }.map(\.id)
    }
    switch fate {
    case .posted, .neverPosted: break
    case .postedLate(let at):
      let waiting = known(before: at).map { Customer.ID.placeholder(for: $0) }
      // What a customer does then is their own.
      let fact = Fact.milestone(MilestoneReached(milestone: "posted", at: at))
      lives[customer, default: Life()].own.append((at, fact))
      events.append((at, .fact(fact, for: customer)))
      events.append((at.adding(milliseconds: 1), .claim(waiting, by: customer)))
    case .erased(let at): events.append((at, .erasure(customer, known(before: at))))
    }
  }

  /// Shows each customer some paywalls, around the day of the first purchase.
  private mutating func showPaywalls(to arrivals: [Int], _ fates: [Fate], seed: UInt64) {
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
        events.append((at, .fact(.paywall(event), for: customer)))
        if case .erased = fates[number] { continue }
        lives[customer, default: Life()].own.append((at, .paywall(event)))
      }
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
    case 2..<5: store.purchase(product, by: account, options: PurchaseOptions(quantity: 3))
    case 0..<12: store.purchase(product, by: account)
    case 12..<18: store.cancel(account)
    case 18..<20: store.resume(account)
    case 20..<23: store.setBillingFailing(true, for: account)
    case 23..<80: store.setBillingFailing(false, for: account)
    case 80..<82:
      if let last = store.transactions(of: account).last?.payload.transactionId {
        store.refund(last)
      }
    case 82..<84:
      if let last = store.transactions(of: account).last?.payload.transactionId {
        store.refundShare(last, share: 30_000)
      }
    case 84..<86:
      if let last = store.transactions(of: account).last(where: { $0.payload.quantity > 1 }) {
        store.refundSeats(last.payload.transactionId, count: 1)
      }
    case 86..<96:
      store.purchase(product, by: account, options: PurchaseOptions(quantity: 5))
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
