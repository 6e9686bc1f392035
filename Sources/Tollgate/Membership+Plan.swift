extension Membership {
  /// When the plan that was bought with a trial starts by itself, after the trial's last use; nil where none does.
  public var planStartsAt: Instant? { standing.pending?.startsAt }
}
