/// Whether an order identifier is valid for the app.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/orderlookupstatus>.
public struct OrderLookupStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The order has purchases of this app.
  public static let valid = Self(rawValue: 0)

  /// There is no such order, or it has no purchases of this app.
  public static let invalid = Self(rawValue: 1)
}
