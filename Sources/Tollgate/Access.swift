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
    /// Uses this billing period.
    case period
    /// Uses ever.
    case ever
    /// Items held now.
    case held
    /// Credits in a wallet: the limit is what is left of them.
    case credits
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
  /// The paywall to show; nil where it would sell nothing that acts now.
  public let paywall: Paywall.ID?
  /// When the plan that lifts the denial starts by itself, because it was paid for; nil where it does not.
  public let startsAt: Instant?
  /// Whether the store's subscription settings lift the denial: to renew again, or to mend a payment.
  public let isManagedInStore: Bool

  /// Describes a refusal.
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

extension Denial {
  /// Reads a refusal; what an older server does not say of it is as if left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      reason: try container.decode(Reason.self, forKey: .reason),
      limit: try container.decodeIfPresent(Limit.self, forKey: .limit),
      paywall: try container.decodeIfPresent(Paywall.ID.self, forKey: .paywall),
      startsAt: try container.decodeIfPresent(Instant.self, forKey: .startsAt),
      isManagedInStore: try container.decodeIfPresent(Bool.self, forKey: .isManagedInStore)
        ?? false)
  }

  private enum CodingKeys: String, CodingKey {
    case reason, limit, paywall, startsAt, isManagedInStore
  }

  /// Writes a refusal; what does not hold is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .reason)
    try container.encodeIfPresent(limit, forKey: .limit)
    try container.encodeIfPresent(paywall, forKey: .paywall)
    try container.encodeIfPresent(startsAt, forKey: .startsAt)
    if isManagedInStore { try container.encode(true, forKey: .isManagedInStore) }
  }
}
