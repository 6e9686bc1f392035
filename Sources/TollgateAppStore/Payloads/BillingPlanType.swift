/// How the price of a subscription period is billed.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct BillingPlanType: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The whole period up front.
  public static let billedUpfront = Self(rawValue: "BILLED_UPFRONT")

  /// Monthly over a longer commitment.
  public static let monthly = Self(rawValue: "MONTHLY")
}
