import Tollgate

extension TollgateClient {
  enum TrialEnding { case time, uses, refund }
  /// How the trial ended; nil while it runs.
  var trialEnding: TrialEnding? {
    guard let trial = membership?.trial, !trial.isActive else { return nil }
    if membership?.subscription?.condition == .revoked { return .refund }
    return trial.usesLeft == 0 ? .uses : .time
  }

  /// When the plan that was bought with the trial starts by itself, after the last use; nil where it does not.
  var planStartsAt: Instant? {
    guard trialEnding == .uses, let subscription = membership?.subscription,
      subscription.isActive, subscription.willRenew
    else { return nil }
    return subscription.expiresAt
  }

  /// What is said of a trial that is over, by how it ended.
  var trialOverLine: String {
    let limit = membership?.trial?.limit
    switch trialEnding {
    case .uses:
      if let planStartsAt {
        let date = phrasebook.date(planStartsAt, in: configuration.timeZone)
        return line(.planTrialExpiredUses, count: limit, [.date: date])
      }
      let isRunning = membership?.subscription?.isActive ?? false
      return isRunning
        ? line(.planTrialExpiredUsesCancelled, count: limit, [:]) : line(.planTrialExpired)
    case .refund: return line(.planTrialExpiredRefund)
    case .time, nil: return line(.planTrialExpired)
    }
  }
}
