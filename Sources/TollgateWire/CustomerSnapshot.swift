public import Tollgate

/// Everything the server knows of a customer, and what holds now.
public struct CustomerSnapshot: Hashable, Sendable, Codable {
  /// The customer.
  public let id: Customer.ID
  /// The app.
  public let app: Blueprint.App.ID
  /// The account; nil while anonymous.
  public let account: Account.ID?
  /// The account's email address, where the caller's token says it.
  public let email: String?
  /// The fold of the customer's facts, written as facts; the engine decides by it offline.
  public let facts: Customer
  /// How many writes made it; of two snapshots the greater is the newer.
  public let version: Int
  /// The server's clock when it answered.
  public let serverTime: Instant
  /// The blueprint's revision by which the membership was decided.
  public let blueprintRevision: String
  /// What holds at ``serverTime``.
  public let membership: MembershipSummary

  /// Describes a customer.
  public init(
    id: Customer.ID, app: Blueprint.App.ID, account: Account.ID?, email: String? = nil,
    facts: Customer, version: Int, serverTime: Instant, blueprintRevision: String,
    membership: MembershipSummary
  ) {
    self.id = id
    self.app = app
    self.account = account
    self.email = email
    self.facts = facts
    self.version = version
    self.serverTime = serverTime
    self.blueprintRevision = blueprintRevision
    self.membership = membership
  }
}

/// A customer token and whom it names.
public struct SessionResponse: Hashable, Sendable, Codable {
  /// The customer token, to be sent as `Authorization: Bearer TOKEN` and kept as a secret.
  public let token: String
  /// When the token expires.
  public let tokenExpiresAt: Instant
  /// The customer it names.
  public let snapshot: CustomerSnapshot

  /// Describes a session.
  public init(token: String, tokenExpiresAt: Instant, snapshot: CustomerSnapshot) {
    self.token = token
    self.tokenExpiresAt = tokenExpiresAt
    self.snapshot = snapshot
  }
}
