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

extension StoreCondition {
  /// Whether the condition gives access.
  public var givesAccess: Bool {
    switch self {
    case .active, .grace: true
    case .billingRetry, .paused, .expired, .revoked: false
    }
  }

  var rank: Int {
    switch self {
    case .active: 5
    case .grace: 4
    case .billingRetry: 3
    case .paused: 2
    case .expired: 1
    case .revoked: 0
    }
  }
}
