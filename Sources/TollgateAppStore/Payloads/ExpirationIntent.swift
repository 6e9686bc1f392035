/// Why a subscription ended, or will end.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/expirationintent>.
public struct ExpirationIntent: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The customer turned renewal off.
  public static let cancelled = Self(rawValue: 1)

  /// The customer's payment failed.
  public static let billingError = Self(rawValue: 2)

  /// The customer did not consent to a higher price.
  public static let priceIncreaseDeclined = Self(rawValue: 3)

  /// The product was not for sale at renewal.
  public static let productUnavailable = Self(rawValue: 4)

  /// Any other reason.
  public static let other = Self(rawValue: 5)
}
