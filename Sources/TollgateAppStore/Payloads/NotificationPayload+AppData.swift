extension NotificationPayload {
  /// The app download that a notification is about.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/appdata>.
  public struct AppData: Hashable, Codable, Sendable {
    /// The app's bundle identifier.
    public var bundleId: String
    /// The environment of the download.
    public var environment: Environment
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The download, signed separately.
    public var signedAppTransactionInfo: String?

    /// Creates the value from its fields, which have Apple's names.
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
