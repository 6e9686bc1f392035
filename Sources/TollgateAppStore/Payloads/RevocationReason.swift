/// Why the store revoked a purchase.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/revocationreason>.
public struct RevocationReason: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Any other reason, such as an accidental purchase.
  public static let other = Self(rawValue: 0)

  /// An actual or perceived issue with the app.
  public static let issue = Self(rawValue: 1)
}
