/// What the developer would like Apple to do about a refund.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/refundpreference>.
public struct RefundPreference: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Pay nothing back.
  public static let decline = Self(rawValue: "DECLINE")

  /// Pay the whole price back.
  public static let grantFull = Self(rawValue: "GRANT_FULL")

  /// Pay the unused part back.
  public static let grantProrated = Self(rawValue: "GRANT_PRORATED")
}
