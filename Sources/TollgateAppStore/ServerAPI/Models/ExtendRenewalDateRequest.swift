/// An extension of one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldaterequest>.
public struct ExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// The number of days, from 1 to 90.
  public var extendByDays: Int
  /// The reason.
  public var extendReasonCode: ExtendReasonCode
  /// The developer's identifier of the request, unique for each, at most 128 characters.
  public var requestIdentifier: String

  /// Creates the value from its fields, which have Apple's names.
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
