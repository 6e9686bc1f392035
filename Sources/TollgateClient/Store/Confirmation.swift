/// How long a purchase is asked about before the signed transaction itself decides.
enum Confirmation {
  /// The waits between the questions.
  static let waits: [Duration] = [1000, 1500, 3000, 3000, 5000, 8000].map { .milliseconds($0) }
  /// All of them together, in milliseconds: 21.5 seconds.
  static let patience: Int64 = 21_500
}

/// How long the client waits before it sends again what the server did not take.
enum Backoff {
  /// The first wait: one second.
  static let first: Duration = .seconds(1)
  /// The longest wait, however often it failed: five minutes.
  static let longest: Duration = .seconds(300)

  /// The wait after a number of failures in a row: twice as long each time, of which up to half is left to chance.
  ///
  /// - Parameters:
  ///   - failures: How many requests failed in a row, at least 1.
  ///   - random: A number from 0 up to 1.
  ///   - asked: How long the server asked for; it is never asked earlier, but within ``longest``.
  /// - Returns: How long to wait.
  static func wait(after failures: Int, random: Double, asked: Duration? = nil) -> Duration {
    let whole = min(first * (1 << min(max(0, failures - 1), 10)), longest)
    return min(max(whole * (1 - min(max(0, random), 1) / 2), asked ?? .zero), longest)
  }
}
