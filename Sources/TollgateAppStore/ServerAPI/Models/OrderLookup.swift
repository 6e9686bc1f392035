/// The response about an order that a customer identifies from a receipt from Apple.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/orderlookupresponse>.
public struct OrderLookupResponse: Hashable, Codable, Sendable {
  /// Whether the order belongs to this app.
  public var status: OrderLookupStatus
  /// The transactions of the order, each signed separately.
  public var signedTransactions: [String]?

  public init(status: OrderLookupStatus, signedTransactions: [String]? = nil) {
    self.status = status
    self.signedTransactions = signedTransactions
  }
}

/// Whether an order identifier is valid for the app.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/orderlookupstatus>.
public struct OrderLookupStatus: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The order has purchases of this app.
  public static let valid = Self(rawValue: 0)

  /// There is no such order, or it has no purchases of this app.
  public static let invalid = Self(rawValue: 1)
}
