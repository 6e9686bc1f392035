public import Tollgate

/// The result of work that ``TollgateClient/perform(_:item:cost:parent:key:_:)`` did, and how it was counted.
public struct Performed<Value> {
  /// What the work returned.
  public let value: Value
  public let count: UseCount

  /// Creates a result, such as for a preview.
  public init(value: Value, count: UseCount) {
    self.value = value
    self.count = count
  }
}

/// How a completed use was counted.
public enum UseCount: Hashable, Sendable {
  /// It is counted; the allowance from now on, or nil if there is no limit.
  case counted(Limit?)
  /// It waits on the device until the server can be reached; the answer comes in ``TollgateClient/useChanges``.
  case waiting
  /// It could not be counted: the reservation lapsed and the allowance was used up since.
  ///
  /// The customer keeps the result. There is no denial if an anonymous customer has signed out.
  case notCounted(Denial?)
}

extension Performed: Sendable where Value: Sendable {}
extension Performed: Equatable where Value: Equatable {}
extension Performed: Hashable where Value: Hashable {}
