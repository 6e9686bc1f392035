/// How the price of a subscription's period is billed.
public enum BillingPlan: String, Hashable, Sendable, Codable, CaseIterable {
  /// At once, when the period begins.
  case upFront
  /// In monthly bills, with a commitment to pay all of them.
  case monthly
}
