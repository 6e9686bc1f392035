/// An extension of one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldaterequest>.
public struct ExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// How many days, from 1 to 90.
  public var extendByDays: Int
  /// Why.
  public var extendReasonCode: ExtendReasonCode
  /// The developer's identifier of the request, a new one for each, 128 characters at most.
  public var requestIdentifier: String

  /// Makes the value from its fields, named as Apple names them.
  public init(
    extendByDays: Int,
    extendReasonCode: ExtendReasonCode,
    requestIdentifier: String
  ) {
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.requestIdentifier = requestIdentifier
  }
}
