/// What the customer said to a higher price.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/priceincreasestatus>.
public struct PriceIncreaseStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The customer has not answered.
  public static let pending = Self(rawValue: 0)

  /// The customer consented, or needed only to be told.
  public static let accepted = Self(rawValue: 1)
}
