import Tollgate

extension SubscriptionSettingsModel {
  /// The subscription that gives the customer the plan; nil after the last use of a trial, although it is still
  /// running.
  var plan: Subscription? {
    guard client.phase != .trialExpired else { return nil }
    return client.membership?.subscription.flatMap { $0.isActive ? $0 : nil }
  }

  /// The customer's own plan that was cancelled and is still sold, while it runs; nil without one.
  var cancelledPlan: Subscription? {
    guard let subscription = plan, subscription.condition == .active, !subscription.willRenew,
      !subscription.isFamilyShared, client.blueprint?.product(subscription.product) != nil
    else { return nil }
    return subscription
  }

  /// Whether the customer has a subscription to manage; one that a family member pays for is not theirs to manage.
  var canManage: Bool { client.membership?.managesSubscription ?? false }

  /// The paywall with the plans, if it sells something; nothing is sold before onboarding is complete.
  var onSale: Paywall.ID? {
    guard client.phase != .onboarding else { return nil }
    guard let paywall else { return client.paywallOnSale }
    return client.membership?.sells(paywall) ?? false ? paywall : nil
  }

  /// The title of the button with the plans.
  var upgradeLabel: String {
    if let own = client.text("action.upgrade") ?? client.text("action.viewPlans") { return own }
    let hasFreeTier = client.blueprint?.definition.hasFreeTier ?? false
    return client.line(hasFreeTier ? .upgrade : .viewPlans)
  }

  /// The text for the plan, from the phase alone.
  var phaseLine: String {
    switch client.phase {
    case .unknown: return client.line(.planUnknown)
    case .onboarding: return client.line(.planOnboarding)
    case .blocked: return client.line(.planBlocked)
    case .trial: return trialLine
    case .trialExpired: return client.trialOverLine
    case .subscribed:
      return plan.map { line(.planSubscribed, $0) } ?? client.line(.planIncluded)
    case .lapsed: return client.line(.planLapsed)
    case .free: return client.line(.planFree)
    }
  }

  /// The text for a trial: the days left, or the uses left if days do not end it.
  private var trialLine: String {
    let trial = client.membership?.trial
    if let trial, trial.days != nil { return client.line(.planTrial, count: trial.daysLeft, [:]) }
    let own = client.text(StandardText.planTrialUses.id) ?? client.text(StandardText.planTrial.id)
    return own ?? trial?.usesLeft.map { client.line(.planTrialUses, count: $0, [:]) }
      ?? client.line(.planInTrial)
  }

  /// What remains due of a commitment, or that nothing does; nil without one, or if its price is not known.
  var commitmentLine: String? {
    guard let subscription = plan, let commitment = subscription.commitment,
      let due = subscription.amountDue
    else { return nil }
    let book = client.phrasebook
    let text: StandardText = subscription.hasBillsLeft ? .planCommitment : .planCommitmentPaid
    return client.line(
      text,
      [
        .count: book.number(commitment.bill), .total: book.number(commitment.bills),
        .price: book.price(due),
        .date: book.date(commitment.endsAt, in: client.configuration.timeZone),
      ])
  }

  /// A line about a subscription.
  func line(_ text: StandardText, _ subscription: Subscription) -> String {
    let book = client.phrasebook
    let billing: BillingPlan = subscription.commitment == nil ? .upFront : .monthly
    var values = client.terms(of: subscription.product, billed: billing, book)
    values[.date] = book.date(subscription.endsAt, in: client.configuration.timeZone)
    return client.line(text, values)
  }
}
