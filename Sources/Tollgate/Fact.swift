/// Something that happened, verified and immutable; facts fold into a ``Customer``.
public enum Fact: Hashable, Sendable {
  /// A person created or opened an account.
  case signedUp(SignUp)
  /// The customer used a device.
  case device(DeviceUse)
  /// A milestone was reached.
  case milestone(MilestoneReached)
  /// A trial started, with the terms it keeps.
  case trialStarted(TrialStart)
  /// A trial cannot start because the device already had it with another customer.
  case trialForfeited(TrialForfeit)
  /// The store signed a transaction.
  case transaction(StoreTransaction)
  /// The store signed renewal information.
  case renewal(StoreRenewal)
  /// A purchase was transferred to the customer or to another.
  case transfer(PurchaseTransfer)
  /// A feature was used within an allowance.
  case use(Use)
  /// A transaction gave credits.
  case credit(Credit)
  /// Credits were spent on a use.
  case spend(Spend)
  /// An item was added to a count of held items, or released.
  case item(ItemChange)
  /// A prompt was dismissed.
  case dismissal(Dismissal)
  /// A paywall was shown or closed.
  case paywall(PaywallEvent)
  /// A nudge was delivered on a device.
  case nudge(NudgeDelivery)
  /// Support granted an entitlement or revoked the grant.
  case grant(Grant)
  /// A row of the account's profile was created.
  case profile(ProfileRow)
}

/// A record that a person created or opened an account.
public struct SignUp: Hashable, Sendable {
  /// The account.
  public let account: Account.ID
  /// The time of the sign-up, by the server's clock.
  public let at: Instant

  /// Creates a record of a sign-up.
  public init(account: Account.ID, at: Instant) {
    self.account = account
    self.at = at
  }
}

/// A record that the customer used a device.
public struct DeviceUse: Hashable, Sendable {
  /// The device.
  public let device: Device.ID
  /// The customer it was seen with, before any merge; nil if that was not recorded.
  public let origin: Customer.ID?
  /// When the device was first seen, by the server's clock.
  public let at: Instant

  /// Creates a record of a device.
  public init(device: Device.ID, origin: Customer.ID? = nil, at: Instant) {
    self.device = device
    self.origin = origin
    self.at = at
  }
}

/// A record that a milestone was reached.
public struct MilestoneReached: Hashable, Sendable {
  /// The milestone.
  public let milestone: Milestone.ID
  /// The time it was reached, by the server's clock; the earliest report counts.
  public let at: Instant

  /// Creates a record of a milestone.
  public init(milestone: Milestone.ID, at: Instant) {
    self.milestone = milestone
    self.at = at
  }
}

/// The start of a trial, with terms that later blueprints do not change.
public struct TrialStart: Hashable, Sendable {
  /// The trial.
  public let trial: Trial.ID
  /// When the trial starts; the earliest start for each purchase counts.
  public let at: Instant
  /// The trial's terms: its length and what it gives.
  public let terms: Trial.Terms
  /// The purchase that started it; nil if signing up did.
  public let purchase: PurchaseID?

  /// Creates a record of a trial's start.
  public init(
    trial: Trial.ID, at: Instant, terms: Trial.Terms, purchase: PurchaseID? = nil
  ) {
    self.trial = trial
    self.at = at
    self.terms = terms
    self.purchase = purchase
  }

  func outranks(_ other: TrialStart) -> Bool {
    if at != other.at { return at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    [
      purchase?.description ?? "", terms.lasts?.description ?? "", "\(terms.uses?.limit ?? 0)",
      terms.uses?.feature.rawValue ?? "", "\(terms.entitlements)",
    ]
  }
}

/// A record that a trial cannot start because the device already had it with another customer.
public struct TrialForfeit: Hashable, Sendable {
  /// The trial.
  public let trial: Trial.ID
  /// The device that already had it.
  public let device: Device.ID
  /// When this customer would have started it.
  public let at: Instant

