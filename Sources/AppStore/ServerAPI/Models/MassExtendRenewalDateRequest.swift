/// An extension of every active subscription to a product.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldaterequest>.
public struct MassExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// The developer's identifier of the request, a new one for each, 128 characters at most.
  public var requestIdentifier: String
  /// How many days, from 1 to 90.
  public var extendByDays: Int
  /// Why.
  public var extendReasonCode: ExtendReasonCode
  /// The product whose subscriptions are extended.
  public var productId: String
  /// The storefronts to extend in, as ISO 3166-1 alpha-3 codes; none means all.
  public var storefrontCountryCodes: [String]?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    requestIdentifier: String,
    extendByDays: Int,
    extendReasonCode: ExtendReasonCode,
    productId: String,
    storefrontCountryCodes: [String]? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.productId = productId
    self.storefrontCountryCodes = storefrontCountryCodes
  }
}
