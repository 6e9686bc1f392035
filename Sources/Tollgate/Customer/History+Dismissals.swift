extension History {
  /// When a dismissed prompt may return, which may be in the past; nil if its patience is not exhausted, and the distant
  /// future if it waits for an update of the app.
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
        returnsAt =
          patience.staysAway.map { at.adding($0) }
          ?? openings.updates.first(where: { at < $0 }) ?? Instant.distantFuture
        count = 0
      }
    }
    return returnsAt
  }
}
