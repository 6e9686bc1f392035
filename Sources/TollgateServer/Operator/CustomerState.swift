import Tollgate

/// What a list of customers is a list of; a customer can be in several.
///
/// Subscriptions are the one that decides the plan; what else a customer bought is on their page.
enum CustomerState: String, CaseIterable, Sendable {
  /// A trial of the blueprint runs, or a subscription's free introductory period.
  case trial
  /// A trial ended, and nothing was bought since.
  case trialExpired = "trial-expired"
  /// A subscription gives access and is paid for, or in its grace period.
  case active
  /// A subscription gives access, and is set not to renew.
  case willNotRenew = "will-not-renew"
  /// A subscription gives access for a while although its renewal could not be charged.
  case grace
  /// The store retries to charge a renewal, and there is no access.
  case billingRetry = "billing-retry"
  /// What gave access has ended.
  case lapsed
  /// A purchase was refunded.
  case refunded
  /// Access that an operator granted runs.
  case granted
  /// Nothing was bought, granted or tried.
  case nothing

  /// What a person reads.
  var title: String { rawValue.replacing("-", with: " ") }

  /// The states of a customer.
  ///
  /// - Parameter membership: What holds for the customer, at the instant for which the states are.
  /// - Returns: The states; empty if none of them fits.
  static func states(
    of customer: Customer, with membership: Membership
  ) -> Set<CustomerState> {
    let now = membership.instant
    let transactions = customer.storeTransactions
    var states: Set<CustomerState> = []
    switch membership.phase {
    case .trial: states.insert(.trial)
    case .trialExpired: states.insert(.trialExpired)
    case .lapsed: states.insert(.lapsed)
    case .onboarding, .blocked, .free:
      if transactions.isEmpty && customer.allGrants.isEmpty { states.insert(.nothing) }
    case .unknown, .subscribed: break
    }
    if let subscription = membership.subscription {
      states.formUnion(Self.states(of: subscription, transactions))
    }
    if transactions.contains(where: { $0.ownership == .purchased && $0.isRefunded }) {
      states.insert(.refunded)
    }
    if !customer.runningGrants(in: membership.blueprint, at: now).isEmpty {
      states.insert(.granted)
    }
    return states
  }

  private static func states(
    of subscription: Subscription, _ transactions: [StoreTransaction]
  ) -> Set<CustomerState> {
    var states: Set<CustomerState> = []
    if subscription.isActive {
      let isFree =
        subscription.isIntroductory
        && transactions.contains {
          $0.purchase == subscription.purchase && $0.purchasedAt == subscription.startedAt
            && $0.offer?.payment == .freeTrial
        }
      states.insert(isFree ? .trial : .active)
      if !subscription.willRenew { states.insert(.willNotRenew) }
    }
    switch subscription.condition {
    case .grace: states.insert(.grace)
    case .billingRetry: states.insert(.billingRetry)
    case .active, .paused, .expired, .revoked: break
    }
    return states
  }
}
