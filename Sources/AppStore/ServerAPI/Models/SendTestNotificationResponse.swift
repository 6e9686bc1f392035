/// The word that a test notification is on its way.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendtestnotificationresponse>.
public struct SendTestNotificationResponse: Hashable, Codable, Sendable {
  /// What to ask about its delivery with.
  public var testNotificationToken: String

  /// Makes the value from its fields, named as Apple names them.
  public init(testNotificationToken: String) {
    self.testNotificationToken = testNotificationToken
  }
}
