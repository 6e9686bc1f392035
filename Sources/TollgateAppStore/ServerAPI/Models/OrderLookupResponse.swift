/// The response about an order that a customer identifies from a receipt from Apple.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/orderlookupresponse>.
public struct OrderLookupResponse: Hashable, Codable, Sendable {
  /// Whether the order belongs to this app.
  public var status: OrderLookupStatus
  /// The transactions of the order, each signed separately.
  public var signedTransactions: [String]?

  /// Creates the value from its fields, which have Apple's names.
  public init(status: OrderLookupStatus, signedTransactions: [String]? = nil) {
    self.status = status
    self.signedTransactions = signedTransactions
  }
}
