import Tollgate

extension SubscriptionSettingsModel {
  /// Whether there is a subscription to manage.
  var canManage: Bool {
    switch client.membership?.subscription?.condition {
    case .active, .grace, .billingRetry, .paused: true
    case .expired, .revoked, nil: false
    }
  }

  /// The paywall with the plans, where it sells something; nothing is sold before the onboarding is over.
  var onSale: Paywall.ID? {
    guard client.phase != .onboarding else { return nil }
    guard let paywall else { return client.paywallOnSale }
    return client.membership?.sells(paywall) ?? false ? paywall : nil
  }

  /// The button with the plans.
  var upgradeLabel: String {
    if let own = client.text("action.upgrade") ?? client.text("action.viewPlans") { return own }
    let hasFreeTier = client.blueprint?.definition.hasFreeTier ?? false
    return client.line(hasFreeTier ? .upgrade : .viewPlans)
  }

  /// What the phase alone says of the plan.
  var phaseLine: String {
    let membership = client.membership
    switch client.phase {
    case .unknown: return client.line(.planUnknown)
    case .onboarding: return client.line(.planOnboarding)
    case .blocked: return client.line(.planBlocked)
    case .trial:
      guard let left = membership?.trial?.daysLeft else { return trialLine }
      return client.line(.planTrial, count: left, [:])
    case .trialExpired: return client.line(.planTrialExpired)
    case .subscribed:
      guard let subscription = membership?.subscription, subscription.isActive else {
        return client.line(.planIncluded)
      }
      return line(.planSubscribed, subscription)
    case .lapsed: return client.line(.planLapsed)
    case .free: return client.line(.planFree)
    }
  }

  private var trialLine: String { client.text("plan.trial") ?? client.line(.planInTrial) }

  /// A line about a subscription.
  func line(_ text: StandardText, _ subscription: Subscription) -> String {
    let book = client.phrasebook
    var values = client.terms(of: subscription.product, book)
    values[.date] = book.date(
      subscription.graceEndsAt ?? subscription.expiresAt, in: client.configuration.timeZone)
    return client.line(text, values)
  }
}
