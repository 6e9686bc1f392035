/// The result of extending one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldateresponse>.
public struct ExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String?
  /// The identifier of the subscription's charge across devices.
  public var webOrderLineItemId: String?
  /// Whether the subscription was extended.
  public var success: Bool
  /// The new end of the subscription.
  public var effectiveDate: Instant?

  /// Creates the value from its fields, which have Apple's names.
  public init(
    originalTransactionId: String? = nil,
    webOrderLineItemId: String? = nil,
    success: Bool,
    effectiveDate: Instant? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.success = success
    self.effectiveDate = effectiveDate
  }
}
