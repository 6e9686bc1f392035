import Tollgate

/// Something that happened to a customer, as the JSON that leaves the server.
struct WebhookEvent: Hashable, Sendable, Encodable {
  /// What happened, as `type` names it.
  enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
    /// An account was opened.
    case signedUp = "customer.signed_up"
    /// A milestone was reached.
    case milestoneReached = "milestone.reached"
    /// A trial started, with a purchase or without one.
    case trialStarted = "trial.started"
    /// A trial was given more time.
    case trialExtended = "trial.extended"
    /// The clock of a trial stands still.
    case trialPaused = "trial.paused"
    /// The clock of a trial runs again.
    case trialResumed = "trial.resumed"
    /// A trial starts over.
    case trialReset = "trial.reset"
    /// The first transaction of a subscription.
    case subscriptionStarted = "subscription.started"
    /// A later transaction of a subscription.
    case subscriptionRenewed = "subscription.renewed"
    /// A later transaction of a subscription, of another product.
    case subscriptionChanged = "subscription.changed"
    /// Seats were added to the current period of a subscription.
    case subscriptionSeatsAdded = "subscription.seats_added"
    /// Automatic renewal was turned off.
    case subscriptionCanceled = "subscription.canceled"
    /// Automatic renewal was turned on again.
    case subscriptionUncanceled = "subscription.uncanceled"
    /// The store could not charge for a renewal and tries again.
    case subscriptionBillingIssue = "subscription.billing_issue"
    /// Something was bought that does not renew.
    case purchaseCompleted = "purchase.completed"
    /// The store refunded a transaction.
    case purchaseRefunded = "purchase.refunded"
    /// The store took a refund back.
    case purchaseRefundReversed = "purchase.refund_reversed"
    /// A family member no longer shares a purchase.
    case purchaseSharingEnded = "purchase.sharing_ended"
    /// The customer got a purchase of another one.
    case purchaseTransferred = "purchase.transferred"
    /// A purchase of the customer was transferred to another one.
    case purchaseReleased = "purchase.released"
    /// A purchase of another customer is shared with this one.
    case purchaseShared = "purchase.shared"
    /// Support or the app's own backend granted an entitlement or credits.
    case grantCreated = "grant.created"
    /// Support revoked a grant.
    case grantRevoked = "grant.revoked"
    /// A parent or guardian withdrew consent to the use of the app.
    case consentWithdrawn = "consent.withdrawn"
    /// The app's own backend reported that a parent or guardian consents again.
    case consentGiven = "consent.given"
    /// A device reported another age range, or that none is shared.
    case ageDeclared = "age.declared"
    /// The app or its own backend changed the value of an attribute.
    case attributeChanged = "attribute.changed"
    /// Somebody was invited to a team of the customer's.
    case teamInvited = "team.invited"
    /// Somebody joined a team of the customer's.
    case teamJoined = "team.joined"
    /// A seat of a team of the customer's ended: the invitation was withdrawn, or the member removed, or left.
    case teamLeft = "team.left"
    /// What the customer has from the owner of a team changed.
    case teamAccessChanged = "team.access_changed"
    /// A nudge with `by: webhook` is due.
    case nudgeDue = "nudge.due"
    /// An operator tries whether events arrive.
    case test = "webhook.test"
  }

  /// The fact's position in the ledger and the instant at which it was recorded, since a ledger that was restored from
  /// a backup gives positions again; of several events of one fact, later ones have their own number:
  /// `evt_42_1772442000000_2`.
  let id: String
  let type: Kind
  /// When it was recorded, in RFC 3339.
  let timestamp: String
  let app: Blueprint.App.ID
  let data: Details
  /// The nudge that is due, whose members are among those of ``data``.
  var nudge: NudgeMessage?

  init(
    id: String, _ type: Kind, at instant: Instant, in app: Blueprint.App.ID, _ data: Details,
    nudge: NudgeMessage? = nil
  ) {
    self.id = id
    self.nudge = nudge
    self.type = type
    timestamp = instant.description
    self.app = app
    self.data = data
  }

  private enum CodingKeys: CodingKey {
    case id, type, timestamp, app, data
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(type, forKey: .type)
    try members.encode(timestamp, forKey: .timestamp)
    try members.encode(app, forKey: .app)
    let data = members.superEncoder(forKey: .data)
    try self.data.encode(to: data)
    try nudge?.encode(to: data)
  }

  /// A nudge for the app's own backend to deliver.
  struct NudgeMessage: Hashable, Sendable, Encodable {
    let nudge: Nudge.ID
    /// What it says, by language.
    var text: [String: String]?
  }

  /// What an event is about; what does not apply to its type is absent.
  struct Details: Hashable, Sendable, Encodable {
    /// The customer that the fact was recorded for, before any merge.
    var customer: Customer.ID?
    var account: Account.ID?
    var environment: StoreEnvironment?
    /// The product; for a renewal that was turned off, the one it would have renewed to.
    var product: CatalogProduct.ID?
    /// The original transaction id.
    var purchase: PurchaseID.OriginalID?
    var transaction: StoreTransaction.ID?
    /// What the customer paid, before the store's commission and tax.
    var price: Amount?
    /// What it adds to the revenue; negative for a refund.
    var proceeds: Amount?
    var offer: StoreOffer.Kind?
    /// When the period, trial or grant starts.
    var startsAt: Instant?
    /// When it ends; nil for never, or if nothing ends.
    var expiresAt: Instant?
    /// How long a grant that waits for purchases lasts in all.
    var lasts: Period?
    var entitlements: [Entitlement.ID]?
    /// The wallet that a grant fills.
    var wallet: Wallet.ID?
    /// How many credits a grant gives.
    var amount: Int?
    var grant: Grant.ID?
    /// The name under which the blueprint lists the grant.
    var grantName: GrantTerms.ID?
    var willRenew: Bool?
    /// How many members a team may have by a right that was bought elsewhere, if the backend states it.
    var seats: Int?
    var team: Team.ID?
    var seat: TeamSeat.ID?
    /// The customer who joined; nil in an event of the member.
    var member: Customer.ID?
    var trial: Trial.ID?
    var milestone: Milestone.ID?
    /// The age range that was shared with the app; nil if the person declined.
    var ageRange: AgeBounds?
    var attribute: Attribute.ID?
    /// Its value; nil if it was removed.
    var value: Attribute.Value?
  }

  /// An age range; a bound that it does not have is absent.
  struct AgeBounds: Hashable, Sendable, Encodable {
    /// The lowest age, in years.
    var lower: Int?
    /// The highest age, in years, which is included.
    var upper: Int?
    /// Who stated it, by Apple's name.
    var declaration: AgeRange.Declaration?
  }

  /// An amount of money, in thousandths of the currency's unit.
  struct Amount: Hashable, Sendable, Encodable {
    let milliunits: Int64
    let currency: String
  }
}
