/// A store account's first download of the app, as the store signed it: when, in which version and on which platform.
///
/// It says who bought an app that used to cost money. Follows Apple's
/// [AppTransaction](https://developer.apple.com/documentation/storekit/apptransaction).
public struct AppDownload: Hashable, Sendable {
  /// A platform that the App Store sells apps for.
  public enum Platform: String, Hashable, Sendable, Codable, CaseIterable {
    /// iPhone and iPad.
    case iOS
    case macOS
    /// Apple TV.
    case tvOS
    /// Apple Vision.
    case visionOS
  }

  /// The store that signed it.
  public let environment: StoreEnvironment
  /// The platform of the first download; nil if the store named none, or one that is not known here.
  public let platform: Platform?
  /// The version that was downloaded first; nil if the store named none.
  ///
  /// On macOS it is the app's version, and on the other platforms the build number. In the sandbox and in Xcode it is
  /// the same for everybody.
  public let version: String?
  /// When the app was bought, or first downloaded if it was free then.
  public let at: Instant

  public init(
    environment: StoreEnvironment, platform: Platform? = nil, version: String? = nil, at: Instant
  ) {
    self.environment = environment
    self.platform = platform
    self.version = version
    self.at = at
  }
}

extension AppDownload {
  /// What a customer has one of: several store accounts may have used the app.
  struct Key: Hashable, Sendable {
    let environment: StoreEnvironment
    let platform: Platform?

    /// The order in which a customer returns the facts.
    var order: (Int, String) { (environment.rank, platform?.rawValue ?? "") }
  }

  var key: Key { Key(environment: environment, platform: platform) }

  /// Whether it replaces another one of the same key: the earliest counts, and of two at one instant the one that names
  /// a version, or the lesser text.
  func outranks(_ other: AppDownload) -> Bool {
    if at != other.at { return at < other.at }
    guard let version else { return false }
    return other.version.map { version < $0 } ?? true
  }
}
