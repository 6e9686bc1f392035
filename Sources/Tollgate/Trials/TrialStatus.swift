/// What ended a trial.
public enum TrialEnding: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its time ran out.
  case time
  /// Its last use was made.
  case uses
  /// The store refunded the purchase that started it, or removed it from family sharing.
  case refund
  /// A purchase of another product replaced it.
  case replacement
  /// The purchase that started it was transferred to another customer.
  case transfer
}

/// The state of a trial at an instant.
public struct TrialStatus: Hashable, Sendable {
  public let id: Trial.ID
  /// The purchase whose introductory offer it is; nil if no purchase started it.
  public let purchase: PurchaseID?
  /// When it started; nil if it was forfeited.
  public let activatedAt: Instant?
  /// When it ends or ended, by time or with the last use, whichever comes first; nil while only uses can end it and
  /// during a pause whose end is not decided.
  public let endsAt: Instant?
  /// Whether it is running.
  public let isActive: Bool
  /// What ended it; nil while it is running and if it was forfeited.
  public let ending: TrialEnding?
  /// When its running pause began; nil while its clock runs.
  public let pausedAt: Instant?
  /// The current day, from 1, never more than `days`; nil if only uses can end it.
  public let day: Int?
  /// Its length in days with extensions and without pauses, a partial day counting as a whole one; nil if only uses can end it.
  public let days: Int?
  /// Days left, including the current one; 0 when ended, nil if only uses can end it.
  public let daysLeft: Int?
  /// Uses counted in it.
  public let used: Int
  /// How many uses end it; nil means any number.
  public let limit: Int?
  /// When its time runs out, even if something ends it sooner.
  let scheduledEnd: Instant?
  /// The instant from which its days count, which pauses move; nil during a pause and when it is over.
  let clockStart: Instant?

  /// Uses left, or nil if there is no limit.
  public var usesLeft: Int? { limit.map { max(0, $0 - used) } }
}

extension TrialStatus {
  /// Describes a trial from its start; it ends when its time runs out unless something ends it sooner.
  init(
    id: Trial.ID, purchase: PurchaseID?, activatedAt: Instant, time: TrialTime,
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
    pausedAt = hasEnded ? nil : time.pausedAt(now)
    days = time.length.map { Int(Self.daysBegun(in: $0)) }
    let elapsed = time.elapsed(at: min(now, end?.at ?? now))
    self.day = days.map { min(Int(elapsed / day) + 1, $0) }
    daysLeft = time.length.map {
      hasEnded ? 0 : Int(Self.daysBegun(in: max(0, $0 - time.elapsed(at: now))))
    }
    self.used = used
    self.limit = limit
    scheduledEnd = time.endsAt
    clockStart = hasEnded ? nil : time.clockStart(at: now)
  }

  private static func daysBegun(in milliseconds: Int64) -> Int64 {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
    return rest > 0 ? days + 1 : days
  }

  static func forfeited(_ id: Trial.ID, since instant: Instant) -> TrialStatus {
    TrialStatus(
      id: id, purchase: nil, activatedAt: nil, endsAt: instant, isActive: false, ending: nil,
      pausedAt: nil, day: nil, days: nil, daysLeft: nil, used: 0, limit: nil, scheduledEnd: nil,
      clockStart: nil)
  }
}
