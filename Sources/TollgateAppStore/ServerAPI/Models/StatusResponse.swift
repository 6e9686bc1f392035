/// The response about all subscriptions of a customer.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/statusresponse>.
public struct StatusResponse: Hashable, Codable, Sendable {
  /// The environment of the purchases.
  public var environment: Environment
  /// The app's bundle identifier.
  public var bundleId: String
  /// The subscriptions by group.
  public var data: [SubscriptionGroupIdentifierItem]
  /// The app's Apple ID; always present in production.
  public var appAppleId: Int64?

  /// Creates the value from its fields, which have Apple's names.
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
