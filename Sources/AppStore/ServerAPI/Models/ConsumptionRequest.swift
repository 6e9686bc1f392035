/// What the developer tells Apple of a purchase whose customer asks for a refund.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>.
public struct ConsumptionRequest: Hashable, Codable, Sendable {
  /// Whether the customer agreed to this being told; when not, it must not be sent.
  public var customerConsented: Bool
  /// Whether a sample or trial was to be had before the purchase.
  public var sampleContentProvided: Bool
  /// Whether the purchase was delivered and works.
  public var deliveryStatus: DeliveryStatus
  /// How much of the purchase was used, in thousandths of a percent: 50000 is half.
  public var consumptionPercentage: Int?
  /// What the developer would like Apple to do.
  public var refundPreference: RefundPreference?

  /// Makes the value from its fields, named as Apple names them.
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
