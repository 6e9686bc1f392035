public import Tollgate

/// A sequence of steps from a customer's first day.
public struct Life: Hashable, Sendable {
  /// One step, when it happens, and what holds afterwards.
  public struct Moment: Hashable, Sendable {
    /// What happens.
    public let step: LifeStep
    /// When it has happened.
    public let at: Instant
    /// Whose life it is, from 1.
    public let person: Int
    /// Where that customer stands afterwards.
    public let phase: Phase
    /// The entitlements that hold afterwards.
    public let entitlements: [Entitlement.ID]
  }

  /// When the life begins.
  public let startsAt: Instant
  /// What happens, in order.
  public let moments: [Moment]
}
