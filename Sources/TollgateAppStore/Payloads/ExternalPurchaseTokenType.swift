/// What a token for purchases through custom links is for.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreservernotifications/tokentype>.
public struct ExternalPurchaseTokenType: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Customers acquired through the App Store.
  public static let acquisition = Self(rawValue: "ACQUISITION")

  /// The App Store's ongoing services.
  public static let services = Self(rawValue: "SERVICES")

  /// A purchase inside the app through another payment provider.
  public static let inApp = Self(rawValue: "IN_APP")

  /// A purchase on a website that the app links to.
  public static let linkOut = Self(rawValue: "LINK_OUT")
}
