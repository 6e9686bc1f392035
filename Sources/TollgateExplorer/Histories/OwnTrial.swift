import Tollgate

/// A trial that no purchase started, by the explorer's own books.
struct OwnTrial: Hashable, Sendable {
  /// When it started, or started over.
  private(set) var startsAt: Instant
  /// When its time would be over if support had not changed it; nil if only uses end it.
  let firstEnd: Instant?
  /// When its time is over once its clock runs; nil if only uses end it.
  private(set) var scheduledEnd: Instant?
  /// When support stopped its clock; nil while the clock runs.
  private(set) var pausedAt: Instant?

  /// Starts a trial.
  ///
  /// - Parameter end: When its time is over; nil if only uses end it.
  init(startsAt start: Instant, endsAt end: Instant?) {
    startsAt = start
    firstEnd = end
    scheduledEnd = end
  }

  /// When its time is over; nil if only uses end it, and while its clock stands still.
  var endsAt: Instant? { pausedAt == nil ? scheduledEnd : nil }

  /// Whether only what support changed lets it run at an instant.
  func hasMoreTime(at now: Instant) -> Bool {
    guard let firstEnd, firstEnd <= now else { return false }
    return endsAt.map { now < $0 } ?? true
  }

  /// Records a change that support makes.
  mutating func record(_ action: TrialChange.Action, at now: Instant) {
    switch action {
    case .extend(let days):
      scheduledEnd = scheduledEnd?.adding(Period(1, .day), times: days)
    case .pause: pausedAt = now
    case .resume:
      if let pausedAt { scheduledEnd = scheduledEnd?.adding(milliseconds: now.since(pausedAt)) }
      pausedAt = nil
    case .reset:
      scheduledEnd = firstEnd?.adding(milliseconds: now.since(startsAt))
      if pausedAt != nil { pausedAt = now }
      startsAt = now
    }
  }
}
