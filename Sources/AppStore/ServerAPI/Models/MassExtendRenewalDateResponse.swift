/// The word that an extension of many subscriptions was begun.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldateresponse>.
public struct MassExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String

  /// Makes the value from its fields, named as Apple names them.
  public init(requestIdentifier: String) {
    self.requestIdentifier = requestIdentifier
  }
}
