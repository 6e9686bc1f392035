/// The outcome of the App Store's request for consumption information.
public struct RefundAnswer: Hashable, Sendable {
  /// How a question of the store ended.
  public enum Outcome: Hashable, Sendable {
    /// The store accepted the report.
    case sent(RefundReport)
    /// Nothing was sent.
    case withheld(Withholding)
    /// The store refused the report for good, with its number or a code.
    case refused(String)
  }

  /// Why nothing was sent.
  public enum Withholding: String, Hashable, Sendable, Codable, CaseIterable {
    /// The blueprint has no `refunds`.
    case noPolicy
    /// The customer has not consented.
    case noConsent
    /// The customer did not buy it: nobody has claimed the purchase, or a family member shares it.
    case notBought
    /// The store's 12 hours have passed.
    case late
  }

  /// How the question ended.
  public let outcome: Outcome
  /// When that was recorded, by the server's clock.
  public let at: Instant

  public init(_ outcome: Outcome, at: Instant) {
    self.outcome = outcome
    self.at = at
  }
}

/// What the store receives about a purchase, with the customer's consent.
///
/// Follows Apple's [ConsumptionRequest](https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest).
public struct RefundReport: Hashable, Sendable {
  /// How much of it was used, in thousandths of a percent from 0 to 100,000; nil if that is not counted.
  public let consumed: Int?
  /// The outcome that the app prefers.
  public let preference: PreferredRefund
  /// Whether the customer could try it before buying.
  public let hadSample: Bool

  public init(consumed: Int?, preference: PreferredRefund, hadSample: Bool) {
    self.consumed = consumed
    self.preference = preference
    self.hadSample = hadSample
  }
}
