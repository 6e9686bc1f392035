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

extension Phase {
  /// The phase as a bit of ``ConditionTest/phases``.
  var bit: UInt16 {
    switch self {
    case .unknown: 1
    case .onboarding: 2
    case .blocked: 4
    case .trial: 8
    case .trialExpired: 16
    case .subscribed: 32
    case .lapsed: 64
    case .free: 128
    }
  }
}
