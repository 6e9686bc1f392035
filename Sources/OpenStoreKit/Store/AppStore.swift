public import Foundation

/// The App Store's functions for an app, apart from products.
///
/// Follows <https://developer.apple.com/documentation/storekit/appstore>.
public enum AppStore: Sendable {
  /// Whether the device may buy.
  public static var canMakePayments: Bool {
    StoreSession.current?.settings.canMakePayments ?? true
  }

  /// The UUID by which the device recognizes its own signed data; nil without a simulated store.
  public static var deviceVerificationID: UUID? { StoreSession.current?.deviceID }

  /// Apple's number for the app's age rating; nil for a simulated app.
  public static var ageRatingCode: Int? {
    get async { nil }
  }

  /// Synchronizes the customer's purchases, which are always up to date here.
  ///
  /// - Throws: ``StoreKitError``
  public static func sync() async throws {
    try StoreSession.current?.check(.sync)
  }

  /// The environment of a download or a purchase.
  public struct Environment: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store itself.
    public static let production = Self(rawValue: "Production")

    /// Apple's sandbox, including TestFlight, where nobody pays.
    public static let sandbox = Self(rawValue: "Sandbox")

    /// Local testing.
    public static let xcode = Self(rawValue: "Xcode")
  }

  /// The platform that an app was first downloaded on.
  public struct Platform: RawRepresentable, Hashable, Sendable {
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
}
