/// The payload of an App Store Server Notification, version 2.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload>.
public struct NotificationPayload: Hashable, Codable, Sendable {
  /// The kind of event.
  public var notificationType: NotificationType
  /// The more specific kind of event.
  public var subtype: Subtype?
  /// The identifier of the notification, the same for each delivery attempt.
  public var notificationUUID: String
  /// The version of notifications, `2.0`.
  public var version: String
  public var signedDate: Instant
  /// The subscription or purchase it is about.
  public var data: Data?
  /// The result of an extension for many subscribers.
  public var summary: Summary?
  public var externalPurchaseToken: ExternalPurchaseToken?
  /// The app download it is about.
  public var appData: AppData?
  /// The seats that the App Store released.
  public var unclaimInfo: UnclaimInfo?

  public init(
    notificationType: NotificationType,
    subtype: Subtype? = nil,
    notificationUUID: String,
    version: String,
    signedDate: Instant,
    data: Data? = nil
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.version = version
    self.signedDate = signedDate
    self.data = data
  }
}
