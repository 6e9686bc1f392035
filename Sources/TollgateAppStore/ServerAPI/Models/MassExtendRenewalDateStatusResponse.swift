/// The progress of an extension of many subscriptions.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldatestatusresponse>.
public struct MassExtendRenewalDateStatusResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String
  /// Whether it is complete.
  public var complete: Bool
  /// When it was completed.
  public var completeDate: Instant?
  /// How many subscriptions were extended.
  public var succeededCount: Int64?
  /// How many could not be extended.
  public var failedCount: Int64?

  /// Creates the value from its fields, which have Apple's names.
  public init(
    requestIdentifier: String,
    complete: Bool,
    completeDate: Instant? = nil,
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
