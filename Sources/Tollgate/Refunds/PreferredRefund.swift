/// The outcome of a refund request that the app prefers; the store decides.
public enum PreferredRefund: String, Hashable, Sendable, Codable, CaseIterable {
  /// No refund.
  case decline
  /// The full price.
  case grantFull
  /// The unused part of the price.
  case grantProrated
  /// No preference.
  case nothing
}
