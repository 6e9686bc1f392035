/// How a trial stands at an instant.
public struct TrialStatus: Hashable, Sendable {
  /// Which trial.
  public let id: Trial.ID
  /// When it became active; nil where it was forfeited.
  public let activatedAt: Instant?
  /// When it ends, or ended: by time or with the last use, whichever came first; nil while only uses can end it.
  public let endsAt: Instant?
  /// Whether it runs.
  public let isActive: Bool
  /// The day that runs, from 1, never more than `days`; nil where only uses can end it.
  public let day: Int?
  /// Its length in days, a day begun counting whole; nil where only uses can end it.
  public let days: Int?
  /// Days left, counting the one that runs; 0 when ended.
  public let daysLeft: Int?
  /// Uses counted in it.
  public let used: Int
  /// How many uses end it; nil is any number.
  public let limit: Int?
  /// The purchase that started it; nil where none did.
  public var purchase: PurchaseID?
  /// How it ended; nil while it runs.
  public var ending: TrialEnding?

  /// Uses left, or nil where there is no limit.
  public var usesLeft: Int? { limit.map { max(0, $0 - used) } }
}

extension TrialStatus {
  init(
    id: Trial.ID, activatedAt: Instant, endsAt: Instant?, scheduledEnd: Instant?, used: Int,
    limit: Int?, at now: Instant
  ) {
    let day = Instant.millisecondsPerDay
    self.id = id
    self.activatedAt = activatedAt
    self.endsAt = endsAt
    isActive = activatedAt <= now && endsAt.map { now < $0 } ?? true
    let length = scheduledEnd.map { $0.since(activatedAt) }
    days = length.map { Int(Self.daysBegun(in: $0)) }
    let elapsed = max(0, min(now, endsAt ?? now).since(activatedAt))
    self.day = days.map { min(Int(elapsed / day) + 1, $0) }
    daysLeft =
      isActive ? scheduledEnd.map { Int(Self.daysBegun(in: max(0, $0.since(now)))) } : 0
    self.used = used
    self.limit = limit
  }

  private static func daysBegun(in milliseconds: Int64) -> Int64 {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
    return rest > 0 ? days + 1 : days
  }

  static func forfeited(_ id: Trial.ID, since instant: Instant) -> TrialStatus {
    TrialStatus(
      id: id, activatedAt: nil, endsAt: instant, isActive: false, day: nil, days: nil, daysLeft: 0,
      used: 0, limit: nil)
  }
}

/// How a trial ended.
public enum TrialEnding: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its time was over.
  case time
  /// Its last use was made.
  case uses
  /// Its purchase was refunded.
  case refund
  /// Another purchase replaced it.
  case replacement
  /// Its purchase went to another customer.
  case transfer
}
