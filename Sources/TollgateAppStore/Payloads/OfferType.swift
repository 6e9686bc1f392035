/// The kind of offer that a price comes from.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/offertype>.
public struct OfferType: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// An introductory offer, once per customer and subscription group.
  public static let introductory = Self(rawValue: 1)

  /// A promotional offer, signed by the developer.
  public static let promotional = Self(rawValue: 2)

  /// An offer code that the customer redeemed.
  public static let offerCode = Self(rawValue: 3)

  /// A win-back offer for a customer who left.
  public static let winBack = Self(rawValue: 4)
}