  /// Creates a record of a forfeited trial.
  public init(trial: Trial.ID, device: Device.ID, at: Instant) {
    self.trial = trial
    self.device = device
    self.at = at
  }
}

/// One use of a feature within an allowance; unlimited uses are not counted.
public struct Use: Hashable, Sendable {
  /// The feature that was used.
  public let feature: Feature.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The customer who used it, preserved when customers merge so that nothing counts twice.
  public let origin: Customer.ID
  /// The time of the use, by the server's clock.
  public let at: Instant

  /// Creates a record of a use.
  public init(feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, at: Instant) {
    self.feature = feature
    self.key = key
    self.origin = origin
    self.at = at
  }
}

/// A record that an item was added to a count of held items, or permanently released.
public struct ItemChange: Hashable, Sendable {
  /// The feature that holds it.
  public let feature: Feature.ID
  /// The item; once released, it is never held again under the same name.
  public let item: Item.ID
  /// Whether it was added rather than released.
  public let isHeld: Bool
  /// The customer who added it, preserved when customers merge so that two items of one name stay two.
  public let origin: Customer.ID
  /// The time of the change, by the server's clock.
  public let at: Instant

  /// Creates a record that an item was added or released.
  public init(
    feature: Feature.ID, item: Item.ID, isHeld: Bool, origin: Customer.ID, at: Instant
  ) {
    self.feature = feature
    self.item = item
    self.isHeld = isHeld
    self.origin = origin
    self.at = at
  }
}

/// One dismissal of a prompt.
public struct Dismissal: Hashable, Sendable {
  /// The prompt.
  public let prompt: Prompt.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The time of the dismissal, by the server's clock.
  public let at: Instant

  /// Creates a record of a dismissal.
  public init(prompt: Prompt.ID, key: Idempotency.Key, at: Instant) {
    self.prompt = prompt
    self.key = key
    self.at = at
  }
}

/// A record that a paywall was shown or closed; every occurrence counts.
public struct PaywallEvent: Hashable, Sendable {
  /// The paywall.
  public let paywall: Paywall.ID
  /// Whether it was shown or closed.
  public let action: Action
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The feature whose denial showed it; nil if none did.
  public let feature: Feature.ID?
  /// The placement that showed it; nil if none did.
  public let placement: Placement.ID?
  /// The time of the event, by the server's clock.
  public let at: Instant

  /// What happened to the paywall.
  public enum Action: String, Hashable, Sendable, Codable {
    /// It appeared on screen.
    case shown
    /// The customer closed it without buying.
    case closed
  }

  /// Creates a record of a paywall event.
  public init(
    paywall: Paywall.ID, action: Action, key: Idempotency.Key, feature: Feature.ID? = nil,
    placement: Placement.ID? = nil, at: Instant
  ) {
    self.paywall = paywall
    self.action = action
    self.key = key
    self.feature = feature
    self.placement = placement
    self.at = at
  }

  func outranks(_ other: PaywallEvent) -> Bool {
    if at != other.at { return at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] { [feature?.rawValue ?? "", placement?.rawValue ?? ""] }
}

/// One delivery of a nudge on a device.
public struct NudgeDelivery: Hashable, Sendable {
  /// The nudge.
  public let nudge: Nudge.ID
  /// The occurrence it was delivered for: the instant at which that trial or paid period began, as in ``PlannedNudge``.
  public let occurrence: Instant
  /// The time of the delivery.
  public let at: Instant

  /// Creates a record of a delivery.
  public init(nudge: Nudge.ID, occurrence: Instant, at: Instant) {
    self.nudge = nudge
    self.occurrence = occurrence
    self.at = at
  }
}

/// An entitlement that support granted, or its revocation.
public struct Grant: Hashable, Sendable {
  /// The grant's identifier.
  public typealias ID = Identifier<Grant>

  /// The grant's identifier.
  public let id: ID
  /// The entitlement that it gives.
  public let entitlement: Entitlement.ID
  /// When it starts.
  public let startsAt: Instant
  /// When it ends; nil means never.
  public let endsAt: Instant?
  /// When it was revoked; the earliest report counts.
  public let revokedAt: Instant?

  /// Creates a record of a grant or of its revocation.
  public init(
    id: ID, entitlement: Entitlement.ID, startsAt: Instant, endsAt: Instant?,
    revokedAt: Instant? = nil
  ) {
    self.id = id
    self.entitlement = entitlement
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
  }
}
