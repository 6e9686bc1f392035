/// A condition on a customer; every member must hold, and an empty condition always holds.
public struct Condition: Hashable, Sendable {
  /// A number of items held by a feature.
  public struct Held: Hashable, Sendable {
    /// The feature that holds them.
    public let feature: Feature.ID
    /// The least number of items.
    public let atLeast: Int

    /// Creates a condition on held items.
    public init(feature: Feature.ID, atLeast: Int) {
      self.feature = feature
      self.atLeast = atLeast
    }
  }

  /// The phases in which the condition holds; if empty, every phase.
  public var phases: Set<Phase>
  /// Entitlements of which the customer must have at least one; if empty, none is required.
  public var entitled: Set<Entitlement.ID>
  /// Entitlements of which the customer must have none.
  public var notEntitled: Set<Entitlement.ID>
  /// Milestones that must all be reached.
  public var reached: Set<Milestone.ID>
  /// Milestones none of which may be reached.
  public var notReached: Set<Milestone.ID>
  /// The number of items that must be held; nil if any number may be.
  public var held: Held?

  /// Creates a condition.
  public init(
    phases: Set<Phase> = [], entitled: Set<Entitlement.ID> = [],
    notEntitled: Set<Entitlement.ID> = [], reached: Set<Milestone.ID> = [],
    notReached: Set<Milestone.ID> = [], held: Held? = nil
  ) {
    self.phases = phases
    self.entitled = entitled
    self.notEntitled = notEntitled
    self.reached = reached
    self.notReached = notReached
    self.held = held
  }

  /// The condition that always holds.
  public static let always = Condition()
}
