/// One attempt to deliver a notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendattemptitem>.
public struct SendAttemptItem: Hashable, Codable, Sendable {
  /// When the attempt was made.
  public var attemptDate: Milliseconds
  /// What came of it.
  public var sendAttemptResult: SendAttemptResult

  /// Makes the value from its fields, named as Apple names them.
  public init(attemptDate: Milliseconds, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }
}
