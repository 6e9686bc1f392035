public import Tollgate

/// Schedules a device's local notifications.
public protocol NudgeScheduler: Sendable {
  /// Schedules a nudge; one of the same name that still waits is replaced.
  ///
  /// - Parameters:
  ///   - nudge: What is planned.
  ///   - line: What it says.
  ///   - milliseconds: How long from now it comes, so that a wrong wall clock does not matter.
  /// - Returns: Whether it was scheduled; no where notifications are not permitted.
  func schedule(_ nudge: PlannedNudge, saying line: String, in milliseconds: Int64) async -> Bool

  /// Takes back a nudge that still waits.
  ///
  /// - Parameter nudge: Which one.
  func cancel(_ nudge: Nudge.ID) async

  /// The nudges that the system still holds; nil where it does not say.
  func waiting() async -> Set<Nudge.ID>?
}

extension NudgeScheduler {
  /// A system that does not say what it holds.
  public func waiting() async -> Set<Nudge.ID>? { nil }
}
