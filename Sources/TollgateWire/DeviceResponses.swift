package import Tollgate

/// The parts of a ``CustomerSnapshot`` that a device reads: all but the membership, which it computes from the facts.
package struct DeviceSnapshot: Hashable, Sendable {
  package let id: Customer.ID
  /// The account; nil while anonymous.
  package let account: Account.ID?
  /// The account's email address, if the caller's token carries it.
  package let email: String?
  /// The fold of the customer's facts.
  package let facts: Customer
  /// The number of writes so far; of two snapshots, the one with the greater number is newer.
  package let version: Int
  /// The server's clock at the response.
  package let serverTime: Instant
  /// The revision of the blueprint that decided the membership.
  package let blueprintRevision: String

  package init(
    id: Customer.ID, account: Account.ID?, email: String? = nil, facts: Customer, version: Int,
    serverTime: Instant, blueprintRevision: String
  ) {
    self.id = id
    self.account = account
    self.email = email
    self.facts = facts
    self.version = version
    self.serverTime = serverTime
    self.blueprintRevision = blueprintRevision
  }
}

extension DeviceSnapshot: Decodable {
  /// The keys that a device reads.
  enum Key: String {
    case id, account, email, facts, version, serverTime, blueprintRevision
  }

  /// Decodes a snapshot.
  package init(from decoder: any Decoder) throws { try self.init(WireReader(decoder)) }

  fileprivate init(_ wire: WireReader<Key>) throws {
    var facts = try wire.decode(Customer.self, forKey: .facts)
    let id = try wire.decode(Customer.ID.self, forKey: .id)
    facts.id = id
    self.init(
      id: id,
      account: try wire.decodeIfPresent(Account.ID.self, forKey: .account),
      email: try wire.decodeIfPresent(String.self, forKey: .email),
      facts: facts,
      version: try wire.decode(Int.self, forKey: .version),
      serverTime: try wire.decode(Instant.self, forKey: .serverTime),
      blueprintRevision: try wire.decode(String.self, forKey: .blueprintRevision))
  }
}

/// The parts of a ``SessionResponse`` that a device reads.
package struct DeviceSession: Hashable, Sendable, Decodable {
  private enum Key: String { case token, tokenExpiresAt, snapshot }

  /// The customer token, which is a secret.
  package let token: String
  /// When the token expires; it can be exchanged for a new one after that.
  package let tokenExpiresAt: Instant
  /// The customer it names.
  package let snapshot: DeviceSnapshot

  /// Decodes a session.
  package init(from decoder: any Decoder) throws {
    let wire = try WireReader<Key>(decoder)
    token = try wire.decode(String.self, forKey: .token)
    tokenExpiresAt = try wire.decode(Instant.self, forKey: .tokenExpiresAt)
    snapshot = try DeviceSnapshot(wire.nested(.snapshot))
  }
}

/// The parts of a ``PurchaseResponse`` that a device reads.
package struct DevicePurchases: Hashable, Sendable, Decodable {
  private enum Key: String { case recorded, refused, snapshot }

  /// The transactions that may be finished with the store.
  package let recorded: [StoreTransaction.ID]
  /// The transactions that are not recorded; only a restore has any.
  package let refused: [PurchaseResponse.Refusal]
  /// The customer afterwards; nil if the token's customer was merged into an account.
  package let snapshot: DeviceSnapshot?

  /// Decodes the response to posted transactions.
  package init(from decoder: any Decoder) throws {
    let wire = try WireReader<Key>(decoder)
    recorded = try wire.decode([StoreTransaction.ID].self, forKey: .recorded)
    refused = try wire.decode([PurchaseResponse.Refusal].self, forKey: .refused)
    snapshot = try wire.nestedIfPresent(.snapshot).map { try DeviceSnapshot($0) }
  }
}
