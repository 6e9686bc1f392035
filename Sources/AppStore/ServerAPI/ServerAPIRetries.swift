/// How often a request is tried again, and how long it waits.
///
/// The wait is the one that the answer names, or doubles from try to try.
public struct ServerAPIRetries: Hashable, Sendable {
  /// How many times a request is tried again; 0 never tries again.
  public var limit: Int

  /// How long the first wait is, in milliseconds.
  public var firstWait: Int64

  /// The longest wait, in milliseconds; an answer that asks for a longer one is thrown at once.
  public var longestWait: Int64

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - limit: How many times a request is tried again.
  ///   - firstWait: How long the first wait is, in milliseconds.
  ///   - longestWait: The longest wait, in milliseconds.
  public init(limit: Int = 3, firstWait: Int64 = 500, longestWait: Int64 = 60_000) {
    self.limit = max(0, limit)
    self.firstWait = max(0, firstWait)
    self.longestWait = max(0, longestWait)
  }

  /// How long to wait after a number of tries, in milliseconds; nil to give up.
  func wait(after error: ServerAPIError, tries: Int, at now: Milliseconds) -> Int64? {
    guard error.isRetryable, tries <= limit else { return nil }
    if let instant = error.retryAfter {
      let wait = max(0, now.milliseconds(to: instant))
      return wait <= longestWait ? wait : nil
    }
    let doubled = firstWait.multipliedReportingOverflow(by: 1 << min(tries - 1, 32))
    return doubled.overflow ? longestWait : min(doubled.partialValue, longestWait)
  }
}

extension Milliseconds {
  /// How long it is to an instant, held at the ends of the range.
  fileprivate func milliseconds(to instant: Self) -> Int64 {
    let (difference, overflow) = instant.rawValue.subtractingReportingOverflow(rawValue)
    guard overflow else { return difference }
    return instant < self ? .min : .max
  }
}
