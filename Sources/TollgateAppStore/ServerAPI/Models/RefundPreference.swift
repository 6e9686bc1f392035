/// The developer's preferred outcome of a refund request.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/refundpreference>.
public struct RefundPreference: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Decline the refund.
  public static let decline = Self(rawValue: "DECLINE")

  /// Refund the full price.
  public static let grantFull = Self(rawValue: "GRANT_FULL")

  /// Refund the unused part.
  public static let grantProrated = Self(rawValue: "GRANT_PRORATED")
}
