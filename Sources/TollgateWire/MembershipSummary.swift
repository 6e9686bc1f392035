public import Tollgate

/// What holds for a customer, in plain values for callers without the engine.
///
/// It stays the same until ``nextChange`` unless a new fact comes.
public struct MembershipSummary: Hashable, Sendable, Codable {
  /// Where the customer stands.
  public let phase: Phase
  /// What the store says of the subscription; nil where there never was one.
  public let condition: StoreCondition?
  /// The entitlements that hold, sorted.
  public let entitlements: [Entitlement.ID]
  /// When any of it changes with no new fact; nil where it never does.
  public let nextChange: Instant?
  /// How the trial stands; nil where none has started.
  public let trial: TrialSummary?
  /// The subscription that decides the plan; nil where there never was one.
  public let subscription: SubscriptionSummary?
  /// The credits in each wallet, by its name; nil where the blueprint has no wallet.
  public let credits: [String: Int]?
  /// What each feature answers, by its name.
  public let features: [String: AccessSummary]
  /// The prompts that may show now.
  public let prompts: [Prompt.ID]
  /// The nudges to be scheduled.
  public let nudges: [PlannedNudge]

  /// Writes down a membership.
  public init(_ membership: Membership) {
    phase = membership.phase
    condition = membership.subscription?.condition
    entitlements = membership.entitlements
    nextChange = membership.nextChange
    trial = membership.trial.map(TrialSummary.init)
    subscription = membership.subscription.map(SubscriptionSummary.init)
    let wallets = membership.blueprint.definition.credits.map(\.id)
    credits =
      wallets.isEmpty
      ? nil
      : Dictionary(wallets.map { ($0.rawValue, membership.credits(in: $0)) }) { first, _ in first }
    features = Dictionary(
      membership.blueprint.definition.features.map {
        ($0.id.rawValue, AccessSummary(membership.access(to: $0.id)))
      }
    ) { first, _ in first }
    prompts = membership.prompts
    nudges = membership.nudges
  }
}

/// How a trial stands, on the wire.
public struct TrialSummary: Hashable, Sendable, Codable {
  /// Which trial.
  public let id: Trial.ID
  /// When it became active, by the server's clock; nil where it was forfeited.
  public let activatedAt: Instant?
  /// When it ends or ended; nil while only uses can end it.
  public let endsAt: Instant?
  /// Whether it runs.
  public let isActive: Bool
  /// The day that runs, from 1; nil where only uses can end it.
  public let day: Int?
  /// Its length in days, a day begun counting whole; nil where only uses can end it.
  public let days: Int?
  /// Days left, counting the one that runs; 0 when ended, nil where only uses can end it.
  public let daysLeft: Int?
  /// Uses counted in it.
  public let used: Int
  /// How many uses end it; nil is any number.
  public let limit: Int?
  /// The purchase that started it, as `2000000123` or `sandbox:2000000123`; nil where none did.
  public let purchase: PurchaseID?
  /// How it ended; nil while it runs.
  public let ending: TrialEnding?

  /// Writes down how a trial stands.
  public init(_ trial: TrialStatus) {
    id = trial.id
    activatedAt = trial.activatedAt
    endsAt = trial.endsAt
    isActive = trial.isActive
    day = trial.day
    days = trial.days
    daysLeft = trial.daysLeft
    used = trial.used
    limit = trial.limit
    purchase = trial.purchase
    ending = trial.ending
  }
}

/// The subscription that decides a customer's plan, on the wire.
public struct SubscriptionSummary: Hashable, Sendable, Codable {
  /// The identifier shared by its transactions.
  public let originalID: StoreTransaction.OriginalID
  /// The store that signed them; nobody has paid for one of the sandbox or of Xcode.
  public let environment: StoreEnvironment
  /// What is subscribed to.
  public let product: Product.ID
  /// What the store says of it.
  public let condition: StoreCondition
  /// When the paid period ends; the grace period comes after it.
  public let expiresAt: Instant
  /// The end of the grace period, while it runs.
  public let graceEndsAt: Instant?
  /// Whether it will renew.
  public let willRenew: Bool
  /// What it will renew to, where that is another product.
  public let renewsTo: Product.ID?
  /// Whether the running period is an introductory offer.
  public let isIntroductory: Bool
  /// Whether a family member pays.
  public let isFamilyShared: Bool

  /// Writes down a subscription.
  public init(_ subscription: Subscription) {
    originalID = subscription.purchase.originalID
    environment = subscription.purchase.environment
    product = subscription.product
    condition = subscription.condition
    expiresAt = subscription.expiresAt
    graceEndsAt = subscription.graceEndsAt
    willRenew = subscription.willRenew
    renewsTo = subscription.renewsTo
    isIntroductory = subscription.isIntroductory
    isFamilyShared = subscription.isFamilyShared
  }
}
