/// How often a request is retried, and how long it waits.
///
/// The wait is the one that the response names, or doubles with each retry.
public struct ServerAPIRetries: Hashable, Sendable {
  /// The greatest number of retries; 0 disables them.
  public var limit: Int

  public var firstWait: Duration

  /// The longest wait; if a response asks for a longer one, its error is thrown at once.
  public var longestWait: Duration

  public init(
    limit: Int = 3, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(60)
  ) {
    self.limit = max(0, limit)
    self.firstWait = max(.zero, firstWait)
    self.longestWait = max(.zero, longestWait)
  }

  /// How long to wait after a number of tries; nil to give up.
  func wait(after error: ServerAPIError, tries: Int, at now: Instant) -> Duration? {
    guard error.isRetryable, tries <= limit else { return nil }
    if let instant = error.retryAfter {
      let wait = max(.zero, now.duration(to: instant))
      return wait <= longestWait ? wait : nil
    }
    var wait = min(firstWait, longestWait)
    for _ in 1..<max(1, min(tries, 32)) { wait = wait < longestWait / 2 ? wait * 2 : longestWait }
    return wait
  }
}
