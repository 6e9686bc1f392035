import Tollgate

extension Chart {
  static let ofTrials = [
    activeTrials, newTrials, endedTrials, trialConversion, pendingTrials, abandonedTrials,
  ]

  package static let activeTrials = Chart(
    "active-trials", .count,
    "free trials that run at the period's end, without the grace period of a first payment that failed",
    .level(.trials))

  package static let newTrials = Chart(
    "new-trials", .count, "free trials that started", .flow(.newTrials))

  package static let endedTrials = Chart(
    "ended-trials", .count, "free trials that expired, were refunded or were converted",
    .flow(.endedTrials))

  package static let trialConversion = Chart(
    "trial-conversion", .share,
    "trials that converted, out of all trials of customers first seen in the period",
    .flow(.trialConversion))

  package static let pendingTrials = Chart(
    "pending-trials", .share,
    "trials that run and are set to renew, out of all trials of customers first seen in the period",
    .flow(.pendingTrials))

  package static let abandonedTrials = Chart(
    "abandoned-trials", .share,
    "trials that are over or set not to renew without a conversion, out of all trials of customers first seen in the period",
    .flow(.abandonedTrials))
}

extension ChartMeasure {
  fileprivate static let trials = ofPurchases("trials") { line, _ in
    line.trials.flatMap(line.steps(during:))
  }

  fileprivate static let newTrials = ofPurchases("newTrials") { line, _ in
    line.trials.map { line.step(at: $0.start, 1, $0.transaction) }
  }

  fileprivate static let endedTrials = ofPurchases("endedTrials") { line, _ in
    line.trials.map { line.step(at: $0.end, 1, $0.transaction) }
  }

  fileprivate static let trialConversion = ofFirstTrials("trialConversion") { line, trial, _ in
    line.isConverted(trial)
  }

  fileprivate static let pendingTrials = ofFirstTrials("pendingTrials", isKept: false) {
    line, trial, known in
    !line.isConverted(trial) && !line.isOver(trial, at: known)
  }

  fileprivate static let abandonedTrials = ofFirstTrials("abandonedTrials", isKept: false) {
    line, trial, known in
    !line.isConverted(trial) && line.isOver(trial, at: known)
  }

  /// Some of the trials, of all, by when their customers were first seen.
  private static func ofFirstTrials(
    _ name: String, isKept: Bool = true,
    _ isCounted: @escaping @Sendable (ChartLine, ChartSpan, _ known: Instant) -> Bool
  ) -> ChartMeasure {
    ofPurchases(name, isKept: isKept) { line, basis in
      guard let firstSeen = basis.person.firstSeen, let trial = line.trial else { return [] }
      let value: Int64 = isCounted(line, trial, basis.known) ? 1 : 0
      return [line.step(at: firstSeen, value, of: 1, trial.transaction)]
    }
  }
}

extension ChartLine {
  fileprivate var trials: [ChartSpan] { spans.filter(\.isTrial) }

  fileprivate func isOver(_ trial: ChartSpan, at instant: Instant) -> Bool {
    instant >= trial.end || !willRenew(at: instant)
  }
}
