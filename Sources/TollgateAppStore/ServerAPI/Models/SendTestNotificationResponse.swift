/// The confirmation that a test notification was requested.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendtestnotificationresponse>.
public struct SendTestNotificationResponse: Hashable, Codable, Sendable {
  /// The token for querying its delivery.
  public var testNotificationToken: String

  /// Creates the value from its fields, which have Apple's names.
  public init(testNotificationToken: String) {
    self.testNotificationToken = testNotificationToken
  }
}
