import Tollgate

/// A trial by the explorer's own books.
struct BookedTrial: Hashable, Sendable {
  /// Which trial it is.
  let name: TrialName
  /// Whether it runs: neither its time nor its uses are over.
  let isActive: Bool
  /// Whether its last use ended it.
  let isSpent: Bool
  /// The number of uses counted in it; 0 if it has no limit of uses.
  let used: Int
  /// When it started.
  let startsAt: Instant
  /// When its time is over; nil if only uses end it.
  let endsAt: Instant?
  /// When it ended, by time or with its last use; nil while it runs.
  let endedAt: Instant?
}
