/// How long the client waits before it retries what the server did not accept.
enum Backoff {
  /// The first wait: one second.
  static let first: Duration = .seconds(1)
  /// The longest wait, after any number of failures: five minutes.
  static let longest: Duration = .seconds(300)

  /// The delay after a number of failures in a row: doubled each time; up to half of it is random.
  ///
  /// - Parameters:
  ///   - failures: How many requests failed in a row, at least 1.
  ///   - random: A number from 0 up to 1.
  ///   - requested: How long the server asked the client to wait; the wait is never shorter, but at most ``longest``.
  /// - Returns: How long to wait.
  static func delay(after failures: Int, random: Double, requested: Duration? = nil) -> Duration {
    let whole = min(first * (1 << min(max(0, failures - 1), 10)), longest)
    return min(max(whole * (1 - min(max(0, random), 1) / 2), requested ?? .zero), longest)
  }
}
