/// Who granted an entitlement or revoked a grant, when, and why.
public struct GrantNote: Hashable, Sendable {
  /// What was done.
  public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
    /// The entitlement was granted.
    case granted
    /// The grant was revoked.
    case revoked
  }

  /// What was done.
  public let action: Action
  /// The instant of the action, by the server's clock.
  public let at: Instant
  /// Who did it: the public part of a secret key, or an email address.
  public let by: String
  /// The reason that they gave.
  public let reason: String

  public init(action: Action, at: Instant, by: String, reason: String) {
    self.action = action
    self.at = at
    self.by = by
    self.reason = reason
  }
}

extension GrantNote: Comparable {
  /// Orders notes by instant, then by their other members.
  public static func < (left: Self, right: Self) -> Bool {
    (left.at, left.action.rawValue, left.by, left.reason)
      < (right.at, right.action.rawValue, right.by, right.reason)
  }
}
