/// A nudge with the instant of its delivery.
public struct PlannedNudge: Hashable, Sendable, Codable, Identifiable {
  /// The nudge; a device holds at most one of each.
  public let id: Nudge.ID
  /// The instant of delivery.
  public let at: Instant
  /// The occurrence it belongs to: the instant at which that trial or paid period began.
  ///
  /// A nudge is delivered once for each occurrence.
  public let occurrence: Instant
  /// The text of the notification.
  public let text: LocalizedText.ID

  /// Plans a nudge.
  public init(id: Nudge.ID, at: Instant, occurrence: Instant, text: LocalizedText.ID) {
    self.id = id
    self.at = at
    self.occurrence = occurrence
    self.text = text
  }
}
