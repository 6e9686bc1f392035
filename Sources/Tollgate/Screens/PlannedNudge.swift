/// A nudge with the instant of its delivery.
public struct PlannedNudge: Hashable, Sendable, Codable, Identifiable {
  /// The name under which a device schedules it: the nudge's own, or `come-back#2` for its second delivery.
  public let id: Nudge.ID
  /// The instant of delivery.
  public let at: Instant
  /// The occurrence it belongs to: the instant at which that trial or paid period began, or at which the event
  /// happened; for later deliveries it is correspondingly later.
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

  /// The nudge that is delivered.
  public var nudge: Nudge.ID { Self.nudge(scheduledAs: id) }

  /// The nudge of which a delivery is scheduled under a name.
  package static func nudge(scheduledAs id: Nudge.ID) -> Nudge.ID {
    Nudge.ID(String(id.rawValue.prefix { $0 != separator }))
  }

  /// Separates a nudge's name, which cannot contain it, from the number of the delivery.
  private static let separator: Character = "#"

  /// The name under which a device schedules one of a nudge's deliveries, which are numbered from 1.
  static func id(of nudge: Nudge.ID, delivery number: Int) -> Nudge.ID {
    number == 1 ? nudge : Nudge.ID("\(nudge)\(separator)\(number)")
  }

  /// The same delivery at another instant.
  func moved(to instant: Instant) -> PlannedNudge {
    PlannedNudge(id: id, at: instant, occurrence: occurrence, text: text)
  }
}
