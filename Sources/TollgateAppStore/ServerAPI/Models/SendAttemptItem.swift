/// One attempt to deliver a notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendattemptitem>.
public struct SendAttemptItem: Hashable, Codable, Sendable {
  /// When the attempt was made.
  public var attemptDate: Instant
  /// The result of the attempt.
  public var sendAttemptResult: SendAttemptResult

  /// Creates the value from its fields, which have Apple's names.
  public init(attemptDate: Instant, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }
}
