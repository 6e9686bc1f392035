public import Foundation

/// What an app and the App Store have to do with each other beyond products.
///
/// Follows <https://developer.apple.com/documentation/storekit/appstore>.
public enum AppStore: Sendable {
  /// Whether the device may buy.
  public static var canMakePayments: Bool {
    StoreSession.current?.settings.canMakePayments ?? true
  }

  /// The UUID of the device, by which it knows its own signed data; nil without a simulated store.
  public static var deviceVerificationID: UUID? { StoreSession.current?.deviceID }

  /// Apple's number for the app's age rating; a simulated app has none.
  public static var ageRatingCode: Int? {
    get async { nil }
  }

  /// Brings the customer's purchases up to date; here they always are.
  ///
  /// - Throws: ``StoreKitError``
  public static func sync() async throws {
    try StoreSession.current?.check(.sync)
  }

  /// Where an app was downloaded, and where a purchase was made.
  public struct Environment: RawRepresentable, Hashable, Sendable {
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the environment with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The App Store itself.
    public static let production = Self(rawValue: "Production")

    /// Apple's sandbox, TestFlight included: nobody pays.
    public static let sandbox = Self(rawValue: "Sandbox")

    /// Local testing.
    public static let xcode = Self(rawValue: "Xcode")
  }

  /// The platform that an app was first downloaded on.
  public struct Platform: RawRepresentable, Hashable, Sendable {
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the platform with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// iPhone and iPad.
    public static let iOS = Self(rawValue: "iOS")

    /// The Mac.
    public static let macOS = Self(rawValue: "macOS")

    /// Apple TV.
    public static let tvOS = Self(rawValue: "tvOS")

    /// Apple Vision.
    public static let visionOS = Self(rawValue: "visionOS")
  }
}
