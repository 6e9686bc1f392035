extension NotificationPayload {
  /// The result of an extension for many subscribers.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/summary>.
  public struct Summary: Hashable, Codable, Sendable {
    public var bundleId: String
    public var environment: Environment
    public var productId: String
    /// The developer's identifier of the request.
    public var requestIdentifier: String
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The requested storefronts; nil means all.
    public var storefrontCountryCodes: [String]?
    public var succeededCount: Int64?
    /// How many could not be extended.
    public var failedCount: Int64?

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
