public import Foundation

// Ways to pay outside the App Store. Apple allows them to apps with an entitlement in some countries; an app in the
// simulated store has none.

/// Purchases with another provider in the app.
///
/// Follows <https://developer.apple.com/documentation/storekit/externalpurchase>.
public enum ExternalPurchase: Sendable {
  /// What the customer answered to the notice.
  public enum NoticeResult: Hashable, Sendable {
    case cancelled

    /// The customer continues, and the app reports the token to Apple.
    case continuedWithExternalPurchaseToken(token: String)
  }

  /// Whether the app may show the notice; never here.
  public static var canPresent: Bool {
    get async { false }
  }

  /// Shows the notice.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func presentNoticeSheet() async throws -> NoticeResult {
    throw StoreKitError.notEntitled
  }
}

/// A link to a website on which the customer buys.
///
/// Follows <https://developer.apple.com/documentation/storekit/externalpurchaselink>.
public enum ExternalPurchaseLink: Sendable {
  /// Whether the app may open its link; never here.
  public static var canOpen: Bool {
    get async { false }
  }

  /// The links for this country; nil without an entitlement.
  public static var eligibleURLs: [URL]? {
    get async { nil }
  }

  /// Asks the customer, and opens the link.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func open() async throws {
    throw StoreKitError.notEntitled
  }

  /// Asks the customer, and opens one of several links.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func open(url: URL) async throws {
    throw StoreKitError.notEntitled
  }
}

/// Links to purchases anywhere.
///
/// Follows <https://developer.apple.com/documentation/storekit/externalpurchasecustomlink>.
public enum ExternalPurchaseCustomLink: Sendable {
  /// Where the customer buys.
  public enum NoticeType: Hashable, Sendable {
    case browser

    case withinApp
  }

  /// What the customer answered to the notice.
  public enum NoticeResult: Hashable, Sendable {
    case cancelled

    case continued
  }

  /// What the app reports to Apple.
  public struct Token: Hashable, Sendable {
    /// The token as JSON in Base64URL.
    public let value: String
  }

  /// What the token is for.
  public struct TokenType: Hashable, Sendable {
    private let name: String

    /// Another provider in the app.
    public static let withinApp = Self(name: "withinApp")

    /// Purchases outside the app.
    public static let outOfApp = Self(name: "outOfApp")
  }

  /// Whether the app may use such links; never here.
  public static var isEligible: Bool {
    get async { false }
  }

  /// Shows the notice.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func showNotice(type: NoticeType) async throws -> NoticeResult {
    throw StoreKitError.notEntitled
  }

  /// Requests a token of a type.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func token(for tokenType: String) async throws -> Token? {
    throw StoreKitError.notEntitled
  }

  /// Requests a token of a type.
  ///
  /// - Throws: ``StoreKitError``: always `notEntitled`.
  public static func token(for tokenType: TokenType) async throws -> Token? {
    throw StoreKitError.notEntitled
  }
}
