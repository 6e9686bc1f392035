/// The kind of offer that a price comes from.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/offertype>.
public struct OfferType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// An introductory offer, once for each customer and subscription group.
  public static let introductory = Self(rawValue: 1)

  /// A promotional offer, signed by the developer.
  public static let promotional = Self(rawValue: 2)

  /// An offer code that the customer redeemed.
  public static let offerCode = Self(rawValue: 3)

  /// A win-back offer for a customer who left.
  public static let winBack = Self(rawValue: 4)
}
