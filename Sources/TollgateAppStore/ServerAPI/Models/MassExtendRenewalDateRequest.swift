/// An extension of every active subscription to a product.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldaterequest>.
public struct MassExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// The developer's identifier of the request, unique for each, at most 128 characters.
  public var requestIdentifier: String
  /// The number of days, from 1 to 90.
  public var extendByDays: Int
  /// The reason.
  public var extendReasonCode: ExtendReasonCode
  /// The product whose subscriptions are extended.
  public var productId: String
  /// The storefronts to extend in, as ISO 3166-1 alpha-3 codes; nil means all.
  public var storefrontCountryCodes: [String]?

  /// Creates the value from its fields, which have Apple's names.
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
