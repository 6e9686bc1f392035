/// How an offer is paid.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype>.
public struct OfferDiscountType: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
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
