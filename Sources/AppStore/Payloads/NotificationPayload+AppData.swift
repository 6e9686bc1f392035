extension NotificationPayload {
  /// The app download that a notification is about.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/appdata>.
  public struct AppData: Hashable, Codable, Sendable {
    /// The app's bundle identifier.
    public var bundleId: String
    /// Where the app was downloaded.
    public var environment: Environment
    /// Apple's number for the app; in production always there.
    public var appAppleId: Int64?
    /// The download, signed by itself.
    public var signedAppTransactionInfo: String?

    /// Makes the value from its fields, named as Apple names them.
    public init(
      bundleId: String,
      environment: Environment,
      appAppleId: Int64? = nil,
      signedAppTransactionInfo: String? = nil
    ) {
      self.bundleId = bundleId
      self.environment = environment
      self.appAppleId = appAppleId
      self.signedAppTransactionInfo = signedAppTransactionInfo
    }
  }
}
