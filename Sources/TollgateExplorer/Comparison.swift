import Tollgate

/// The differences for customers if a blueprint replaces another, each with the shortest history that shows it.
public struct Comparison: Sendable {
  /// One difference between the answers of the two blueprints.
  public struct Difference: Hashable, Sendable {
    /// Which way a difference goes.
    public enum Direction: String, Hashable, Sendable {
      /// The new blueprint gives less.
      case loses
      /// The new blueprint gives more.
      case gains
      /// The customer sees something else, which is neither more nor less.
      case sees
    }

    /// Whether the customer loses, gains, or sees something else.
    public let direction: Direction
    /// What differs, by its path in the blueprint: `features.send-message`, `placements.chat`.
    public let subject: String
    /// Who loses or gains what, as a sentence without a capital or a full stop: "a subscriber loses `export`".
    public let sentence: String
    /// The shortest history that shows it.
    public let history: CustomerHistory
  }

  /// The differences, in the order in which histories first show them: shortest first.
  public let differences: [Difference]
  /// How many pairs of states were visited.
  public let states: Int
  /// Whether every pair within the bounds was visited; if not, there may be more differences.
  public let isComplete: Bool
  /// Whether the caller stopped the search before its end.
  public let isStopped: Bool
  /// Which products, phases and events were searched, and which were not.
  public let extent: SearchExtent

  /// Whether no customer sees a difference.
  public var isEmpty: Bool { differences.isEmpty }
}
