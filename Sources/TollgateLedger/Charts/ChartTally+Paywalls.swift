import Tollgate

extension ChartTally {
  /// The times that paywalls were shown, as the chart counts them; none if it counts something else.
  var countedViews: [PaywallEvent] {
    guard query.chart.subject == .paywalls else { return [] }
    return query.chart == .paywallViews ? person.views : person.firstViews
  }

  /// Counts a time that a paywall was shown in the period, with the customer's purchases.
  ///
  /// A purchase follows from every paywall that was first shown in the three days before it; a renewal does not.
  mutating func count(_ view: PaywallEvent, with lines: [ChartLine]) {
    let end = view.at.adding(ChartSegment.placementWindow)
    let bought = lines.map(\.transactions).filter { transactions in
      transactions.first.map { view.at <= $0.purchasedAt && $0.purchasedAt < end } ?? false
    }
    let isCounted: Bool
    switch query.chart {
    case .paywallConversion: isCounted = !bought.isEmpty
    case .paywallTrials:
      isCounted = bought.contains { $0.first?.offer?.payment == .freeTrial }
    case .paywallPayingConversion:
      isCounted = bought.contains { $0.contains(where: \.isPayment) }
    case .paywallAbandonment: isCounted = bought.isEmpty && end <= known
    default:
      add(1, view: view)
      return
    }
    add(isCounted ? 1 : 0, of: 1, view: view)
  }
}
