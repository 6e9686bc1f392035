/// What must hold of a customer; all members must, and an empty condition always does.
public struct Condition: Hashable, Sendable, Codable {
  /// A number of items held by a feature.
  public struct Held: Hashable, Sendable, Codable {
    /// The feature that holds them.
    public let feature: Feature.ID
    /// How many at least.
    public let atLeast: Int

    /// Describes a number of held items.
    public init(feature: Feature.ID, atLeast: Int) {
      self.feature = feature
      self.atLeast = atLeast
    }
  }

  /// Holds in any of these phases; empty is all of them.
  public var phases: Set<Phase>
  /// Holds with any of these entitlements; empty asks for none.
  public var entitled: Set<Entitlement.ID>
  /// Holds with none of these entitlements.
  public var notEntitled: Set<Entitlement.ID>
  /// Holds once all of these milestones are reached.
  public var reached: Set<Milestone.ID>
  /// Holds while none of these milestones is reached.
  public var notReached: Set<Milestone.ID>
  /// Holds while that many items are held.
  public var held: Held?

  /// Describes a condition.
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

extension Condition {
  private enum Key: String, CodingKey {
    case phases, entitled, notEntitled, reached, notReached, held
  }

  /// Writes the members in a fixed order, so that one condition always has the same bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(phases.sorted { $0.rawValue < $1.rawValue }, forKey: .phases)
    try container.encode(entitled.sorted(), forKey: .entitled)
    try container.encode(notEntitled.sorted(), forKey: .notEntitled)
    try container.encode(reached.sorted(), forKey: .reached)
    try container.encode(notReached.sorted(), forKey: .notReached)
    try container.encodeIfPresent(held, forKey: .held)
  }
}
