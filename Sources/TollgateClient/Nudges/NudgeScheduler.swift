public import Tollgate

/// Schedules a device's local notifications.
public protocol NudgeScheduler: Sendable {
  /// Schedules a nudge, replacing a pending one of the same name.
  ///
  /// - Parameters:
  ///   - nudge: The planned nudge.
  ///   - line: The text of the notification.
  ///   - delay: The time from now, so that a wrong wall clock does not matter.
  /// - Returns: Whether it was scheduled; false if notifications are not permitted.
  func schedule(_ nudge: PlannedNudge, saying line: String, in delay: Duration) async -> Bool

  /// Cancels a pending nudge.
  func cancel(_ nudge: Nudge.ID) async

  /// The nudges pending in the system; nil if the system does not report them.
  func waiting() async -> Set<Nudge.ID>?

  /// Asks the customer for the permission to send notifications, and returns whether the app has it.
  func requestAuthorization() async -> Bool
}

extension NudgeScheduler {
  /// A default for systems that do not report their pending notifications.
  public func waiting() async -> Set<Nudge.ID>? { nil }

  /// A default for systems that need no permission.
  public func requestAuthorization() async -> Bool { true }
}
