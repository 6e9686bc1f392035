import Testing
import Tollgate
import TollgateLedger

/// Counts charts instant by instant and transaction by transaction, as their definitions read.
struct SlowCharts {
  /// A number, and what it is a share of; 0 for a count or an amount.
  struct Number: Equatable {
    var value: Int64 = 0
    var base: Int64 = 0
  }

  /// One subscription or one-time purchase, with what is known of it.
  private struct Purchase {
    /// In order of purchase.
    let transactions: [StoreTransaction]
    let renewals: [StoreRenewal]
    let requests: [RefundRequest]

    /// The transactions without those that added seats to a running period.
    var periods: [StoreTransaction] {
      transactions.filter { transaction in transaction.id == payments(with: transaction)[0].id }
    }

    /// All transactions that pay for the period of one of them.
    func payments(with transaction: StoreTransaction) -> [StoreTransaction] {
      transactions.filter {
        $0.id == transaction.id
          || ($0.expiresAt != nil && $0.expiresAt == transaction.expiresAt
            && $0.product == transaction.product)
      }
    }
  }

  private struct Person {
    /// nil for an unclaimed purchase, and for a customer known only from such purchases.
    let firstSeen: Instant?
    let purchases: [Purchase]
    /// When each paywall was shown, in order.
    let views: [Paywall.ID: [Instant]]
  }

  private let people: [Person]
  private let known: Instant

  init(_ history: ChartHistory, known: Instant) {
    self.known = known
    people = history.lives.values.compactMap { life in
      let facts = life.facts.filter { $0.at < known }
      guard !facts.isEmpty else { return nil }
      let renewals = facts.compactMap { recorded in
        if case .renewal(let renewal) = recorded.fact { renewal } else { nil }
      }
      let requests = facts.compactMap { recorded in
        if case .refundRequest(let request) = recorded.fact { request } else { nil }
      }
      let transactions = Customer(facts.map(\.fact)).storeTransactions
      return Person(
        firstSeen: life.own.map(\.at).filter { $0 < known }.min(),
        purchases: Set(transactions.map(\.originalID)).map { id in
          Purchase(
            transactions: transactions.filter { $0.originalID == id },
            renewals: renewals.filter { $0.purchase.originalID == id },
            requests: requests.filter { $0.purchase.originalID == id })
        }, views: Self.views(in: facts.map(\.fact)))
    }
  }

