public import Tollgate

/// A customer's membership in plain values, for callers without the engine.
///
/// It stays the same until ``nextChange`` unless a new fact arrives.
public struct MembershipSummary: Hashable, Sendable, Codable {
  public let phase: Phase
  /// The store's condition of the subscription; nil if there never was one.
  public let condition: StoreCondition?
  /// The customer's entitlements, sorted.
  public let entitlements: [Entitlement.ID]
  /// When any of it next changes without a new fact; nil if it never does.
  ///
  /// A client needs no timer but one for this instant.
  public let nextChange: Instant?
  /// The state of the trial; nil if none has started.
  public let trial: TrialSummary?
  /// The add-on trials that run, and those of the blueprint that are over or were forfeited, by name; nil without any.
  public let addOnTrials: [TrialSummary]?
  /// The subscription that decides the plan; nil if there never was one.
  public private(set) var subscription: SubscriptionSummary?
  /// The credits in each wallet, by its name; nil if the blueprint has no wallet.
  public let credits: [String: Int]?
  /// What wallets that were overdrawn owe, and their next credits pay for, by name; nil if none owes anything.
  public let owed: [String: Int]?
  /// The access to each feature, by its name.
  public let features: [String: AccessSummary]
  /// The grants whose time does not pass now, because something else gives what they give; nil without any.
  public let waitingGrants: [WaitingGrantSummary]?
  /// The prompts that may show now.
  public let prompts: [Prompt.ID]
  /// The nudges to schedule.
  public let nudges: [PlannedNudge]
  /// The variant of each experiment that the customer takes part in; nil without any.
  public let variants: [String: String]?

  public init(_ membership: Membership) {
    phase = membership.phase
    condition = membership.subscription?.condition
    entitlements = membership.entitlements
    nextChange = membership.nextChange
    trial = membership.trial.map(TrialSummary.init)
    let addOns = membership.addOnTrials
    addOnTrials = addOns.isEmpty ? nil : addOns.map(TrialSummary.init)
    subscription = membership.subscription.map(SubscriptionSummary.init)
    let wallets = membership.blueprint.definition.credits.map(\.id)
    credits =
      wallets.isEmpty
      ? nil
      : Dictionary(wallets.map { ($0.rawValue, membership.credits(in: $0)) }) { first, _ in first }
    let debts = wallets.map { ($0.rawValue, membership.owedCredits(in: $0)) }.filter { $0.1 > 0 }
    owed = debts.isEmpty ? nil : Dictionary(debts) { first, _ in first }
    features = Dictionary(
      membership.blueprint.definition.features.map {
        ($0.id.rawValue, AccessSummary(membership.access(to: $0.id)))
      }
    ) { first, _ in first }
    let waiting = membership.waitingGrants
    waitingGrants = waiting.isEmpty ? nil : waiting.map(WaitingGrantSummary.init)
    prompts = membership.prompts
    nudges = membership.nudges
    let chosen = membership.variants
    variants = chosen.isEmpty ? nil : PaywallEvent.names(of: chosen)
  }
}

/// A grant whose time does not pass now, on the wire.
public struct WaitingGrantSummary: Hashable, Sendable, Codable {
  public let id: Grant.ID
  /// The name under which the blueprint lists it; nil for one that it does not list.
  public let name: GrantTerms.ID?
  /// The entitlements that it will give.
  public let entitlements: [Entitlement.ID]
  /// How many days of it are left, a partial day counting as a whole one.
  public let daysLeft: Int

  public init(_ grant: WaitingGrant) {
    id = grant.id
    name = grant.name
    entitlements = grant.entitlements
    daysLeft = grant.daysLeft
  }
}

/// The state of a trial on the wire.
public struct TrialSummary: Hashable, Sendable, Codable {
  public let id: Trial.ID
  /// When it started, by the server's clock; nil if it was forfeited.
  public let activatedAt: Instant?
  /// When it ends or ended; nil while only uses can end it and during a pause whose end is not decided.
  public let endsAt: Instant?
  public let isActive: Bool
  /// When its running pause began; nil while its clock runs.
  public let pausedAt: Instant?
  /// The current day, from 1; nil if only uses can end it.
  public let day: Int?
  /// Its length in days, a partial day counting as a whole one; nil if only uses can end it.
  public let days: Int?
  /// Days left, including the current one; 0 when ended, nil if only uses can end it.
  public let daysLeft: Int?
  /// Uses counted in it.
  public let used: Int
  /// How many uses end it; nil means any number.
  public let limit: Int?
  /// The purchase that started it, such as `2000000123` or `sandbox:2000000123`; nil if none did.
  public let purchase: PurchaseID?
  /// What ended it; nil while it is running.
  public let ending: TrialEnding?

  public init(_ trial: TrialStatus) {
    id = trial.id
    activatedAt = trial.activatedAt
    endsAt = trial.endsAt
    isActive = trial.isActive
    pausedAt = trial.pausedAt
    day = trial.day
    days = trial.days
    daysLeft = trial.daysLeft
    used = trial.used
    limit = trial.limit
    purchase = trial.purchase
    ending = trial.ending
  }
}

extension MembershipSummary {
  /// The same without amounts of money.
  package var withoutRevenue: MembershipSummary {
    var copy = self
    copy.subscription?.commitment?.amountDue = nil
    copy.subscription?.commitment?.currency = nil
    return copy
  }
}

/// The subscription that decides a customer's plan, on the wire.
public struct SubscriptionSummary: Hashable, Sendable, Codable {
  /// The identifier shared by its transactions.
  public let originalID: StoreTransaction.OriginalID
  /// The store that signed them; nobody has paid for one from the sandbox or from Xcode.
  public let environment: StoreEnvironment
  public let product: CatalogProduct.ID
  public let condition: StoreCondition
  /// When the paid period ends; a grace period comes after it.
  public let expiresAt: Instant
  /// The end of the grace period, while it is running.
  public let graceEndsAt: Instant?
  /// Whether it will renew after the paid period or the commitment.
  public let willRenew: Bool
  /// The product it will renew to, if that is another one.
  public let renewsTo: CatalogProduct.ID?
  /// Whether the running period is an introductory offer.
  public let isIntroductory: Bool
  /// Whether a family member pays.
  public let isFamilyShared: Bool
  /// How many seats it pays for; nil for a subscription without seats and for who has one of them.
  public let seats: Int?
  /// The commitment that it is paid in, with the latest bill; nil without one.
  public fileprivate(set) var commitment: CommitmentSummary?

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
    seats = subscription.seats > 1 ? subscription.seats : nil
    commitment = subscription.commitment.map {
      CommitmentSummary($0, due: subscription.amountDue)
    }
  }
}

/// A commitment that is paid in monthly bills, on the wire.
public struct CommitmentSummary: Hashable, Sendable, Codable {
  /// The number of the latest bill, from 1.
  public let bill: Int
  public let bills: Int
  public let endsAt: Instant
  /// What remains due after the latest bill, in thousandths of the currency's unit; nil without a price.
  public fileprivate(set) var amountDue: Int64?
  /// The ISO 4217 code of the amount; nil without a price.
  public fileprivate(set) var currency: String?

  public init(_ commitment: Commitment, due: Money?) {
    bill = commitment.bill
    bills = commitment.bills
    endsAt = commitment.endsAt
    amountDue = due?.milliunits
    currency = due?.currency
  }
}
