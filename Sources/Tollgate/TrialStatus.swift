/// What ended a trial.
public enum TrialEnding: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its time was over.
  case time
  /// Its last use was made.
  case uses
  /// The store refunded the purchase it was, or took it from family sharing.
  case refund
  /// A purchase of another product took its place.
  case replacement
  /// The purchase it was went to another customer.
  case transfer
}

/// How a trial stands at an instant.
public struct TrialStatus: Hashable, Sendable {
  /// Which trial.
  public let id: Trial.ID
  /// The purchase whose introductory offer it is; nil where signing up started it.
  public let purchase: PurchaseID?
  /// When it became active; nil where it was forfeited.
  public let activatedAt: Instant?
  /// When it ends, or ended: by time or with the last use, whichever came first; nil while only uses can end it.
  public let endsAt: Instant?
  /// Whether it runs.
  public let isActive: Bool
  /// What ended it; nil while it runs and where it was forfeited.
  public let ending: TrialEnding?
  /// The day that runs, from 1, never more than `days`; nil where only uses can end it.
  public let day: Int?
  /// Its length in days, a day begun counting whole; nil where only uses can end it.
  public let days: Int?
  /// Days left, counting the one that runs; 0 when ended, nil where only uses can end it.
  public let daysLeft: Int?
  /// Uses counted in it.
  public let used: Int
  /// How many uses end it; nil is any number.
  public let limit: Int?
  /// When its time is over, whatever ends it before.
  let scheduledEnd: Instant?

  /// Uses left, or nil where there is no limit.
  public var usesLeft: Int? { limit.map { max(0, $0 - used) } }
}

extension TrialStatus {
  /// Describes a trial from its start.
  ///
  /// - Parameters:
  ///   - scheduledEnd: When its time is over, whatever else ends it before.
  ///   - end: What ends it, and when: its time, or what came before.
  init(
    id: Trial.ID, purchase: PurchaseID?, activatedAt: Instant, scheduledEnd: Instant?,
    end: (at: Instant, by: TrialEnding)?, used: Int, limit: Int?, at now: Instant
  ) {
    let day = Instant.millisecondsPerDay
    let hasEnded = end.map { $0.at <= now || $0.by == .uses } ?? false
    self.id = id
    self.purchase = purchase
    self.activatedAt = activatedAt
    endsAt = end?.at
    isActive = !hasEnded
    ending = hasEnded ? end?.by : nil
    days = scheduledEnd.map { Int(Self.daysBegun(in: $0.since(activatedAt))) }
    let elapsed = max(0, min(now, end?.at ?? now).since(activatedAt))
    self.day = days.map { min(Int(elapsed / day) + 1, $0) }
    daysLeft = scheduledEnd.map {
      hasEnded ? 0 : Int(Self.daysBegun(in: max(0, $0.since(now))))
    }
    self.used = used
    self.limit = limit
    self.scheduledEnd = scheduledEnd
  }

  private static func daysBegun(in milliseconds: Int64) -> Int64 {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
    return rest > 0 ? days + 1 : days
  }

  static func forfeited(_ id: Trial.ID, since instant: Instant) -> TrialStatus {
    TrialStatus(
      id: id, purchase: nil, activatedAt: nil, endsAt: instant, isActive: false, ending: nil,
      day: nil, days: nil, daysLeft: nil, used: 0, limit: nil, scheduledEnd: nil)
  }
}
