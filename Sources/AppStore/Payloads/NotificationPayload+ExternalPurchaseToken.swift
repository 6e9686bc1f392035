extension NotificationPayload {
  /// A token for purchases outside the App Store.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/externalpurchasetoken>.
  public struct ExternalPurchaseToken: Hashable, Codable, Sendable {
    /// The app's bundle identifier.
    public var bundleId: String
    /// The token's identifier; in the sandbox it begins with `SANDBOX`.
    public var externalPurchaseId: String
    /// When the token was made.
    public var tokenCreationDate: Milliseconds?
    /// Apple's number for the app; in production always there.
    public var appAppleId: Int64?
    /// The kind of a token for custom links; other tokens have none.
    public var tokenType: ExternalPurchaseTokenType?
    /// When a token for custom links expires.
    public var tokenExpirationDate: Milliseconds?

    /// Makes the value from its fields, named as Apple names them.
    public init(
      bundleId: String,
      externalPurchaseId: String,
      tokenCreationDate: Milliseconds? = nil,
      appAppleId: Int64? = nil,
      tokenType: ExternalPurchaseTokenType? = nil,
      tokenExpirationDate: Milliseconds? = nil
    ) {
      self.bundleId = bundleId
      self.externalPurchaseId = externalPurchaseId
      self.tokenCreationDate = tokenCreationDate
      self.appAppleId = appAppleId
      self.tokenType = tokenType
      self.tokenExpirationDate = tokenExpirationDate
    }
  }
}
