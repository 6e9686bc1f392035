public import Tollgate

/// Something that at most one customer of an app can own.
///
/// A claim has one owner, decided by the first commit; of two concurrent writes that claim the same, one is rejected
/// with ``LedgerError/Code/claimed``.
public enum LedgerClaim: Hashable, Sendable {
  /// A subscription or purchase, in the environment of the store that signed it.
  case purchase(PurchaseID)
  /// A trial used on a device, so that another customer there cannot start it again.
  case trial(Trial.ID, Device.ID)
  /// An email address, lowercased.
  case email(String)
  /// A store notification that was recorded, by its UUID.
  case notification(String)
  /// A session that was ended, by its name.
  case endedSession(String)
  /// A user of an issuer, by the issuer and the user's name there.
  case identity(String, String)
  /// A seat of a team, of the customer who owns the team; the seat's name follows from the code of its invitation. Or the
  /// App Store's claim of a seat, by its `seatClaimId`, which belongs to `Customer.ID.releasedSeats` if it was released
  /// before a member was recorded for it.
  case seat(TeamSeat.ID)
  /// A place among the customers who share a purchase with its owner, counted from 0.
  ///
  /// Claiming the lowest free place is how a sharing limit holds when several customers arrive at once.
  case share(PurchaseID, Int)
  /// A store account's download of the app, in the environment of the store that signed it, by its `appTransactionId`.
  case appTransaction(StoreEnvironment, String)
  /// Another name of a customer, under which another system knew them.
  case alias(String)
  /// A purchase that another system recorded for a customer, and that the store has not confirmed.
  case imported(PurchaseID)
}

/// One atomic write: everything in it is committed, or nothing.
///
/// A decision is made on a version of the customer; the write names that version, and is rejected if another write came
/// in between. The caller then loads the customer and decides again.
///
/// For example, the write of a first purchase claims it, so that no other customer can:
///
/// ```swift
/// var write = LedgerWrite(
///   app: app, customer: customer, expectedVersion: record.version,
///   facts: [.transaction(transaction)], at: now)
/// write.claims = [.purchase(transaction.purchase)]
/// ```
public struct LedgerWrite: Hashable, Sendable {
  public var app: Blueprint.App.ID
  public var customer: Customer.ID
  /// The version that the decision was based on; 0 creates the customer.
  public var expectedVersion: Int
  /// The facts to append.
  ///
  /// It may be empty: a write can also only store an answer or a claim, and still counts as a version.
  public var facts: [Fact]
  /// The time of the write, by the server's clock.
  public var at: Instant
  /// What the customer must own afterwards: claimed if nobody owns it, rejected if another customer does.
  public var claims: [LedgerClaim]
  /// The answer to store under the request's idempotency key.
  ///
  /// A second write with the same key is rejected with `answered` and the first answer, which the caller returns
  /// unchanged.
  public var answer: LedgerAnswer?
  /// The account's password hash, written with an email claim.
  public var credentials: LedgerCredentials?
  /// A customer that is merged into this one: marked as merged, with a new version, so that a concurrent write to it
  /// conflicts.
  ///
  /// Its claims, credentials and answers are handed over; its facts stay under it and count as this customer's too.
  ///
  /// Merging a customer that is already merged into this one is allowed and has no further effect on its owner.
  public var absorbs: LedgerMerge?
  /// What other customers give up, or get, in the same commit; each of them is named once.
  public var releases: [LedgerRelease]
  /// Whether all sessions of the customer, and of everyone merged into it, end with the write.
  public var endsSessions: Bool
  /// What an operator or a key did, for the audit list; nil for any other write.
  public var audit: LedgerAuditEntry?
  /// The subscriptions in which, by the facts, another product replaced a period, so that the store is asked at once
  /// what it returned.
  public var replacements: [PurchaseID]

  public init(
    app: Blueprint.App.ID, customer: Customer.ID, expectedVersion: Int, facts: [Fact] = [],
    at: Instant, claims: [LedgerClaim] = [], answer: LedgerAnswer? = nil,
    credentials: LedgerCredentials? = nil, absorbs: LedgerMerge? = nil,
    releases: [LedgerRelease] = [], endsSessions: Bool = false, audit: LedgerAuditEntry? = nil,
    replacements: [PurchaseID] = []
  ) {
    self.app = app
    self.customer = customer
    self.expectedVersion = expectedVersion
    self.facts = facts
    self.at = at
    self.claims = claims
    self.answer = answer
    self.credentials = credentials
    self.absorbs = absorbs
    self.releases = releases
    self.endsSessions = endsSessions
    self.audit = audit
    self.replacements = replacements
  }
}

/// The customer that a write merges into another.
public struct LedgerMerge: Hashable, Sendable {
  public let customer: Customer.ID
  /// The version of that customer that the decision was based on; 0 if it was never written.
  ///
  /// A customer who signs up in between is an account, which must not be merged unseen.
  public let expectedVersion: Int

  public init(customer: Customer.ID, expectedVersion: Int) {
    self.customer = customer
    self.expectedVersion = expectedVersion
  }
}

/// The other side of a write: a customer who remains separate, and gives something up or gets something.
///
/// That customer gets a new version. Everything that the write claims and that customer owns is handed over.
///
/// A transfer of a purchase, for example, releases it on the old owner and claims it on the new one, in one commit:
/// nobody sees it owned by both or by none.
public struct LedgerRelease: Hashable, Sendable {
  /// The other customer.
  public let customer: Customer.ID
  /// The version of the other customer that the decision was based on.
  public let expectedVersion: Int
  /// The facts to append to the other customer.
  public var facts: [Fact]

  public init(customer: Customer.ID, expectedVersion: Int, facts: [Fact] = []) {
    self.customer = customer
    self.expectedVersion = expectedVersion
    self.facts = facts
  }
}
