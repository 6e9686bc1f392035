import Tollgate

extension Membership {
  /// The text about the plan that the settings show, as `SubscriptionSettingsModel.planLine` chooses it.
  var planLine: LocalizedText.ID {
    if phase != .trialExpired, let subscription, subscription.isActive {
      if subscription.condition == .grace { return "plan.grace" }
      if !subscription.willRenew { return "plan.ends" }
    }
    switch phase {
    case .trial: return trial?.days == nil ? "plan.trial.uses" : "plan.trial"
    case .trialExpired: return trialOverLine
    case .subscribed:
      return subscription?.isActive ?? false ? "plan.subscribed" : "plan.included"
    case .unknown, .onboarding, .blocked, .lapsed, .free:
      return LocalizedText.ID("plan.\(phase.rawValue)")
    }
  }

  /// The text for a trial that is over, by how it ended.
  private var trialOverLine: LocalizedText.ID {
    switch trial?.ending {
    case .uses:
      guard let subscription, subscription.isActive else { return "plan.trialExpired" }
      return subscription.willRenew ? "plan.trialExpired.uses" : "plan.trialExpired.usesCancelled"
    case .refund: return "plan.trialExpired.refund"
    case nil where trial?.activatedAt == nil: return "plan.trialExpired.unused"
    case .time, .replacement, .transfer, nil: return "plan.trialExpired"
    }
  }
}
