/// One delivery of a nudge.
public struct NudgeDelivery: Hashable, Sendable {
  public let nudge: Nudge.ID
  /// The occurrence it was delivered for: the instant at which that trial or paid period began, as in ``PlannedNudge``.
  public let occurrence: Instant
  /// Who delivered it: a device, or the app's own backend, to which the server sent it.
  public let delivery: Nudge.Delivery
  /// The time of the delivery.
  public let at: Instant

  public init(
    nudge: Nudge.ID, occurrence: Instant, by delivery: Nudge.Delivery = .notification, at: Instant
  ) {
    self.nudge = nudge
    self.occurrence = occurrence
    self.delivery = delivery
    self.at = at
  }
}

extension NudgeDelivery: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly, .lifecycle, .removable] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 160 }
}
