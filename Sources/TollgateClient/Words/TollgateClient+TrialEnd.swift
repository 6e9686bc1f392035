import Tollgate

extension TollgateClient {
  /// The text for the plan after a trial, depending on how the trial ended.
  var trialOverLine: String {
    let trial = membership?.trial
    switch trial?.ending {
    case .uses:
      if let startsAt = membership?.planStartsAt {
        let date = phrasebook.date(startsAt, in: configuration.timeZone)
        return line(.planTrialExpiredUses, count: trial?.limit, [.date: date])
      }
      let subscription = membership?.subscription
      let isCancelled = subscription.map { $0.isActive && !$0.willRenew } ?? false
      return isCancelled
        ? line(.planTrialExpiredUsesCancelled, count: trial?.limit, [:]) : line(.planTrialExpired)
    case .refund: return line(.planTrialExpiredRefund)
    case .time, .replacement, .transfer, nil: return line(.planTrialExpired)
    }
  }
}
