/// Why access to a feature is denied, and what to show.
public struct Denial: Hashable, Sendable, Codable, Error {
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

extension Denial {
  /// Decodes a denial; members that an older server omits get their defaults.
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

  /// Encodes a denial, omitting members that are nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .reason)
    try container.encodeIfPresent(limit, forKey: .limit)
    try container.encodeIfPresent(paywall, forKey: .paywall)
    try container.encodeIfPresent(startsAt, forKey: .startsAt)
    if isManagedInStore { try container.encode(true, forKey: .isManagedInStore) }
  }
}
