/// The answer about all subscriptions of a customer.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/statusresponse>.
public struct StatusResponse: Hashable, Codable, Sendable {
  /// Where the purchases were made.
  public var environment: Environment
  /// The app's bundle identifier.
  public var bundleId: String
  /// The subscriptions by group.
  public var data: [SubscriptionGroupIdentifierItem]
  /// Apple's number for the app; in production always there.
  public var appAppleId: Int64?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    environment: Environment,
    bundleId: String,
    data: [SubscriptionGroupIdentifierItem],
    appAppleId: Int64? = nil
  ) {
    self.environment = environment
    self.bundleId = bundleId
    self.data = data
    self.appAppleId = appAppleId
  }
}
