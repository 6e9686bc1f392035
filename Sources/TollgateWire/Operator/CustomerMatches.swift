public import Tollgate

/// The customers that an operator's search found.
public struct CustomerMatches: Hashable, Sendable, Codable {
  /// A customer with the current standing.
  public struct Match: Hashable, Sendable, Codable {
    /// The customer; for a purchase that nobody has posted yet, `store:` and the purchase.
    public let id: Customer.ID
    /// The account; nil while anonymous.
    public let account: Account.ID?
    public let phase: Phase
    public let entitlements: [Entitlement.ID]

    public init(
      id: Customer.ID, account: Account.ID?, phase: Phase, entitlements: [Entitlement.ID]
    ) {
      self.id = id
      self.account = account
      self.phase = phase
      self.entitlements = entitlements
    }
  }

  /// The customers, sorted by id; empty without a match.
  public let customers: [Match]
  public let serverTime: Instant

  public init(customers: [Match], serverTime: Instant) {
    self.customers = customers
    self.serverTime = serverTime
  }
}
