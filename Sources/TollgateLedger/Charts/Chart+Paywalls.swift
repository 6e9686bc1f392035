import Tollgate

extension Chart {
  static let ofPaywalls = [
    paywallViews, paywallEncounter, paywallConversion, paywallTrials, paywallPayingConversion,
    paywallAbandonment,
  ]

  package static let paywallViews = Chart(
    "paywall-views", .count, of: .paywalls, "how often paywalls were shown", .flow(.paywallViews))

  package static let paywallEncounter = Chart(
    "paywall-encounter", .share, of: .newCustomers, settling: .afterWindow,
    "new customers who were shown a paywall within the window, 7 days, out of all new customers",
    .flow(.paywallEncounters))

  package static let paywallConversion = Chart(
    "paywall-conversion", .share, of: .paywalls, settling: .afterPurchases,
    "first views of each paywall with a trial or purchase within 3 days, out of all first views",
    .flow(.paywallConversions))

  package static let paywallTrials = Chart(
    "paywall-trials", .share, of: .paywalls, settling: .afterPurchases,
    "first views of each paywall with a free trial within 3 days, out of all first views",
    .flow(.paywallTrials))

  package static let paywallPayingConversion = Chart(
    "paywall-paying-conversion", .share, of: .paywalls, settling: .afterPurchases,
    "first views of each paywall with a trial or purchase within 3 days that was ever paid for, out of all first views",
    .flow(.paywallPayingConversions))

  package static let paywallAbandonment = Chart(
    "paywall-abandonment", .share, of: .paywalls, settling: .afterPurchases,
    "first views of each paywall whose 3 days are over without a trial or purchase, out of all first views",
    .flow(.paywallAbandonments))
}

extension ChartMeasure {
  fileprivate static let paywallViews = ChartMeasure("paywallViews", isKept: false) { basis in
    basis.person.views.map { ChartStep(at: $0.at, 1, by: .view($0)) }
  }

  fileprivate static let paywallEncounters = ofNewCustomers("paywallEncounters", isKept: false) {
    basis, end in
    basis.person.views.contains { $0.at < end }
  }

  fileprivate static let paywallConversions = ofFirstViews("paywallConversions") { bought, _ in
    !bought.isEmpty
  }

  fileprivate static let paywallTrials = ofFirstViews("paywallTrials") { bought, _ in
    bought.contains { $0.transactions.first?.offer?.payment == .freeTrial }
  }

  fileprivate static let paywallPayingConversions = ofFirstViews("paywallPayingConversions") {
    bought, _ in
    bought.contains { $0.transactions.contains(where: \.isPayment) }
  }

  fileprivate static let paywallAbandonments = ofFirstViews("paywallAbandonments") {
    bought, isOver in
    bought.isEmpty && isOver
  }

  /// Some of the first views of each paywall, of all.
  ///
  /// A purchase follows from every paywall that was first shown in the three days before it; a renewal does not.
  ///
  /// - Parameter isCounted: Whether a view counts, from the purchases that followed and whether the three days are over.
  private static func ofFirstViews(
    _ name: String, _ isCounted: @escaping @Sendable (_ bought: [ChartLine], Bool) -> Bool
  ) -> ChartMeasure {
    ChartMeasure(name, isKept: false) { basis in
      basis.person.firstViews.map { view in
        let end = view.at.adding(ChartSegment.placementWindow)
        let bought = basis.lines.filter { line in
          line.transactions.first.map { view.at <= $0.purchasedAt && $0.purchasedAt < end } ?? false
        }
        let value: Int64 = isCounted(bought, end <= basis.known) ? 1 : 0
        return ChartStep(at: view.at, value, of: 1, by: .view(view))
      }
    }
  }
}
