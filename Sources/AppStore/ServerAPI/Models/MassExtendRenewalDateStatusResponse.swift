/// How far an extension of many subscriptions is.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldatestatusresponse>.
public struct MassExtendRenewalDateStatusResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String
  /// Whether it is done.
  public var complete: Bool
  /// When it was done.
  public var completeDate: Milliseconds?
  /// How many subscriptions were extended.
  public var succeededCount: Int64?
  /// How many could not be extended.
  public var failedCount: Int64?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    requestIdentifier: String,
    complete: Bool,
    completeDate: Milliseconds? = nil,
    succeededCount: Int64? = nil,
    failedCount: Int64? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.complete = complete
    self.completeDate = completeDate
    self.succeededCount = succeededCount
    self.failedCount = failedCount
  }
}
