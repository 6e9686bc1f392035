/// Whether an order identifier is valid for the app.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/orderlookupstatus>.
public struct OrderLookupStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The order has purchases of this app.
  public static let valid = Self(rawValue: 0)

  /// There is no such order, or it has no purchases of this app.
  public static let invalid = Self(rawValue: 1)
}
