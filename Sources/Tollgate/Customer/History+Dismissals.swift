extension History {
  /// When a dismissed prompt may return, which may be in the past; nil if its patience is not exhausted.
  ///
  /// Dismissals while it is away, as by a device that had not learned of it yet, do not count toward the next absence.
  func returns(_ prompt: Prompt, at now: Instant) -> Instant? {
    guard let patience = prompt.patience, let dismissals = dismissals[prompt.id] else {
      return nil
    }
    var count = 0
    var returnsAt: Instant?
    for at in dismissals where at <= now {
      if let returnsAt, at < returnsAt { continue }
      count += 1
      if count == patience.dismissals {
        returnsAt = at.adding(patience.staysAway)
        count = 0
      }
    }
    return returnsAt
  }
}
