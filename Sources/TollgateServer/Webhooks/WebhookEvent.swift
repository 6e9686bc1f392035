import Tollgate

/// Something that happened to a customer, as the JSON that leaves the server.
struct WebhookEvent: Hashable, Sendable, Encodable {
  /// What happened, as `type` names it.
  enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
    case signedUp = "customer.signed_up"
    case milestoneReached = "milestone.reached"
    case trialStarted = "trial.started"
    case subscriptionStarted = "subscription.started"
    case subscriptionRenewed = "subscription.renewed"
    case subscriptionChanged = "subscription.changed"
    case subscriptionCanceled = "subscription.canceled"
    case subscriptionUncanceled = "subscription.uncanceled"
    case subscriptionBillingIssue = "subscription.billing_issue"
    case purchaseCompleted = "purchase.completed"
    case purchaseRefunded = "purchase.refunded"
    case purchaseRefundReversed = "purchase.refund_reversed"
    case purchaseSharingEnded = "purchase.sharing_ended"
    case purchaseTransferred = "purchase.transferred"
    case purchaseReleased = "purchase.released"
    case purchaseShared = "purchase.shared"
    case grantCreated = "grant.created"
    case grantRevoked = "grant.revoked"
    case test = "webhook.test"
  }

  /// The fact's position in the ledger and the instant at which it was recorded, since a ledger that was restored from a
  /// backup gives positions again; of several events of one fact, later ones have their own number: `evt_42_1772442000000_2`.
  let id: String
  let type: Kind
  /// When it was recorded, in RFC 3339.
  let timestamp: String
  let app: Blueprint.App.ID
  let data: Details

  init(id: String, _ type: Kind, at instant: Instant, in app: Blueprint.App.ID, _ data: Details) {
    self.id = id
    self.type = type
    timestamp = instant.description
    self.app = app
    self.data = data
  }

  /// What an event is about; what does not apply to its type is absent.
  struct Details: Hashable, Sendable, Encodable {
    var customer: Customer.ID?
    var account: Account.ID?
    var environment: StoreEnvironment?
    var product: CatalogProduct.ID?
    /// The original transaction id.
    var purchase: PurchaseID.OriginalID?
    var transaction: StoreTransaction.ID?
    var price: Amount?
    /// What it adds to the revenue; negative for a refund.
    var proceeds: Amount?
    var offer: StoreOffer.Kind?
    var startsAt: Instant?
    var expiresAt: Instant?
    var entitlement: Entitlement.ID?
    var grant: Grant.ID?
    var trial: Trial.ID?
    var milestone: Milestone.ID?
  }

  /// An amount of money, in thousandths of the currency's unit.
  struct Amount: Hashable, Sendable, Encodable {
    let milliunits: Int64
    let currency: String
  }
}
