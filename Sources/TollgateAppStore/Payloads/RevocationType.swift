/// How much of a purchase the store revoked.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct RevocationType: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The full price was refunded.
  public static let refundFull = Self(rawValue: "REFUND_FULL")

  /// Part of the price was refunded.
  public static let refundProrated = Self(rawValue: "REFUND_PRORATED")

  /// The purchase is no longer shared through Family Sharing.
  public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")

  /// The seat is no longer assigned to the customer.
  public static let assignmentRevoke = Self(rawValue: "ASSIGNMENT_REVOKE")
}
