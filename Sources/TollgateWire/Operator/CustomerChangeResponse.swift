public import Tollgate

/// What an operator's change of customers did, or would do.
///
/// It answers a transfer and a merge, and every other change that was only previewed.
public struct CustomerChangeResponse: Hashable, Sendable, Codable {
  /// Whether nothing was done.
  public let isPreview: Bool
  /// Each customer whom the change concerns; empty if it was made before.
  public let customers: [MembershipComparison]
  public let serverTime: Instant

  public init(isPreview: Bool, customers: [MembershipComparison], serverTime: Instant) {
    self.isPreview = isPreview
    self.customers = customers
    self.serverTime = serverTime
  }
}

/// A customer's membership before and after a change.
public struct MembershipComparison: Hashable, Sendable, Codable {
  public let customer: Customer.ID
  public let before: MembershipSummary
  public let after: MembershipSummary

  public init(customer: Customer.ID, before: MembershipSummary, after: MembershipSummary) {
    self.customer = customer
    self.before = before
    self.after = after
  }
}
