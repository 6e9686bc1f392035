import Tollgate

/// How long a check that brought nothing new is postponed.
enum CheckBackOff {
  /// The waits after the first check, the second and so on, from a minute to a day; the last one repeats.
  static let waits: [Duration] = [60, 300, 900, 3600, 10_800, 43_200, 86_400].map { .seconds($0) }

  /// When a check is retried after a number of tries that brought nothing new, counted from 0.
  static func next(after tries: Int, at now: Instant) -> Instant {
    now.advanced(by: waits[min(max(tries, 0), waits.count - 1)])
  }
}
