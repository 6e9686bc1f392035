public import Tollgate

/// A feature's access on the wire.
public struct AccessSummary: Hashable, Sendable, Codable {
  /// The three answers.
  public enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// Yes.
    case allowed
    /// No.
    case denied
    /// Not known; nothing is removed and no paywall shows.
    case unknown
  }

  /// The answer.
  public let answer: Answer
  /// The allowance that applies, or nil if there isn't one.
  public let limit: Limit?
  /// The reason for a denial.
  public let reason: Denial.Reason?
  /// The paywall to show with a denial.
  public let paywall: Paywall.ID?
  /// When the plan that lifts a denial starts without further action; nil if none does.
  public let startsAt: Instant?
  /// Whether a denial is lifted in the store's subscription settings rather than by buying; nil means no.
  public let isManagedInStore: Bool?

  /// Creates the wire form of an access.
  public init(_ access: Access) {
    switch access {
    case .unknown:
      answer = .unknown
      limit = nil
      reason = nil
      paywall = nil
      startsAt = nil
      isManagedInStore = nil
    case .allowed(let limit):
      answer = .allowed
      self.limit = limit
      reason = nil
      paywall = nil
      startsAt = nil
      isManagedInStore = nil
    case .denied(let denial):
      answer = .denied
      limit = denial.limit
      reason = denial.reason
      paywall = denial.paywall
      startsAt = denial.startsAt
      isManagedInStore = denial.isManagedInStore ? true : nil
    }
  }

  /// The engine's value for it.
  public var access: Access {
    switch answer {
    case .unknown: .unknown
    case .allowed: .allowed(limit)
    case .denied:
      .denied(
        Denial(
          reason: reason ?? .notIncluded, limit: limit, paywall: paywall, startsAt: startsAt,
          isManagedInStore: isManagedInStore ?? false))
    }
  }
}
