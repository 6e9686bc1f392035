import Tollgate

extension Chart {
  static let ofAmounts = [
    mrr, newMRR, churnedMRR, arr, grossRevenue, refunds, revenue, proceeds, realizedLTV,
    realizedLTVPaying, refundRate, refundRequests, refundedRequests,
  ]

  package static let mrr = Chart(
    "mrr", title: "MRR", .money,
    "the prices of active subscriptions at the period's end, each for a month", .level(.mrr))

  package static let newMRR = Chart(
    "new-mrr", title: "New MRR", .money,
    "the prices of subscriptions paid for the first time, each for a month", .flow(.newMRR))

  package static let churnedMRR = Chart(
    "churned-mrr", title: "Churned MRR", .money,
    "the monthly prices that were lost: MRR at the start + new MRR − MRR at the end",
    .lost(.mrr, new: .newMRR))

  package static let arr = Chart(
    "arr", title: "ARR", .money,
    "the prices of active subscriptions at the period's end, each for a year: MRR × 12",
    .level(.mrr, times: 12))

  package static let grossRevenue = Chart(
    "gross-revenue", .money,
    "payments, including those for purchases not yet claimed, by the date of the purchase",
    .flow(.grossRevenue))

  package static let refunds = Chart(
    "refunds", .money, "what was returned of payments, by the date of the purchase",
    .flow(.refunds))

  package static let revenue = Chart(
    "revenue", .money,
    "payments less what was returned of them, by the date of the purchase",
    .flow(.grossRevenue, less: .refunds))

  package static let proceeds = Chart(
    "proceeds", .money, isNet: true,
    "payments less refunds and the share given for commission and taxes, by the date of the purchase",
    .flow(.grossRevenue, less: .refunds))

  package static let realizedLTV = Chart(
    "realized-ltv", title: "Realized LTV", .average, of: .newCustomers,
    "what new customers paid, less refunds, within a time after they were first seen, per customer",
    lifetimeValue { _ in true })

  package static let realizedLTVPaying = Chart(
    "realized-ltv-paying", title: "Realized LTV paying", .average, of: .newCustomers,
    "what new customers paid, less refunds, within a time after they were first seen, per customer who paid anything within that time",
    lifetimeValue { payments in !payments.isEmpty })

  package static let refundRate = Chart(
    "refund-rate", .share, "refunded payments out of all payments, by the date of the purchase",
    .flow(.refundRate))

  package static let refundRequests = Chart(
    "refund-requests", .count,
    "requests for a refund about which the App Store asked the server, by the date of the question",
    .flow(.refundRequests))

  package static let refundedRequests = Chart(
    "refunded-requests", .share,
    "requests for a refund whose payment was refunded, out of those about which the App Store asked the server",
    .flow(.refundedRequests))

  /// What customers paid within each age since they were first seen, or bought something if they did so before.
  ///
  /// Customers have no currency, and are counted once, next to the amounts in each.
  private static func lifetimeValue(
    _ isCounted: @escaping @Sendable (_ payments: [StoreTransaction]) -> Bool
  ) -> ChartFormula {
    .cohorts(firstAge: 1) { basis, period, query in
      guard let firstSeen = basis.person.firstSeen else { return [] }
      let bought = basis.lines.flatMap(\.transactions)
      let start = bought.map(\.purchasedAt).reduce(firstSeen, min)
      guard basis.knows(start, in: period) else { return [] }
      let payments = bought.filter(\.isPayment)
      return query.ages(of: period, knownAt: basis.known).flatMap { age in
        let end = start.adding(period.length.period, times: age)
        let paid = payments.filter { $0.purchasedAt < end }
        let customers = isCounted(paid) ? [ChartStep(at: start, 0, of: 1, age: age)] : []
        return customers
          + paid.compactMap { payment in
            guard let currency = payment.price?.currency else { return nil }
            return ChartStep(at: start, payment.kept, currency: currency, age: age)
          }
      }
    }
  }
}

extension ChartMeasure {
  /// The monthly price of the active subscriptions, in thousandths; it changes while a span lasts if seats do.
  fileprivate static let mrr = ofPurchases("mrr") { line, basis in
    line.paidSpans.flatMap { span in
      var steps: [ChartStep] = []
      var last: Int64 = 0
      for instant in span.priceChanges + [span.end] {
        guard let price = span.monthlyPrice(at: instant, periods: basis.billing) else { continue }
        let now = instant < span.end ? price.milliunits : 0
        steps.append(
          line.step(at: instant, now - last, span.transaction, currency: price.currency))
        last = now
      }
      return steps
    }
  }

  /// The monthly price of the subscriptions that become paid for the first time, in thousandths.
  fileprivate static let newMRR = ofPurchases("newMRR") { line, basis in
    guard let first = line.firstPaid,
      let price = first.monthlyPrice(at: first.start, periods: basis.billing)
    else { return [] }
    return [
      line.step(at: first.start, price.milliunits, first.transaction, currency: price.currency)
    ]
  }

  /// What was paid, in thousandths.
  fileprivate static let grossRevenue = ofPayments("grossRevenue") { payment, line in
    payment.price.map { price in
      line.step(
        at: payment.purchasedAt, price.milliunits, payment, currency: price.currency)
    }
  }

  /// What was paid and returned, when it was paid, in thousandths.
  fileprivate static let refunds = ofPayments("refunds") { payment, line in
    payment.returned.map { returned in
      line.step(
        at: payment.purchasedAt, returned.milliunits, payment, currency: payment.price?.currency)
    }
  }

  /// The payments that were refunded, of all.
  fileprivate static let refundRate = ofPayments("refundRate") { payment, line in
    line.step(at: payment.purchasedAt, payment.isRefunded ? 1 : 0, of: 1, payment)
  }

  private static func ofPayments(
    _ name: String, _ step: @escaping @Sendable (StoreTransaction, ChartLine) -> ChartStep?
  ) -> ChartMeasure {
    ofPurchases(name) { line, _ in
      line.transactions.filter(\.isPayment).compactMap { step($0, line) }
    }
  }

  fileprivate static let refundRequests = ofPurchases("refundRequests") { line, _ in
    line.requests.map { line.step(at: $0.askedAt, 1, line.transaction(of: $0)) }
  }

  /// The questions about a refund that was then granted, of all.
  fileprivate static let refundedRequests = ofPurchases("refundedRequests") { line, _ in
    line.requests.map { request in
      let transaction = line.transaction(of: request)
      let isRefunded = transaction?.isRefunded ?? false
      return line.step(at: request.askedAt, isRefunded ? 1 : 0, of: 1, transaction)
    }
  }
}
