/// A local notification planned around a moment in the customer's lifecycle.
public struct Nudge: Hashable, Sendable, Identifiable {
  /// The nudge's name.
  public typealias ID = Identifier<Nudge>

  /// The moment a nudge is planned around.
  public enum Anchor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The end of the running trial by time.
    case trialEnd
    /// The next renewal, or the end of a subscription that will not renew.
    case periodEnd
  }

  /// The nudge's name.
  public let id: ID
  /// The moment it is planned around.
  public let anchor: Anchor
  /// How long before that moment it is delivered.
  public let before: Period
  /// The condition for planning it.
  public let when: Condition
  /// The text of the notification.
  public let text: LocalizedText.ID

  /// Creates a nudge.
  public init(id: ID, anchor: Anchor, before: Period, when: Condition, text: LocalizedText.ID) {
    self.id = id
    self.anchor = anchor
    self.before = before
    self.when = when
    self.text = text
  }
}
