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

  /// Creates the value from its fields, which have Apple's names.
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
