/// Why access to a feature is denied, and what to show.
///
/// Two denials are equal whatever their messages are.
public struct Denial: Hashable, Sendable, Error {
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// None of the customer's entitlements include it.
    case notIncluded
    /// The allowance is used up.
    case limitReached
  }

  public let reason: Reason
  /// The allowance that is used up.
  public let limit: Limit?
  /// The paywall to show; nil if it would sell nothing that takes effect now.
  public let paywall: Paywall.ID?
  /// When the plan that lifts the denial starts without further action, because it is already paid for; otherwise nil.
  public let startsAt: Instant?
  /// Whether the store's subscription settings lift the denial, by turning renewal back on or fixing a payment.
  public let isManagedInStore: Bool
  /// The reason as a sentence in the customer's language, which the client fills in whenever it denies; nil elsewhere.
  public var message: String?

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

  /// Whether two denials have the same reason and consequences.
  public static func == (left: Denial, right: Denial) -> Bool {
    left.reason == right.reason && left.limit == right.limit && left.paywall == right.paywall
      && left.startsAt == right.startsAt && left.isManagedInStore == right.isManagedInStore
  }

  /// Hashes the reason and the consequences.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(limit)
    hasher.combine(paywall)
    hasher.combine(startsAt)
    hasher.combine(isManagedInStore)
  }
}
