public import Tollgate

/// Everything the server knows about a customer, with the current membership.
///
/// A client keeps the newest one it has seen: it shows the membership at once, and decides with the facts while the
/// server is unreachable. A snapshot is signed for its customer, so it proves nothing about another.
public struct CustomerSnapshot: Hashable, Sendable, Codable {
  public let id: Customer.ID
  public let app: Blueprint.App.ID
  /// The account; nil while anonymous.
  public let account: Account.ID?
  /// The account's email address, if the caller's token carries it.
  public let email: String?
  /// The fold of the customer's facts, encoded as facts; the engine uses it to decide offline.
  public var facts: Customer {
    var customer = wireFacts.customer
    customer.id = id
    return customer
  }
  /// The number of writes so far; of two snapshots the one with the greater number is newer.
  public let version: Int
  /// The server's clock at the response.
  public let serverTime: Instant
  /// The revision of the blueprint that decided the membership.
  public let blueprintRevision: String
  /// The membership at ``serverTime``.
  public let membership: MembershipSummary

  private let wireFacts: WireCustomer

  private enum CodingKeys: String, CodingKey {
    case id, app, account, email, version, serverTime, blueprintRevision, membership
    case wireFacts = "facts"
  }

  public init(
    id: Customer.ID, app: Blueprint.App.ID, account: Account.ID?, email: String? = nil,
    facts: Customer, version: Int, serverTime: Instant, blueprintRevision: String,
    membership: MembershipSummary
  ) {
    self.id = id
    self.app = app
    self.account = account
    self.email = email
    wireFacts = WireCustomer(facts)
    self.version = version
    self.serverTime = serverTime
    self.blueprintRevision = blueprintRevision
    self.membership = membership
  }
}

/// A customer token and the customer it names.
public struct SessionResponse: Hashable, Sendable, Codable {
  /// The customer token, to be sent as `Authorization: Bearer TOKEN` and kept as a secret.
  public let token: String
  /// When the token expires, 30 days after its creation; it can be exchanged for a new one after that.
  public let tokenExpiresAt: Instant
  /// The customer it names.
  public let snapshot: CustomerSnapshot

  public init(token: String, tokenExpiresAt: Instant, snapshot: CustomerSnapshot) {
    self.token = token
    self.tokenExpiresAt = tokenExpiresAt
    self.snapshot = snapshot
  }
}
