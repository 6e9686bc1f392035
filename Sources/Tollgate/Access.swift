/// The answer to whether a customer may use a feature.
public enum Access: Hashable, Sendable {
  /// The answer is not known; nothing is removed and no paywall shows.
  case unknown
  /// Yes; within a limit, or without one.
  case allowed(Limit?)
  /// No, with the reason.
  case denied(Denial)

  /// Whether the answer is yes.
  public var isAllowed: Bool {
    switch self {
    case .allowed: true
    case .denied, .unknown: false
    }
  }
}

/// How much of an allowance is used.
public struct Limit: Hashable, Sendable, Codable {
  /// What is counted together.
  public enum Scope: String, Hashable, Sendable, Codable {
    /// Uses in the running trial.
    case trial
    /// Uses today.
    case day
    /// Uses this week.
    case week
    /// Uses this month.
    case month
    /// Uses this billing period.
    case period
    /// Uses ever.
    case ever
    /// Items held now.
    case held
    /// Credits in a wallet: the limit is the balance.
    case credits
  }

  /// The greatest allowed count.
  public let limit: Int
  /// The current count; greater than the limit if items are held from before a lapse.
  public let used: Int
  /// What is counted together.
  public let scope: Scope

  /// Creates a limit and how much of it is used.
  public init(limit: Int, used: Int, scope: Scope) {
    self.limit = limit
    self.used = used
    self.scope = scope
  }

  /// The remaining count, never negative.
  public var remaining: Int { max(0, limit - used) }
}

/// Why access to a feature is denied, and what to show.
public struct Denial: Hashable, Sendable, Error {
  /// The reason for a denial.
  public enum Reason: String, Hashable, Sendable, Codable {
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
