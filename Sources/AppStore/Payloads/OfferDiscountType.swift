/// How an offer is paid.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype>.
public struct OfferDiscountType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nothing is paid.
  public static let freeTrial = Self(rawValue: "FREE_TRIAL")

  /// A lower price is paid each billing period.
  public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")

  /// A lower price is paid once for the whole offer.
  public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")

  /// A lower price is paid once for a product that does not renew.
  public static let oneTime = Self(rawValue: "ONE_TIME")
}
