/// A feature's answer.
public enum Access: Hashable, Sendable {
  /// It could not be told; nothing is taken away and no paywall shows.
  case unknown
  /// Yes; within a limit, or without one.
  case allowed(Limit?)
  /// No, and why.
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
    /// Uses ever.
    case ever
    /// Items held now.
    case held
  }

  /// How many there may be.
  public let limit: Int
  /// How many there are; more than the limit where items are held from before a lapse.
  public let used: Int
  /// What is counted together.
  public let scope: Scope

  /// Describes how much of an allowance is used.
  public init(limit: Int, used: Int, scope: Scope) {
    self.limit = limit
    self.used = used
    self.scope = scope
  }

  /// How many more there may be, never negative.
  public var remaining: Int { max(0, limit - used) }
}

/// Why a feature answers no, and what to show.
public struct Denial: Hashable, Sendable, Codable, Error {
  /// Why a feature answers no.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// Nothing the customer has includes it.
    case notIncluded
    /// The allowance is used up.
    case limitReached
  }

  /// Why.
  public let reason: Reason
  /// The allowance that is used up.
  public let limit: Limit?
  /// The paywall to show.
  public let paywall: Paywall.ID?

  /// When the plan that lifts it starts by itself; nil where none does.
  public let startsAt: Instant?
  /// Whether the remedy is the store's subscription management rather than buying.
  public let isManagedInStore: Bool

  /// Describes a refusal.
  public init(
    reason: Reason, limit: Limit? = nil, paywall: Paywall.ID?, startsAt: Instant? = nil,
    isManagedInStore: Bool = false
  ) {
    self.startsAt = startsAt
    self.isManagedInStore = isManagedInStore
    self.reason = reason
    self.limit = limit
    self.paywall = paywall
  }
}
