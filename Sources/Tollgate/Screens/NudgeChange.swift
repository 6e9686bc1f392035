/// A step that updates a device's scheduled nudges to match the plan.
public enum NudgeChange: Hashable, Sendable {
  /// Schedule a new one.
  case add(PlannedNudge)
  /// Reschedule one for another instant.
  case move(PlannedNudge)
  case cancel(Nudge.ID)

  /// The fewest steps from the scheduled nudges to the planned ones; empty if they match.
  public static func steps(from scheduled: [PlannedNudge], to planned: [PlannedNudge])
    -> [NudgeChange]
  {
    let standing = Dictionary(scheduled.map { ($0.id, $0) }) { first, _ in first }
    let wanted = Set(planned.map(\.id))
    let cancelled = standing.keys.filter { !wanted.contains($0) }.sorted()
    return cancelled.map(NudgeChange.cancel)
      + planned.compactMap { nudge in
        guard let other = standing[nudge.id] else { return .add(nudge) }
        return other == nudge ? nil : .move(nudge)
      }
  }
}
