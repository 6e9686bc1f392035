/// The developer's information for Apple about a purchase whose customer requests a refund.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>.
public struct ConsumptionRequest: Hashable, Codable, Sendable {
  /// Whether the customer consented to sending this information; without consent, it must not be sent.
  public var customerConsented: Bool
  /// Whether a sample or trial was available before the purchase.
  public var sampleContentProvided: Bool
  /// Whether the purchase was delivered and works.
  public var deliveryStatus: DeliveryStatus
  /// How much of the purchase was used, in thousandths of a percent: 50000 is half.
  public var consumptionPercentage: Int?
  /// The developer's preferred outcome.
  public var refundPreference: RefundPreference?

  public init(
    customerConsented: Bool,
    sampleContentProvided: Bool,
    deliveryStatus: DeliveryStatus,
    consumptionPercentage: Int? = nil,
    refundPreference: RefundPreference? = nil
  ) {
    self.customerConsented = customerConsented
    self.sampleContentProvided = sampleContentProvided
    self.deliveryStatus = deliveryStatus
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }
}

/// Whether a purchase was delivered and works.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/deliverystatus>.
public struct DeliveryStatus: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

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

/// The developer's preferred outcome of a refund request.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/refundpreference>.
public struct RefundPreference: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let decline = Self(rawValue: "DECLINE")

  /// Refund the full price.
  public static let grantFull = Self(rawValue: "GRANT_FULL")

  /// Refund the unused part.
  public static let grantProrated = Self(rawValue: "GRANT_PRORATED")
}
