/// How much of a purchase the store took back.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct RevocationType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The whole price was paid back.
  public static let refundFull = Self(rawValue: "REFUND_FULL")

  /// A part of the price was paid back.
  public static let refundProrated = Self(rawValue: "REFUND_PRORATED")

  /// Family Sharing no longer gives the purchase.
  public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")
}
