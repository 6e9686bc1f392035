/// How long the server is polled about a purchase before the signed transaction itself decides.
enum Confirmation {
  /// The waits between polls.
  static let waits: [Duration] = [1000, 1500, 3000, 3000, 5000, 8000].map { .milliseconds($0) }
  /// The total of the waits: 21.5 seconds.
  static let patience = Duration.milliseconds(21_500)
}

/// How long the client waits before it retries what the server did not accept.
enum Backoff {
  /// The first wait: one second.
  static let first: Duration = .seconds(1)
  /// The longest wait, after any number of failures: five minutes.
  static let longest: Duration = .seconds(300)

  /// The wait after a number of failures in a row: doubled each time, of which up to half is random.
  ///
  /// - Parameters:
  ///   - failures: How many requests failed in a row, at least 1.
  ///   - random: A number from 0 up to 1.
  ///   - asked: How long the server asked the client to wait; the wait is never shorter, but at most ``longest``.
  /// - Returns: How long to wait.
  static func wait(after failures: Int, random: Double, asked: Duration? = nil) -> Duration {
    let whole = min(first * (1 << min(max(0, failures - 1), 10)), longest)
    return min(max(whole * (1 - min(max(0, random), 1) / 2), asked ?? .zero), longest)
  }
}
