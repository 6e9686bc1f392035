public import Tollgate

/// What a restore would do.
///
/// It names no other customer: whoever holds a store's signature need not learn whose account it is.
public struct RestorePreview: Hashable, Sendable, Codable {
  /// What would become of a purchase.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is the caller's, or nobody's yet.
    case own
    /// It would come over from an anonymous customer, with everything else of that customer.
    case carriedOver
    /// It would go over from another account.
    case transferred
    /// The caller and another account would both have it.
    case shared
    /// It would stay with another account, and the restore would refuse it as `owned_by_another_customer`.
    case keptByOwner
    /// It is from the sandbox, and the restore would refuse it as `sandbox_not_allowed`.
    case notAllowed
  }

  /// What would become of one purchase.
  public struct Purchase: Hashable, Sendable, Codable {
    /// The purchase, as `2000000123` or `sandbox:2000000123`.
    public let purchase: PurchaseID
    /// What would become of it.
    public let outcome: Outcome
    /// The entitlements that the caller would have and has not now, sorted.
    public let gains: [Entitlement.ID]
    /// The entitlements that another account would lose, sorted.
    public let otherLoses: [Entitlement.ID]

    /// Describes what would become of a purchase.
    public init(
      purchase: PurchaseID, outcome: Outcome, gains: [Entitlement.ID],
      otherLoses: [Entitlement.ID]
    ) {
      self.purchase = purchase
      self.outcome = outcome
      self.gains = gains
      self.otherLoses = otherLoses
    }
  }

  /// Each purchase, in order of mention.
  public let purchases: [Purchase]

  /// Describes what a restore would do.
  public init(purchases: [Purchase]) { self.purchases = purchases }
}
