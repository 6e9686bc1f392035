public import Tollgate

/// Something that one customer of an app has and no other may.
public enum LedgerClaim: Hashable, Sendable {
  /// A subscription or purchase, in the environment of the store that signed it.
  case purchase(PurchaseID)
  /// A trial had on a device.
  case trial(Trial.ID, Device.ID)
  /// An email address, lowercased.
  case email(String)
  /// A store notification that was taken in, by its UUID.
  case notification(String)
  /// A session that was ended, by its name.
  case endedSession(String)
  /// A user of an issuer, by the issuer's name and the user's there.
  case identity(String, String)
  /// A place among those who share a purchase with its owner, counted from 0.
  case share(PurchaseID, Int)
}

/// One atomic write.
public struct LedgerWrite: Hashable, Sendable {
  /// The app.
  public var app: Blueprint.App.ID
  /// The customer written to.
  public var customer: Customer.ID
  /// The version the decision was made on; 0 makes the customer.
  public var expectedVersion: Int
  /// The facts to append.
  public var facts: [Fact]
  /// When, by the server's clock.
  public var at: Instant
  /// What the customer must own afterwards: taken where nobody owns it, refused where somebody else does.
  public var claims: [LedgerClaim]
  /// The answer to keep under the request's idempotency key.
  public var answer: LedgerAnswer?
  /// The account's password hash, written with an email claim.
  public var credentials: LedgerCredentials?
  /// A customer that becomes this one: marked as merged, with a new version, so that nobody writes to it unaware.
  ///
  /// Its claims, credentials and answers are handed over; its facts stay its own and count as this customer's too.
  public var absorbs: Customer.ID?
  /// What another customer gives up in the same commit.
  public var releases: LedgerRelease?

  /// Describes a write.
  public init(
    app: Blueprint.App.ID, customer: Customer.ID, expectedVersion: Int, facts: [Fact] = [],
    at: Instant, claims: [LedgerClaim] = [], answer: LedgerAnswer? = nil,
    credentials: LedgerCredentials? = nil, absorbs: Customer.ID? = nil,
    releases: LedgerRelease? = nil
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
  }
}

/// The other side of a write: a customer who stays apart and gives something up.
///
/// The other gets a new version. Whatever the write claims and the other has goes over.
public struct LedgerRelease: Hashable, Sendable {
  /// The other customer.
  public let customer: Customer.ID
  /// The other's version that the decision was made on.
  public let expectedVersion: Int
  /// The facts to append to the other.
  public let facts: [Fact]

  /// Describes what another gives up.
  public init(customer: Customer.ID, expectedVersion: Int, facts: [Fact] = []) {
    self.customer = customer
    self.expectedVersion = expectedVersion
    self.facts = facts
  }
}