  func number(_ chart: Chart, _ period: ChartPeriod) -> Number {
    let (start, last) = (
      period.start.adding(milliseconds: -1), min(period.end, known).adding(milliseconds: -1)
    )
    func isIn(_ instant: Instant) -> Bool { period.start <= instant && instant <= last }
    let purchases = people.flatMap(\.purchases)
    func bought(_ isCounted: (StoreTransaction) -> Bool) -> [StoreTransaction] {
      purchases.flatMap { $0.transactions.filter { isIn($0.purchasedAt) && isCounted($0) } }
    }
    func refunded() -> [StoreTransaction] {
      bought { isPaid($0) && isRefunded($0) }
    }
    func newlyPaid() -> [StoreTransaction] {
      purchases.compactMap(firstPaid).filter { isIn($0.purchasedAt) }
    }
    func seen() -> [(person: Person, at: Instant)] {
      people.compactMap { person in
        person.firstSeen.flatMap { isIn($0) ? (person, $0) : nil }
      }
    }

    switch chart {
    case .activeSubscriptions: return Number(value: subscribers(purchases, at: last))
    case .newSubscriptions: return Number(value: Int64(newlyPaid().count))
    case .churnedSubscriptions:
      return Number(value: purchases.reduce(0) { $0 + churn(of: $1, isIn, start, last) })
    case .churn:
      return Number(
        value: purchases.reduce(0) { $0 + churn(of: $1, isIn, start, last) },
        base: subscribers(purchases, at: start))
    case .renewingSubscriptions, .cancelledSubscriptions, .billingIssues:
      return Number(value: Int64(purchases.count { status($0, at: last) == chart }))
    case .subscriptionRetention, .realizedLTV, .realizedLTVPaying:
      return number(chart, period, age: chart.firstAge ?? 0)
    case .firstRenewal:
      // Of those that are over, all but the ones that were paid once alone.
      let over = purchases.filter { purchase in
        guard let first = firstPaid(purchase) else { return false }
        return isIn(first.purchasedAt) && (first.expiresAt ?? known) < known
      }
      return Number(
        value: Int64(over.count { paidTimes($0).count > 1 }), base: Int64(over.count))
    case .refundRequests, .refundedRequests:
      let asked = purchases.flatMap { purchase in
        purchase.requests.filter { isIn($0.askedAt) }.map { request in
          purchase.transactions.contains {
            $0.id.rawValue == request.transaction.rawValue && isRefunded($0)
          }
        }
      }
      return chart == .refundRequests
        ? Number(value: Int64(asked.count))
        : Number(value: Int64(asked.count { $0 }), base: Int64(asked.count))
    case .activeTrials: return Number(value: Int64(trials(purchases, at: last).count))
    case .newTrials:
      return Number(value: Int64(bought(isTrial).count))
    case .endedTrials:
      let started = bought(isTrial).map(\.id)
      let running = Set(started + trials(purchases, at: start))
      return Number(value: Int64(running.subtracting(trials(purchases, at: last)).count))
    case .trialConversion, .pendingTrials, .abandonedTrials:
      return trialOutcomes(chart, of: seen().flatMap(\.person.purchases))
    case .mrr: return Number(value: mrr(purchases, at: last))
    case .arr: return Number(value: mrr(purchases, at: last) * 12)
    case .newMRR:
      return Number(value: newlyPaid().reduce(0) { $0 + monthly($1, $1.price?.milliunits ?? 0) })
    case .churnedMRR:
      return Number(
        value: mrr(purchases, at: start)
          + newlyPaid().reduce(0) { $0 + monthly($1, $1.price?.milliunits ?? 0) }
          - mrr(purchases, at: last))
    case .grossRevenue: return Number(value: sum(bought(isPaid)))
    case .refunds: return Number(value: sumReturned(refunded()))
    case .revenue: return Number(value: sum(bought(isPaid)) - sumReturned(refunded()))
    case .proceeds:
      return Number(value: (sum(bought(isPaid)) - sumReturned(refunded())) * 7 / 10)
    case .refundRate:
      return Number(value: Int64(refunded().count), base: Int64(bought(isPaid).count))
    case .paywallViews, .paywallConversion, .paywallTrials, .paywallPayingConversion,
      .paywallAbandonment:
      return people.reduce(Number()) { number, person in
        let more = views(chart, of: person, isIn)
        return Number(value: number.value + more.value, base: number.base + more.base)
      }
    case .paywallEncounter:
      let met = seen().count { person, firstSeen in
        person.views.values.joined().contains {
          $0.milliseconds - firstSeen.milliseconds < 7 * 86_400_000
        }
      }
      return Number(value: Int64(met), base: Int64(seen().count))
    case .newCustomers: return Number(value: Int64(seen().count))
    case .initialConversion, .payingConversion:
      let converted = seen().count { person, firstSeen in
        person.purchases.flatMap(\.transactions).contains {
          $0.purchasedAt.milliseconds - firstSeen.milliseconds < 7 * 86_400_000
            && (chart == .initialConversion || isPaid($0))
        }
      }
      return Number(value: Int64(converted), base: Int64(seen().count))
    default:
      Issue.record("The chart \(chart) has no recount.")
      return Number()
    }
  }

  // MARK: Of a cohort

  /// The number of the cohort of a period, a number of periods later.
  func number(_ chart: Chart, _ period: ChartPeriod, age: Int) -> Number {
    chart == .subscriptionRetention
      ? retained(of: period, age: age)
      : lifetimeValue(of: period, age: age, payersOnly: chart == .realizedLTVPaying)
  }

