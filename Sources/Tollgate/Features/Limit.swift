/// How much of an allowance is used, in uses, items, credits or sizes.
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
    /// Uses this year.
    case year
    /// Uses this billing period.
    case period
    /// Uses this month of the billing period, of a right that was bought elsewhere, or since the first day.
    case planMonth
    /// Uses ever.
    case ever
    /// A single use, whose size is limited.
    case use
    /// Uses that a pool lacks now.
    case pool
    /// Uses within a span of time up to now.
    case rolling
    /// Uses in a window that began with the first of them.
    case fromFirstUse
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
  /// When more is left without a new fact, for a pool and for a limit that holds within a span of time, from the first use,
  /// together with others, in a month of the plan or for several features; nil for any other, while none of it is used,
  /// and if it is never renewed.
  public let renewsAt: Instant?
  /// The size of the request, in a limit that counts sizes; nil in any other.
  ///
  /// It is 1 if none was stated, and of an item that is held, how much it grows.
  public let asked: Int?

  public init(
    limit: Int, used: Int, scope: Scope, renewsAt: Instant? = nil, asked: Int? = nil
  ) {
    self.limit = limit
    self.used = used
    self.scope = scope
    self.renewsAt = renewsAt
    self.asked = asked
  }

  /// The remaining count, never negative.
  public var remaining: Int { max(0, limit - used) }

  /// Whether the requested size is left; one use or item, if it counts those.
  public var hasRoom: Bool { asked ?? 1 <= remaining }
}

extension Limit.Scope {
  /// Whether time gives some of it back, whatever else happens.
  package var isRenewed: Bool {
    switch self {
    case .day, .week, .month, .year, .period, .planMonth, .pool, .rolling, .fromFirstUse: true
    case .trial, .ever, .use, .held, .credits: false
    }
  }
}
