/// The platform that an app was first downloaded on.
///
/// Follows <https://developer.apple.com/documentation/storekit/appstore/platform>.
public struct PurchasePlatform: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// iPhone and iPad.
  public static let iOS = Self(rawValue: "iOS")

  public static let macOS = Self(rawValue: "macOS")

  /// Apple TV.
  public static let tvOS = Self(rawValue: "tvOS")

  /// Apple Vision.
  public static let visionOS = Self(rawValue: "visionOS")
}
