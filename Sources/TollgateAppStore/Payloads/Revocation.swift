/// Why the store revoked a purchase.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/revocationreason>.
public struct RevocationReason: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Any other reason, such as an accidental purchase.
  public static let other = Self(rawValue: 0)

  /// An actual or perceived issue with the app.
  public static let issue = Self(rawValue: 1)
}

/// How much of a purchase the store revoked.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct RevocationType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The full price was refunded.
  public static let refundFull = Self(rawValue: "REFUND_FULL")

  /// Part of the price was refunded.
  public static let refundProrated = Self(rawValue: "REFUND_PRORATED")

  /// The purchase is no longer shared through Family Sharing.
  public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")

  /// The seat is no longer assigned to the customer.
  public static let assignmentRevoke = Self(rawValue: "ASSIGNMENT_REVOKE")
}
