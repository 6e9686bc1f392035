/// How the price of a subscription period is billed.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct BillingPlanType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The whole period at once.
  public static let billedUpfront = Self(rawValue: "BILLED_UPFRONT")

  /// Each month of a longer commitment.
  public static let monthly = Self(rawValue: "MONTHLY")
}
