/// The environment of a purchase.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/environment>.
public struct Environment: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Apple's sandbox, including TestFlight, where nobody pays.
  public static let sandbox = Self(rawValue: "Sandbox")

  /// The App Store itself.
  public static let production = Self(rawValue: "Production")

  /// Xcode's local testing, which Apple does not sign.
  public static let xcode = Self(rawValue: "Xcode")

  /// Local testing of a server, which Apple does not sign.
  public static let localTesting = Self(rawValue: "LocalTesting")
}
