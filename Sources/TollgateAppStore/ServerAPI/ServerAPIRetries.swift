/// How often a request is retried, and how long it waits.
///
/// The wait is the one that the response names, or doubles with each retry.
public struct ServerAPIRetries: Hashable, Sendable {
  /// The greatest number of retries; 0 disables them.
  public var limit: Int

  /// The first wait, in milliseconds.
  public var firstWait: Int64

  /// The longest wait, in milliseconds; if a response asks for a longer one, its error is thrown at once.
  public var longestWait: Int64

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of retries.
  ///   - firstWait: The first wait, in milliseconds.
  ///   - longestWait: The longest wait, in milliseconds.
  public init(limit: Int = 3, firstWait: Int64 = 500, longestWait: Int64 = 60_000) {
    self.limit = max(0, limit)
    self.firstWait = max(0, firstWait)
    self.longestWait = max(0, longestWait)
  }

  /// How long to wait after a number of tries, in milliseconds; nil to give up.
  func wait(after error: ServerAPIError, tries: Int, at now: Instant) -> Int64? {
    guard error.isRetryable, tries <= limit else { return nil }
    if let instant = error.retryAfter {
      let wait = max(0, instant.since(now))
      return wait <= longestWait ? wait : nil
    }
    let doubled = firstWait.multipliedReportingOverflow(by: 1 << min(tries - 1, 32))
    return doubled.overflow ? longestWait : min(doubled.partialValue, longestWait)
  }
}
