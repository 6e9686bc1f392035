/// The customer's stage with the app.
public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing is known; never shown as expired, and never a reason for a paywall.
  case unknown
  /// Before the blueprint's onboarding milestone.
  case onboarding
  /// Nothing is bought and the app requires a purchase.
  case blocked
  /// A trial is running.
  case trial
  /// A trial ended and nothing was bought since.
  case trialExpired
  /// A purchase or a grant gives access.
  case subscribed
  /// A purchase or a grant that gave access has ended.
  case lapsed
  /// Nothing is bought, and the app has a free tier.
  case free
}

/// The store's condition of a subscription at an instant.
public enum StoreCondition: String, Hashable, Sendable, Codable, CaseIterable {
  /// Paid for.
  case active
  /// Payment is failing; access continues until the grace period ends.
  case grace
  /// Payment is failing and the store keeps retrying, without access.
  case billingRetry
  /// Paused by the customer, on stores that support it.
  case paused
  /// Ended.
  case expired
  /// Refunded, or removed from family sharing.
  case revoked
}
