/// A local notification planned around a moment in the customer's lifecycle.
public struct Nudge: Hashable, Sendable, Identifiable {
  /// The nudge's name.
  public typealias ID = Identifier<Nudge>

  /// The moment a nudge is planned around.
  public enum Anchor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The end of the running trial by time.
    case trialEnd
    /// The next renewal, or the end of a subscription that will not renew.
    case periodEnd
  }

  /// The nudge's name.
  public let id: ID
  /// The moment it is planned around.
  public let anchor: Anchor
  /// How long before that moment it is delivered.
  public let before: Period
  /// The condition for planning it.
  public let when: Condition
  /// The text of the notification.
  public let text: LocalizedText.ID

  /// Creates a nudge.
  public init(id: ID, anchor: Anchor, before: Period, when: Condition, text: LocalizedText.ID) {
    self.id = id
    self.anchor = anchor
    self.before = before
    self.when = when
    self.text = text
  }
}

/// A nudge with the instant of its delivery.
public struct PlannedNudge: Hashable, Sendable, Codable, Identifiable {
  /// The nudge; a device holds at most one of each.
  public let id: Nudge.ID
  /// The instant of delivery.
  public let at: Instant
  /// The occurrence it belongs to: the instant at which that trial or paid period began.
  ///
  /// A nudge is delivered once for each occurrence.
  public let occurrence: Instant
  /// The text of the notification.
  public let text: LocalizedText.ID

  /// Plans a nudge.
  public init(id: Nudge.ID, at: Instant, occurrence: Instant, text: LocalizedText.ID) {
    self.id = id
    self.at = at
    self.occurrence = occurrence
    self.text = text
  }
}

/// A step that updates a device's scheduled nudges to match the plan.
public enum NudgeChange: Hashable, Sendable {
  /// Schedule a new one.
  case add(PlannedNudge)
  /// Reschedule one for another instant.
  case move(PlannedNudge)
  /// Cancel one.
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
