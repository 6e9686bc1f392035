import Tollgate

/// How long a check that brought nothing new is postponed.
enum CheckBackOff {
  /// The waits in milliseconds; the last one repeats.
  static let waits: [Int64] = [60, 300, 900, 3600, 10_800, 43_200, 86_400].map { $0 * 1000 }

  static func next(after tries: Int, at now: Instant) -> Instant {
    now.adding(milliseconds: waits[min(max(tries, 0), waits.count - 1)])
  }
}
