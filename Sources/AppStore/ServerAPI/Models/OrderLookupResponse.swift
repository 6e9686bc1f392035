/// The answer about an order that a customer names from a receipt of Apple.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/orderlookupresponse>.
public struct OrderLookupResponse: Hashable, Codable, Sendable {
  /// Whether the order is one of this app's.
  public var status: OrderLookupStatus
  /// The transactions of the order, each signed by itself.
  public var signedTransactions: [String]?

  /// Makes the value from its fields, named as Apple names them.
  public init(status: OrderLookupStatus, signedTransactions: [String]? = nil) {
    self.status = status
    self.signedTransactions = signedTransactions
  }
}
