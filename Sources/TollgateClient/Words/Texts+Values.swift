import Tollgate

extension Subscription {
  /// The end of what was paid for: the period, or the grace period after it.
  var endsAt: Instant { graceEndsAt ?? expiresAt }
}

extension Access {
  /// The limit that decided, if one did.
  var limit: Limit? {
    switch self {
    case .unknown: nil
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    }
  }
}