  private func lifetimeValue(of period: ChartPeriod, age: Int, payersOnly: Bool) -> Number {
    let units: [ChartPeriod.Length: Period] = [
      .day: Period(1, .day), .week: Period(1, .week), .month: Period(1, .month),
    ]
    var number = Number()
    for person in people {
      guard let firstSeen = person.firstSeen else { continue }
      let bought = person.purchases.flatMap(\.transactions)
      let start = bought.map(\.purchasedAt).reduce(firstSeen, min)
      guard period.contains(start), let unit = units[period.length] else { continue }
      let end = start.adding(unit, times: age)
      let paid = bought.filter { isPaid($0) && $0.purchasedAt < end }
      if !payersOnly || !paid.isEmpty { number.base += 1 }
      number.value += sum(paid) - sumReturned(paid.filter(isRefunded))
    }
    return number
  }

  private func retained(of period: ChartPeriod, age: Int) -> Number {
    var later = period
    for _ in 0..<age { later = ChartPeriod(period.length, containing: later.end) }
    let last = min(later.end, known).adding(milliseconds: -1)
    let cohort = people.flatMap(\.purchases).filter { purchase in
      guard let first = firstPaid(purchase) else { return false }
      return period.contains(first.purchasedAt) && (first.revokedAt == nil || first.isUpgraded)
    }
    let paid = cohort.count { purchase in
      payer(purchase, at: last)?.expiresAt.map { last < $0 } ?? false
    }
    return Number(value: Int64(paid), base: Int64(cohort.count))
  }

  // MARK: At an instant

  /// The transaction by which a subscription runs at an instant: the latest that began, unless it ended.
  private func current(_ purchase: Purchase, at instant: Instant) -> StoreTransaction? {
    let periods = purchase.periods
    guard let index = periods.lastIndex(where: { $0.purchasedAt <= instant }),
      periods[index].group != nil
    else { return nil }
    let transaction = periods[index]
    let isPaidFor = purchase.payments(with: transaction).contains { payment in
      payment.revokedAt.map { instant < $0 } ?? true
    }
    guard isPaidFor else { return nil }
    if let end = transaction.expiresAt, instant < end { return transaction }
    let isInGrace = purchase.renewals.contains { renewal in
      guard let end = renewal.graceEndsAt, transaction.purchasedAt <= renewal.signedAt,
        !isTrial(transaction)
      else {
        return false
      }
      let isOfLater = periods.dropFirst(index + 1)
        .contains { $0.purchasedAt <= renewal.signedAt }
      return instant < end && !isOfLater
    }
    return isInGrace ? transaction : nil
  }

  private func payer(_ purchase: Purchase, at instant: Instant) -> StoreTransaction? {
    current(purchase, at: instant).flatMap { isTrial($0) ? nil : $0 }
  }

  private func subscribers(_ purchases: [Purchase], at instant: Instant) -> Int64 {
    Int64(purchases.count { payer($0, at: instant) != nil })
  }

  private func trials(_ purchases: [Purchase], at instant: Instant) -> [StoreTransaction.ID] {
    purchases.compactMap { current($0, at: instant) }.filter(isTrial).map(\.id)
  }

  private func mrr(_ purchases: [Purchase], at instant: Instant) -> Int64 {
    purchases.reduce(0) { sum, purchase in
      guard let period = payer(purchase, at: instant) else { return sum }
      let paid = purchase.payments(with: period).filter { payment in
        payment.purchasedAt <= instant && payment.revokedAt.map { instant < $0 } ?? true
      }
      let price = paid.reduce(Int64(0)) { price, payment in
        let returned = payment.refund.flatMap { $0.at <= instant ? $0.amount.milliunits : nil }
        return price + (payment.price?.milliunits ?? 0) - (returned ?? 0)
      }
      return sum + monthly(period, price)
    }
  }

  /// Which chart of active subscriptions counts a subscription at an instant; nil if it is not active.
  private func status(_ purchase: Purchase, at instant: Instant) -> Chart? {
    guard let transaction = payer(purchase, at: instant) else { return nil }
    if (transaction.expiresAt ?? instant) <= instant { return .billingIssues }
    let signed = purchase.renewals.filter { $0.signedAt <= instant }
      .max { $0.signedAt < $1.signedAt }
    return signed?.willRenew ?? true ? .renewingSubscriptions : .cancelledSubscriptions
  }

  // MARK: Over a period

