/// Something that happened, verified and never edited; facts fold into a ``Customer``.
public enum Fact: Hashable, Sendable {
  /// A person made or opened an account.
  case signedUp(SignUp)
  /// A device was used by the customer.
  case device(DeviceUse)
  /// A milestone was reached.
  case milestone(MilestoneReached)
  /// A trial started, with the terms it keeps.
  case trialStarted(TrialStart)
  /// A trial cannot start, because the device has had it with another customer.
  case trialForfeited(TrialForfeit)
  /// The store signed a transaction.
  case transaction(StoreTransaction)
  /// The store signed renewal information.
  case renewal(StoreRenewal)
  /// A purchase came to the customer, or went to another.
  case transfer(PurchaseTransfer)
  /// A feature was used within an allowance.
  case use(Use)
  /// A transaction gave credits.
  case credit(Credit)
  /// Credits were spent on a use.
  case spend(Spend)
  /// An item was taken into a count of held things, or given back.
  case item(ItemChange)
  /// A prompt was dismissed.
  case dismissal(Dismissal)
  /// A paywall was shown or closed.
  case paywall(PaywallEvent)
  /// A nudge was delivered on a device.
  case nudge(NudgeDelivery)
  /// Support gave an entitlement, or took it back.
  case grant(Grant)
  /// A row of the account's profile was made.
  case profile(ProfileRow)
}

/// A person made or opened an account.
public struct SignUp: Hashable, Sendable, Codable {
  /// The account.
  public let account: Account.ID
  /// When, by the server's clock.
  public let at: Instant

  /// Records an account.
  public init(account: Account.ID, at: Instant) {
    self.account = account
    self.at = at
  }
}

/// A device was used by the customer.
public struct DeviceUse: Hashable, Sendable, Codable {
  /// The device.
  public let device: Device.ID
  /// The customer it was seen with, before any merge; nil where that was not recorded.
  public let origin: Customer.ID?
  /// When it was first seen, by the server's clock.
  public let at: Instant

  /// Records a device.
  public init(device: Device.ID, origin: Customer.ID? = nil, at: Instant) {
    self.device = device
    self.origin = origin
    self.at = at
  }
}

/// A milestone was reached.
public struct MilestoneReached: Hashable, Sendable, Codable {
  /// Which one.
  public let milestone: Milestone.ID
  /// When, by the server's clock; the earliest report stands.
  public let at: Instant

  /// Records a milestone.
  public init(milestone: Milestone.ID, at: Instant) {
    self.milestone = milestone
    self.at = at
  }
}

/// A trial started, with the terms it keeps whatever the blueprint says later.
public struct TrialStart: Hashable, Sendable, Codable {
  /// Which trial.
  public let trial: Trial.ID
  /// When it is active from; the earliest start of each purchase stands.
  public let at: Instant
  /// How long and how much it gives.
  public let terms: Trial.Terms
  /// The purchase that started it; nil when signing up did.
  public let purchase: PurchaseID?

  /// Records a trial's start.
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

/// A trial cannot start, because the device has had it with another customer.
public struct TrialForfeit: Hashable, Sendable, Codable {
  /// Which trial.
  public let trial: Trial.ID
  /// The device that has had it.
  public let device: Device.ID
  /// When this customer would have started it.
  public let at: Instant

  /// Records a forfeited trial.
  public init(trial: Trial.ID, device: Device.ID, at: Instant) {
    self.trial = trial
    self.device = device
    self.at = at
  }
}

/// A feature was used within an allowance; unlimited uses are not counted.
public struct Use: Hashable, Sendable, Codable {
  /// What was used.
  public let feature: Feature.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The customer who used it, kept when customers merge, so that nothing counts twice.
  public let origin: Customer.ID
  /// When, by the server's clock.
  public let at: Instant

  /// Records a use.
  public init(feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, at: Instant) {
    self.feature = feature
    self.key = key
    self.origin = origin
    self.at = at
  }
}

/// An item was taken into a count of held things, or given back for good.
public struct ItemChange: Hashable, Sendable, Codable {
  /// The feature that holds it.
  public let feature: Feature.ID
  /// The item; one that was given back is never held again under the same name.
  public let item: Item.ID
  /// Whether it was taken or given back.
  public let isHeld: Bool
  /// The customer who took it, kept when customers merge, so that two of one name stay two.
  public let origin: Customer.ID
  /// When, by the server's clock.
  public let at: Instant

  /// Records that an item was taken or given back.
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

/// A prompt was dismissed.
public struct Dismissal: Hashable, Sendable, Codable {
  /// Which prompt.
  public let prompt: Prompt.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// When, by the server's clock.
  public let at: Instant

  /// Records a dismissal.
  public init(prompt: Prompt.ID, key: Idempotency.Key, at: Instant) {
    self.prompt = prompt
    self.key = key
    self.at = at
  }
}

/// A paywall was shown or closed; each time counts.
public struct PaywallEvent: Hashable, Sendable, Codable {
  /// Which paywall.
  public let paywall: Paywall.ID
  /// Whether it was shown or closed.
  public let action: Action
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The feature whose denial showed it; nil where none did.
  public let feature: Feature.ID?
  /// The placement that showed it; nil where none did.
  public let placement: Placement.ID?
  /// When, by the server's clock.
  public let at: Instant

  /// What happened to a paywall.
  public enum Action: String, Hashable, Sendable, Codable {
    /// It came on screen.
    case shown
    /// The customer closed it without buying.
    case closed
  }

  /// Records what happened to a paywall.
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

/// A nudge was delivered on a device.
public struct NudgeDelivery: Hashable, Sendable, Codable {
  /// Which nudge.
  public let nudge: Nudge.ID
  /// What it was about: the instant at which that trial or paid period began, as ``PlannedNudge`` says.
  public let occurrence: Instant
  /// When.
  public let at: Instant

  /// Records a delivery.
  public init(nudge: Nudge.ID, occurrence: Instant, at: Instant) {
    self.nudge = nudge
    self.occurrence = occurrence
    self.at = at
  }
}

/// Support gave an entitlement, or took it back.
public struct Grant: Hashable, Sendable, Codable {
  /// The grant's identifier.
  public typealias ID = Identifier<Grant>

  /// The grant's identifier.
  public let id: ID
  /// What it gives.
  public let entitlement: Entitlement.ID
  /// When it starts.
  public let startsAt: Instant
  /// When it ends; nil is never.
  public let endsAt: Instant?
  /// When it was taken back; the earliest stands.
  public let revokedAt: Instant?

  /// Records a grant, or that it was taken back.
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
