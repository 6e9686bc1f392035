import Tollgate
import TollgateLedger

/// A customer's recorded purchases.
struct ChartLife: Sendable {
  typealias Recorded = (at: Instant, fact: Fact)

  let customer: Customer.ID
  let facts: [Recorded]

  /// A purchase, recorded when it was signed: when it was bought, or refunded.
  static func bought(
    _ id: String, _ start: String, to end: String, price: Int64 = 9990, currency: String = "USD",
    offer: StoreOffer? = nil, refunded: String? = nil, line: String = "1"
  ) -> Recorded {
    guard let start = Instant(start), let end = Instant(end) else { preconditionFailure() }
    return bought(
      id, start, to: end, price: Money(milliunits: price, currency: currency), offer: offer,
      refunded: refunded.flatMap { Instant($0) }, line: line)
  }

  private static func bought(
    _ id: String, _ start: Instant, to end: Instant, price: Money, offer: StoreOffer?,
    refunded: Instant?, line: String
  ) -> Recorded {
    let signed = refunded ?? start
    return (
      signed,
      .transaction(
        StoreTransaction(
          id: StoreTransaction.ID(id), originalID: PurchaseID.OriginalID(line), product: "pro",
          group: "plans", purchasedAt: start, expiresAt: end, revokedAt: refunded, offer: offer,
          price: price, signedAt: signed))
    )
  }

  /// Renewal information of the line `1`.
  static func renewal(
    _ signed: String, willRenew: Bool = true, graceTo grace: String? = nil
  ) -> Recorded {
    guard let signed = Instant(signed) else { preconditionFailure() }
    return (
      signed,
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro", willRenew: willRenew,
          graceEndsAt: grace.flatMap { Instant($0) }, signedAt: signed))
    )
  }

  /// Customers of 2026, each with one subscription: some try, renew, pause between periods, refund.
  static func seeded(_ count: Int, seed: UInt64) -> [ChartLife] {
    var state = seed
    func next(_ bound: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % UInt64(bound))
    }
    guard let year = Instant("2026-01-01") else { preconditionFailure() }
    return (0..<count).map { number in
      var at = year.adding(milliseconds: next(150 * 86_400) * 1000)
      let days = [7, 30, 31, 365][Int(next(4))]
      var facts: [Recorded] = []
      let isTried = next(2) == 0
      for period in 0...next(6) {
        let isTrial = period == 0 && isTried
        let length = isTrial ? 7 : Int64(days)
        let end = at.adding(milliseconds: length * 86_400_000)
        func bought(refunded: Instant?) -> Recorded {
          Self.bought(
            "\(number)-\(period)", at, to: end,
            price: Money(milliunits: isTrial ? 0 : 990, currency: "USD"),
            offer: isTrial ? StoreOffer(kind: .introductory, payment: .freeTrial) : nil,
            refunded: refunded, line: "\(number)")
        }
        facts.append(bought(refunded: nil))
        if !isTrial, next(8) == 0 {
          facts.append(bought(refunded: at.adding(milliseconds: (1 + next(5)) * 86_400_000)))
        }
        at = next(4) == 0 ? end.adding(milliseconds: next(40) * 86_400_000) : end
      }
      return ChartLife(customer: Customer.ID("customer-\(number)"), facts: facts)
    }
  }
}

/// Counts charts of seeded lives one transaction and one instant at a time.
struct ChartRecount {
  static let charts: [Chart] = [
    .activeSubscriptions, .newSubscriptions, .churnedSubscriptions, .activeTrials, .newTrials,
    .endedTrials, .mrr, .grossRevenue, .refunds, .revenue, .newCustomers,
  ]

  /// The transactions of each customer, each as last known.
  private let lives: [[StoreTransaction]]
  private let known: Instant

  init(lives: [ChartLife], known: Instant) {
    self.known = known
    self.lives = lives.map { life in
      var latest: [StoreTransaction.ID: StoreTransaction] = [:]
      for case (let at, .transaction(let transaction)) in life.facts where at < known {
        latest[transaction.id] = transaction
      }
      return latest.values.sorted { $0.purchasedAt < $1.purchasedAt }
    }
  }

  func value(_ chart: Chart, _ period: ChartPeriod) -> Int64 {
    let (before, last) = (
      period.start.adding(milliseconds: -1), min(period.end, known).adding(milliseconds: -1)
    )
    func bought(_ transaction: StoreTransaction) -> Bool {
      period.start <= transaction.purchasedAt && transaction.purchasedAt < period.end
    }
    let all = lives.flatMap { $0 }
    let payments = all.filter { !isTrial($0) && bought($0) }
    let new = lives.count { life in life.first { !isTrial($0) }.map(bought) ?? false }
    switch chart {
    case .activeSubscriptions: return running(at: last, trials: false)
    case .newSubscriptions: return Int64(new)
    case .churnedSubscriptions:
      return running(at: before, trials: false) + Int64(new) - running(at: last, trials: false)
    case .activeTrials: return running(at: last, trials: true)
    case .newTrials: return Int64(all.count { isTrial($0) && bought($0) })
    case .endedTrials:
      return running(at: before, trials: true) + Int64(all.count { isTrial($0) && bought($0) })
        - running(at: last, trials: true)
    case .mrr:
      return all.filter { !isTrial($0) && isRunning($0, at: last) }.reduce(0) { $0 + monthly($1) }
    case .grossRevenue: return sum(payments)
    case .refunds: return sum(payments.filter { $0.revokedAt != nil })
    case .revenue: return sum(payments.filter { $0.revokedAt == nil })
    case .newCustomers: return Int64(lives.count { $0.first.map(bought) ?? false })
    default: preconditionFailure("\(chart) has no recount")
    }
  }

  private func isTrial(_ transaction: StoreTransaction) -> Bool {
    transaction.offer?.payment == .freeTrial
  }

  private func isRunning(_ transaction: StoreTransaction, at instant: Instant) -> Bool {
    guard let end = transaction.expiresAt, transaction.purchasedAt <= instant else { return false }
    return instant < end && (transaction.revokedAt.map { instant < $0 } ?? true)
  }

  private func running(at instant: Instant, trials: Bool) -> Int64 {
    Int64(lives.joined().count { isTrial($0) == trials && isRunning($0, at: instant) })
  }

  /// A price of 0.990: a week × 4, a month × 1, a year ÷ 12.
  private func monthly(_ transaction: StoreTransaction) -> Int64 {
    let milliseconds =
      (transaction.expiresAt?.milliseconds ?? 0) - transaction.purchasedAt.milliseconds
    switch milliseconds / 86_400_000 {
    case 7: return 3960
    case 365: return 83
    default: return 990
    }
  }

  private func sum(_ transactions: [StoreTransaction]) -> Int64 {
    transactions.reduce(0) { $0 + ($1.price?.milliunits ?? 0) }
  }
}
