extension NotificationPayload {
  /// The result of an extension for many subscribers.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/summary>.
  public struct Summary: Hashable, Codable, Sendable {
    /// The app's bundle identifier.
    public var bundleId: String
    /// Where the extension was made.
    public var environment: Environment
    /// The product extended.
    public var productId: String
    /// The identifier that the developer gave the request.
    public var requestIdentifier: String
    /// Apple's number for the app; in production always there.
    public var appAppleId: Int64?
    /// The storefronts asked for; none means all.
    public var storefrontCountryCodes: [String]?
    /// How many subscriptions were extended.
    public var succeededCount: Int64?
    /// How many could not be extended.
    public var failedCount: Int64?

    /// Makes the value from its fields, named as Apple names them.
    public init(
      bundleId: String,
      environment: Environment,
      productId: String,
      requestIdentifier: String,
      appAppleId: Int64? = nil,
      storefrontCountryCodes: [String]? = nil,
      succeededCount: Int64? = nil,
      failedCount: Int64? = nil
    ) {
      self.bundleId = bundleId
      self.environment = environment
      self.productId = productId
      self.requestIdentifier = requestIdentifier
      self.appAppleId = appAppleId
      self.storefrontCountryCodes = storefrontCountryCodes
      self.succeededCount = succeededCount
      self.failedCount = failedCount
    }
  }
}
