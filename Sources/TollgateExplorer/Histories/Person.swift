import Tollgate

/// A customer of a history: what the server has recorded, and the explorer's own books.
struct Person: Sendable {
  /// The customer's id, the same in every history.
  let id: Customer.ID
  /// The store account that the device is signed in to while this customer uses it.
  let store: StoreAccountID
  /// When the customer first opened the app.
  let openedAt: Instant
  /// When the customer signed up; nil before that.
  var accountAt: Instant?
  /// What the server has recorded, folded from facts.
  var customer: Customer
  /// The trial that started on sign-up, by the explorer's own books; nil if none did.
  var trial: SignUpTrial?
  /// The add-on trials that started, by the explorer's own books.
  var addOnTrials: [Trial.ID: SignUpTrial] = [:]
  /// What support granted, by entitlement.
  var grants: [Entitlement.ID: BookedGrant] = [:]
  /// When signing up started a trial, or would have on another device.
  var signedUpForTrialAt: Instant?
  /// Every purchase that the customer ever had, those transferred to others since included.
  var lines: Set<StoreTransaction.OriginalID> = []
  /// When each purchase was received that another customer had before, by the explorer's own books.
  var receivedAt: [StoreTransaction.OriginalID: Instant] = [:]
  /// When each purchase that another customer has now was transferred, by the explorer's own books.
  var handedOver: [StoreTransaction.OriginalID: Instant] = [:]
  /// The tests of attributes and of the device that hold, by the explorer's own books.
  var audience: Set<AudienceTest> = []
  /// The items held, by feature, the newest last.
  var items: [Feature.ID: [Item.ID]] = [:]
  /// The time zones that the device reported, oldest first.
  var zones: [BookedZone] = []

  /// Whether an add-on trial runs.
  func isIn(_ trial: AddOnTrial, at now: Instant) -> Bool {
    guard let own = addOnTrials[trial.id] else { return false }
    return own.endsAt.map { now < $0 } ?? true
  }

  /// Whether the customer has signed up.
  var hasAccount: Bool { accountAt != nil }
}

/// A use that was allowed, in the explorer's own books.
struct BookedUse: Sendable {
  /// The feature.
  let feature: Feature.ID
  /// The position of the customer.
  let person: Int
  /// When it was used.
  let at: Instant
  /// Whether it counted against an allowance.
  let isCounted: Bool
  /// The trials that it counts in: those of purchases, and that of signing up.
  var trials: Set<TrialName>
}

/// The identity of a trial.
enum TrialName: Hashable, Sendable {
  /// The trial that a customer's sign-up started.
  case signUp(person: Int)
  /// The trial that a purchase is, by its original transaction id.
  case purchase(StoreTransaction.OriginalID)
}

/// A grant by support, in the explorer's own books.
struct BookedGrant: Sendable {
  /// When it was granted.
  let startsAt: Instant
  /// When it was revoked; nil while it is in force.
  var revokedAt: Instant?
}

extension Person {
  /// The entitlements that a grant gives now.
  var granted: Set<Entitlement.ID> {
    Set(grants.filter { $0.value.revokedAt == nil }.keys)
  }
}
