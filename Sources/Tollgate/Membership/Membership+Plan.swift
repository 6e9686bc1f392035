extension Membership {
  /// When the plan that was bought with a trial starts after the trial's last use; nil if no such plan is pending.
  public var planStartsAt: Instant? { standing.pending?.startsAt }
}
