/// A local notification planned around a moment in the customer's life.
public struct Nudge: Hashable, Sendable, Codable, Identifiable {
  /// The nudge's name.
  public typealias ID = Identifier<Nudge>

  /// The moment a nudge is planned around.
  public enum Anchor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The end of the running trial by time.
    case trialEnd
    /// The next renewal, or the end of a subscription that won't renew.
    case periodEnd
  }

  /// The nudge's name.
  public let id: ID
  /// The moment it is planned around.
  public let anchor: Anchor
  /// How long before that moment it comes.
  public let before: Period
  /// When it is planned at all.
  public let when: Condition
  /// What it says.
  public let text: Text.ID

  /// Describes a nudge.
  public init(id: ID, anchor: Anchor, before: Period, when: Condition, text: Text.ID) {
    self.id = id
    self.anchor = anchor
    self.before = before
    self.when = when
    self.text = text
  }
}

/// A nudge with the instant it comes.
public struct PlannedNudge: Hashable, Sendable, Codable, Identifiable {
  /// Which nudge; a device holds at most one of each.
  public let id: Nudge.ID
  /// When it comes.
  public let at: Instant
  /// What it is about: the instant at which that trial or paid period began. A nudge is delivered once for each.
  public let occurrence: Instant
  /// What it says.
  public let text: Text.ID

  /// Plans a nudge.
  public init(id: Nudge.ID, at: Instant, occurrence: Instant, text: Text.ID) {
    self.id = id
    self.at = at
    self.occurrence = occurrence
    self.text = text
  }
}

/// A step that brings a device's scheduled nudges in line with the plan.
public enum NudgeChange: Hashable, Sendable {
  /// Schedule a new one.
  case add(PlannedNudge)
  /// Schedule one anew at another instant.
  case move(PlannedNudge)
  /// Take one back.
  case cancel(Nudge.ID)

  /// The fewest steps from what is scheduled to what is planned; none where they agree.
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
