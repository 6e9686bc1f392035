/// The confirmation that an extension of many subscriptions started.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldateresponse>.
public struct MassExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String

  /// Creates the value from its fields, which have Apple's names.
  public init(requestIdentifier: String) {
    self.requestIdentifier = requestIdentifier
  }
}
