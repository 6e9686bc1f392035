/// The customer's response to a price increase.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/priceincreasestatus>.
public struct PriceIncreaseStatus: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The customer has not responded.
  public static let pending = Self(rawValue: 0)

  /// The customer consented, or only had to be notified.
  public static let accepted = Self(rawValue: 1)
}
