public import Tollgate

/// The result of a use that was made, and how it was counted.
public struct Performed<Value> {
  /// How a use that was made was counted.
  public enum Count: Hashable, Sendable {
    /// It is counted; the allowance from now on, or nil if there is no limit.
    case counted(Limit?)
    /// It waits on the device until the server can be reached; the answer comes in ``TollgateClient/useChanges``.
    case waiting
    /// It could not be counted: the reservation lapsed and the allowance was used up meanwhile, or the customer has
    /// signed out without an account, in which case there is no denial. What was made is the customer's to keep.
    case notCounted(Denial?)
  }

  /// What the work returned.
  public let value: Value
  /// How it was counted.
  public let count: Count
}

extension Performed: Sendable where Value: Sendable {}
extension Performed: Equatable where Value: Equatable {}
extension Performed: Hashable where Value: Hashable {}
