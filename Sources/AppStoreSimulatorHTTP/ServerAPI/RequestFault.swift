import TollgateAppStore

/// The rejection injected into the next requests to the Server API.
struct RequestFault: Hashable {
  /// Apple's number; its first three digits are the status.
  var code: ServerAPIErrorCode

  /// How many more requests are rejected, at least 1.
  var timesLeft: Int

  /// How long from the rejection callers are asked to wait; only stated for `rateLimitExceeded`.
  var retryAfter: Duration

  /// The rejection of a request at an instant of the callers' clock.
  func refusal(at now: Instant) -> ServerAPIRefusal {
    let isLimit = code == .rateLimitExceeded
    return ServerAPIRefusal(code, retryAfter: isLimit ? now.advanced(by: retryAfter) : nil)
  }

  /// The fault after one more rejection; nil if that was the last.
  var next: Self? {
    timesLeft > 1
      ? Self(code: code, timesLeft: timesLeft - 1, retryAfter: retryAfter) : nil
  }
}
