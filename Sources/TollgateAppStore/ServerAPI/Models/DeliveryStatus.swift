/// Whether a purchase was delivered and works.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/deliverystatus>.
public struct DeliveryStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It was delivered and works.
  public static let delivered = Self(rawValue: "DELIVERED")

  /// It does not work properly.
  public static let undeliveredQualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")

  /// The wrong item was delivered.
  public static let undeliveredWrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")

  /// A server outage prevented delivery.
  public static let undeliveredServerOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")

  /// It was not delivered for any other reason.
  public static let undeliveredOther = Self(rawValue: "UNDELIVERED_OTHER")
}