  /// The transactions that were paid for and gave the subscription some time.
  private func paidTimes(_ purchase: Purchase) -> [StoreTransaction] {
    purchase.periods.filter {
      isPaid($0) && current(purchase, at: $0.purchasedAt)?.id == $0.id
    }
  }

  /// The first transaction that was paid for and gave the subscription some time.
  private func firstPaid(_ purchase: Purchase) -> StoreTransaction? {
    paidTimes(purchase).first
  }

  /// 1 if it expired, -1 if it returned after it had expired, 0 otherwise.
  private func churn(
    of purchase: Purchase, _ isIn: (Instant) -> Bool, _ start: Instant, _ last: Instant
  ) -> Int64 {
    let isNew = firstPaid(purchase).map { isIn($0.purchasedAt) } ?? false
    switch (payer(purchase, at: start) != nil || isNew, payer(purchase, at: last) != nil) {
    case (true, false): return 1
    case (false, true): return -1
    case (true, true), (false, false): return 0
    }
  }

  private func trialOutcomes(_ chart: Chart, of purchases: [Purchase]) -> Number {
    var number = Number()
    for purchase in purchases {
      let periods = purchase.periods
      guard let trial = periods.firstIndex(where: isTrial) else { continue }
      number.base += 1
      let outcome: Chart
      if periods.dropFirst(trial + 1).contains(where: isPaid) {
        outcome = .trialConversion
      } else if current(purchase, at: known)?.id == periods[trial].id,
        purchase.renewals.max(by: { $0.signedAt < $1.signedAt })?.willRenew ?? true
      {
        outcome = .pendingTrials
      } else {
        outcome = .abandonedTrials
      }
      number.value += outcome == chart ? 1 : 0
    }
    return number
  }

  // MARK: Of a paywall

  private static func views(in facts: [Fact]) -> [Paywall.ID: [Instant]] {
    let shown = facts.compactMap { fact -> PaywallEvent? in
      guard case .paywall(let event) = fact, event.action == .shown else { return nil }
      return event
    }
    return Dictionary(grouping: shown, by: \.paywall).mapValues { $0.map(\.at).sorted() }
  }

  private func views(_ chart: Chart, of person: Person, _ isIn: (Instant) -> Bool) -> Number {
    if chart == .paywallViews {
      return Number(value: Int64(person.views.values.joined().count(where: isIn)))
    }
    var number = Number()
    for first in person.views.values.compactMap(\.first) where isIn(first) {
      number.base += 1
      let bought = person.purchases.filter { purchase in
        let wait = purchase.transactions[0].purchasedAt.milliseconds - first.milliseconds
        return 0 <= wait && wait < 3 * 86_400_000
      }
      let isCounted =
        switch chart {
        case .paywallTrials: bought.contains { isTrial($0.transactions[0]) }
        case .paywallPayingConversion:
          bought.contains { $0.transactions.contains(where: isPaid) }
        case .paywallAbandonment:
          bought.isEmpty && known.milliseconds - first.milliseconds >= 3 * 86_400_000
        default: !bought.isEmpty
        }
      number.value += isCounted ? 1 : 0
    }
    return number
  }

  // MARK: Of a transaction

  private func isTrial(_ transaction: StoreTransaction) -> Bool {
    transaction.offer?.payment == .freeTrial
  }

  private func isPaid(_ transaction: StoreTransaction) -> Bool {
    !isTrial(transaction) && transaction.price?.milliunits != 0
  }

  private func isRefunded(_ transaction: StoreTransaction) -> Bool {
    (transaction.revokedAt != nil || transaction.refund != nil) && !transaction.isUpgraded
  }

  /// A price of a transaction's product, for a month.
  private func monthly(_ transaction: StoreTransaction, _ price: Int64) -> Int64 {
    price * (transaction.product == "silver.week" ? 4 : 1)
  }

  private func sum(_ transactions: [StoreTransaction]) -> Int64 {
    transactions.reduce(0) { $0 + ($1.price?.milliunits ?? 0) }
  }

  private func sumReturned(_ transactions: [StoreTransaction]) -> Int64 {
    transactions.reduce(0) { $0 + ($1.refund?.amount.milliunits ?? $1.price?.milliunits ?? 0) }
  }
}
