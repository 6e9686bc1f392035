public import Tollgate

/// A preview of a restore.
///
/// It names no other customer: the holder of a signed transaction does not learn whose account it belongs to.
public struct RestorePreview: Hashable, Sendable, Codable {
  /// The outcome that a restore would have for a purchase.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// It belongs to the caller or to nobody yet.
    case own
    /// It would be carried over from an anonymous customer, with everything else of that customer.
    case carriedOver
    /// It would be transferred from another account.
    case transferred
    /// The caller and another account would both have it.
    case shared
    /// It would stay with another account, and the restore would refuse it as `owned_by_another_customer`.
    case keptByOwner
    /// It is from the sandbox, and the restore would refuse it as `sandbox_not_allowed`.
    case notAllowed
  }

  public struct Purchase: Hashable, Sendable, Codable {
    /// The purchase, such as `2000000123` or `sandbox:2000000123`.
    public let purchase: PurchaseID
    public let outcome: Outcome
    /// The entitlements that the caller would gain, sorted.
    public let gains: [Entitlement.ID]
    /// The entitlements that another account would lose, sorted.
    public let otherLoses: [Entitlement.ID]

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

  /// Each purchase, in the order of the request.
  public let purchases: [Purchase]

  public init(purchases: [Purchase]) { self.purchases = purchases }
}
