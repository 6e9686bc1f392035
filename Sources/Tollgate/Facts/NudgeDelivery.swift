/// One delivery of a nudge on a device.
public struct NudgeDelivery: Hashable, Sendable {
  /// The nudge.
  public let nudge: Nudge.ID
  /// The occurrence it was delivered for: the instant at which that trial or paid period began, as in ``PlannedNudge``.
  public let occurrence: Instant
  /// The time of the delivery.
  public let at: Instant

  /// Creates a record of a delivery.
  public init(nudge: Nudge.ID, occurrence: Instant, at: Instant) {
    self.nudge = nudge
    self.occurrence = occurrence
    self.at = at
  }
}
