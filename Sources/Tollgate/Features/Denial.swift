/// Why access to a feature is denied, and what to show.
public struct Denial: Hashable, Sendable, Error {
  /// The reason for a denial.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// None of the customer's entitlements include it.
    case notIncluded
    /// The allowance is used up.
    case limitReached
  }

  /// The reason for the denial.
  public let reason: Reason
  /// The allowance that is used up.
  public let limit: Limit?
  /// The paywall to show; nil if it would sell nothing that takes effect now.
  public let paywall: Paywall.ID?
  /// When the plan that lifts the denial starts without further action, because it is already paid for; otherwise nil.
  public let startsAt: Instant?
  /// Whether the store's subscription settings lift the denial, by turning renewal back on or fixing a payment.
  public let isManagedInStore: Bool

  /// Creates a denial.
  public init(
    reason: Reason, limit: Limit? = nil, paywall: Paywall.ID?, startsAt: Instant? = nil,
    isManagedInStore: Bool = false
  ) {
    self.reason = reason
    self.limit = limit
    self.paywall = paywall
    self.startsAt = startsAt
    self.isManagedInStore = isManagedInStore
  }
}
