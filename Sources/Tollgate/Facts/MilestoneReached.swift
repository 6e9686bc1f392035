extension Milestone {
  /// The milestone of having been seen first, here or by the system that an app moved from; no blueprint can declare it.
  package static let firstSeen = ID("$firstSeen")
}

/// A record that a milestone was reached.
public struct MilestoneReached: Hashable, Sendable {
  public let milestone: Milestone.ID
  /// The time it was reached, by the server's clock; the earliest report counts.
  public let at: Instant

  public init(milestone: Milestone.ID, at: Instant) {
    self.milestone = milestone
    self.at = at
  }
}

extension MilestoneReached: FactValue {
  package static var traits: FactTraits { [.lifecycle, .removable] }

  package var stamp: Instant? { at }
}
