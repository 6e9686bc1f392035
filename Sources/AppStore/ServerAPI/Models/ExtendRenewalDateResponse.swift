/// What became of an extension of one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldateresponse>.
public struct ExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String?
  /// The identifier of the subscription's charge across devices.
  public var webOrderLineItemId: String?
  /// Whether the subscription was extended.
  public var success: Bool
  /// When the subscription ends now.
  public var effectiveDate: Milliseconds?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    originalTransactionId: String? = nil,
    webOrderLineItemId: String? = nil,
    success: Bool,
    effectiveDate: Milliseconds? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.success = success
    self.effectiveDate = effectiveDate
  }
}
