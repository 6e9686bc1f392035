import Tollgate

/// One of the people whose history is explored, and what the app's server knows of them.
struct Person: Sendable {
  let id: Customer.ID
  /// The store account that the device is signed in to while they use it.
  let store: StoreAccountID
  var hasAccount = false
  var customer: Customer
  /// The trial that signing up started, by the explorer's own books.
  var trial: SignUpTrial?
  /// When signing up gave a trial, or would have on another device.
  var signedUpForTrialAt: Instant?
  /// Every purchase that was ever the customer's.
  var lines: Set<StoreTransaction.OriginalID> = []
  /// The items that features hold.
  var items: [Feature.ID: [Item.ID]] = [:]
}

/// A trial that signing up started.
struct SignUpTrial: Hashable, Sendable {
  let startsAt: Instant
  let endsAt: Instant?
}

/// A use that was allowed, as the explorer's own books keep it.
struct BookedUse: Sendable {
  let feature: Feature.ID
  let person: Int
  let at: Instant
  /// Whether it counted against an allowance.
  let isCounted: Bool
  /// The trials that ran then: those of purchases, and that of signing up.
  let trials: Set<TrialName>
}

/// Which trial a use was made in.
enum TrialName: Hashable, Sendable {
  case signUp(person: Int)
  case purchase(StoreTransaction.OriginalID)
}
