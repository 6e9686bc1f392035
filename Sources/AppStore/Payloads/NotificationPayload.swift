/// What an App Store Server Notification of version 2 tells.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload>.
public struct NotificationPayload: Hashable, Codable, Sendable {
  /// What happened.
  public var notificationType: NotificationType
  /// What happened more closely.
  public var subtype: Subtype?
  /// The identifier of the notification, the same each time it is sent.
  public var notificationUUID: String
  /// The version of notifications, `2.0`.
  public var version: String
  /// When Apple signed the notification.
  public var signedDate: Milliseconds
  /// The subscription or purchase it is about.
  public var data: Data?
  /// The result of an extension for many subscribers.
  public var summary: Summary?
  /// The token it is about.
  public var externalPurchaseToken: ExternalPurchaseToken?
  /// The app download it is about.
  public var appData: AppData?

  /// Makes the payload from its fields, named as Apple names them.
  public init(
    notificationType: NotificationType,
    subtype: Subtype? = nil,
    notificationUUID: String,
    version: String,
    signedDate: Milliseconds,
    data: Data? = nil,
    summary: Summary? = nil,
    externalPurchaseToken: ExternalPurchaseToken? = nil,
    appData: AppData? = nil
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.version = version
    self.signedDate = signedDate
    self.data = data
    self.summary = summary
    self.externalPurchaseToken = externalPurchaseToken
    self.appData = appData
  }
}
