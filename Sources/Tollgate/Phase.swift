/// Where a customer stands with the app.
public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing could be told; never shown as expired, never a reason for a paywall.
  case unknown
  /// Before the blueprint's onboarding milestone.
  case onboarding
  /// Nothing is bought and the app asks for it.
  case blocked
  /// A trial runs.
  case trial
  /// A trial ended and nothing was bought since.
  case trialExpired
  /// Something bought or granted gives access.
  case subscribed
  /// Something that gave access has ended.
  case lapsed
  /// Nothing is bought, and the app has a free tier.
  case free
}

/// What the store says of a subscription at an instant.
public enum StoreCondition: String, Hashable, Sendable, Codable, CaseIterable {
  /// Paid for.
  case active
  /// Payment fails, access stays until the grace period ends.
  case grace
  /// Payment fails and the store keeps trying, without access.
  case billingRetry
  /// Paused by the customer, on stores that can.
  case paused
  /// Ended.
  case expired
  /// Refunded, or taken from family sharing.
  case revoked
}
