import Tollgate

/// Who loses or gains what where a blueprint replaces another, with the shortest history that shows it.
public struct Comparison: Sendable {
  /// One difference between the answers of the two blueprints.
  public struct Difference: Hashable, Sendable {
    /// Whether the new blueprint gives less.
    public enum Direction: String, Hashable, Sendable {
      /// The new blueprint gives less.
      case loses
      /// The new blueprint gives more.
      case gains
      /// It is neither more nor less.
      case sees
    }

    /// Whether it is a loss.
    public let direction: Direction
    /// What it is about: `features.send-message`, `texts`.
    public let subject: String
    /// Who loses or gains what, in a sentence.
    public let sentence: String
    /// The shortest history that shows it.
    public let history: CustomerHistory
  }

  /// The differences, losses and gains as histories first show them.
  public let differences: [Difference]
  /// How many pairs of states were visited.
  public let states: Int
  /// Whether every pair within the bounds was visited.
  public let isComplete: Bool

  /// Whether nobody loses or gains anything.
  public var isEmpty: Bool { differences.isEmpty }
}
