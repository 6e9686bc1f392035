import Tollgate

extension Subscription {
  /// The end of what was paid for or committed to: the period, the commitment, or the grace period.
  var endsAt: Instant { graceEndsAt ?? renewsAt }
}
