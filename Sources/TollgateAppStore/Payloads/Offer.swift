/// The kind of offer that a price comes from.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/offertype>.
public struct OfferType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An introductory offer, once per customer and subscription group.
  public static let introductory = Self(rawValue: 1)

  /// A promotional offer, signed by the developer.
  public static let promotional = Self(rawValue: 2)

  /// An offer code that the customer redeemed.
  public static let offerCode = Self(rawValue: 3)

  /// A win-back offer for a customer who left.
  public static let winBack = Self(rawValue: 4)
}

/// How an offer is paid.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype>.
public struct OfferDiscountType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing is paid.
  public static let freeTrial = Self(rawValue: "FREE_TRIAL")

  /// A lower price is paid each billing period.
  public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")

  /// A lower price is paid once for the whole offer.
  public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")

  /// A lower price is paid once for a product that does not renew.
  public static let oneTime = Self(rawValue: "ONE_TIME")
}
