extension NotificationPayload {
  /// A token for purchases outside the App Store.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/externalpurchasetoken>.
  public struct ExternalPurchaseToken: Hashable, Codable, Sendable {
    public var bundleId: String
    /// The token's identifier; in the sandbox it starts with `SANDBOX`.
    public var externalPurchaseId: String
    public var tokenCreationDate: Instant?
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The kind of a token for custom links; nil for other tokens.
    public var tokenType: ExternalPurchaseTokenType?
    /// When a token for custom links expires.
    public var tokenExpirationDate: Instant?

    public init(
      bundleId: String,
      externalPurchaseId: String,
      tokenCreationDate: Instant? = nil,
      appAppleId: Int64? = nil,
      tokenType: ExternalPurchaseTokenType? = nil,
      tokenExpirationDate: Instant? = nil
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

/// What a token for purchases through custom links is for.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/tokentype>.
public struct ExternalPurchaseTokenType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Customers acquired through the App Store.
  public static let acquisition = Self(rawValue: "ACQUISITION")

  /// The App Store's ongoing services.
  public static let services = Self(rawValue: "SERVICES")

  /// A purchase inside the app through another payment provider.
  public static let inApp = Self(rawValue: "IN_APP")

  /// A purchase on a website that the app links to.
  public static let linkOut = Self(rawValue: "LINK_OUT")
}
