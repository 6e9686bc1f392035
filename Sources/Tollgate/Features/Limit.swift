/// How much of an allowance is used.
public struct Limit: Hashable, Sendable, Codable {
  /// What is counted together.
  public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
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
