/// Whether a purchase was delivered and works.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/deliverystatus>.
public struct DeliveryStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It was delivered, and works.
  public static let delivered = Self(rawValue: "DELIVERED")

  /// It does not work properly.
  public static let undeliveredQualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")

  /// Something else was delivered.
  public static let undeliveredWrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")

  /// A server was out.
  public static let undeliveredServerOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")

  /// It was not delivered for any other reason.
  public static let undeliveredOther = Self(rawValue: "UNDELIVERED_OTHER")
}
