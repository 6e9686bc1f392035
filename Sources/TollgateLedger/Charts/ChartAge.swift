import Tollgate

extension Chart {
  /// The age at which a cohort chart first counts a cohort, in periods; nil for other charts.
  ///
  /// In a cohort chart, a period is the one in which a cohort began, and each cohort has a number for every age.
  package var firstAge: Int? {
    switch self {
    case .subscriptionRetention: 0
    case .realizedLTV, .realizedLTVPaying: 1
    default: nil
    }
  }
}

extension ChartQuery {
  /// The greatest number of ages of a cohort that are counted.
  package static let ageLimit = 24

  /// The ages at which a cohort is counted: those that began before an instant.
  func ages(of period: ChartPeriod, knownAt known: Instant) -> [Int] {
    guard let first = chart.firstAge else { return [] }
    return (first..<first + Self.ageLimit).filter { hasBegun(period, age: $0, at: known) }
  }

  /// Whether a period, or an age of its cohort, began before an instant.
  func hasBegun(_ period: ChartPeriod, age: Int?, at instant: Instant) -> Bool {
    period.start(after: (age ?? 0) - (chart.firstAge ?? 0)) < instant
  }

  /// When a number is settled: at the end of its period or of the cohort's age, or once paywalls that were shown then can no
  /// longer lead to a purchase.
  func end(of period: ChartPeriod, age: Int?) -> Instant {
    switch chart {
    case .paywallConversion, .paywallTrials, .paywallPayingConversion, .paywallAbandonment:
      period.end.adding(ChartSegment.placementWindow)
    case .paywallEncounter: period.end.adding(window)
    default: period.start(after: (age ?? 0) + 1)
    }
  }

  /// An age in words, such as `after 2 months`, or `within 2 months` where everything until then counts.
  func title(ofAge age: Int) -> String {
    let length = periods.first?.length ?? .month
    return
      "\(chart.unit == .average ? "within" : "after") \(age) \(length.rawValue)\(age == 1 ? "" : "s")"
  }
}
