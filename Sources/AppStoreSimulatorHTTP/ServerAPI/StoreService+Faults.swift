public import TollgateAppStore

extension StoreService {
  /// The rejection injected into the next requests to the Server API.
  struct Fault: Hashable {
    var code: ServerAPIErrorCode
    var timesLeft: Int
    var retryAfter: Duration
  }

  /// Rejects the next authorized requests to the Server API.
  ///
  /// - Parameters:
  ///   - code: Apple's number; its first three digits are the status.
  ///   - times: How many requests; 0 for none.
  ///   - retryAfter: How long from now callers are asked to wait, for `rateLimitExceeded`.
  public func refuse(_ code: ServerAPIErrorCode, times: Int, retryAfter: Duration = .seconds(1)) {
    fault = times > 0 ? Fault(code: code, timesLeft: times, retryAfter: retryAfter) : nil
  }

  /// The rejection for a request; nil for none.
  func takeRefusal() -> ServerAPIRefusal? {
    guard var fault else { return nil }
    fault.timesLeft -= 1
    self.fault = fault.timesLeft > 0 ? fault : nil
    let isLimit = fault.code == .rateLimitExceeded
    return ServerAPIRefusal(
      fault.code, retryAfter: isLimit ? callersClock().advanced(by: fault.retryAfter) : nil)
  }
}
