public import Tollgate

/// A feature's answer on the wire.
public struct AccessSummary: Hashable, Sendable, Codable {
  /// The three answers.
  public enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// Yes.
    case allowed
    /// No.
    case denied
    /// It could not be told; nothing is taken away and no paywall shows.
    case unknown
  }

  /// The answer.
  public let answer: Answer
  /// The allowance that counts here; nil where there is none.
  public let limit: Limit?
  /// Why the answer is no.
  public let reason: Denial.Reason?
  /// The paywall to show with a no.
  public let paywall: Paywall.ID?
  /// When the plan that lifts a no starts by itself; nil where none does.
  public let startsAt: Instant?
  /// Whether a no is lifted in the store's subscription management rather than by buying; nil is no.
  public let isManagedInStore: Bool?

  /// Writes down a feature's answer.
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

  /// The engine's value for the answer.
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
