/// A value set for a customer; for each attribute and setter, the newest one holds.
public struct AttributeChange: Hashable, Sendable {
  /// The attribute, or the name of a ``DeviceProperty``.
  public let attribute: Attribute.ID
  /// Who set it; a value from the backend is never replaced by one from a device.
  public let setBy: Attribute.Setter
  /// The value; nil if it was removed.
  public let value: Attribute.Value?
  /// When it was set, by the server's clock.
  public let at: Instant

  public init(
    attribute: Attribute.ID, setBy: Attribute.Setter, value: Attribute.Value?, at: Instant
  ) {
    self.attribute = attribute
    self.setBy = setBy
    self.value = value
    self.at = at
  }

  /// Whether it replaces another value of the same attribute: the later one wins, and of two set at the same instant
  /// the greater one.
  func outranks(_ other: AttributeChange) -> Bool {
    if at != other.at { return other.at < at }
    guard let value else { return false }
    return other.value.map { $0 < value } ?? true
  }
}

extension AttributeChange {
  /// What a change says about a person's age, or a guardian's consent.
  package enum Statement: Hashable, Sendable {
    case consent(Consent)
    /// The age range that was shared; nil if the person declined.
    case ageRange(AgeRange?)
    case regulatoryFeatures(Set<RegulatoryFeature>)

    /// Reads a change; nil for one about anything else.
    package init?(_ change: AttributeChange) {
      guard let text = change.value?.string else { return nil }
      switch (change.attribute, change.setBy) {
      case (Consent.attribute, .guardian):
        guard let consent = Consent(rawValue: text) else { return nil }
        self = .consent(consent)
      case (DeviceProperty.ageRange.attribute, .device):
        let range = AgeRange(text)
        guard range != nil || text == DeviceProperty.declined else { return nil }
        self = .ageRange(range)
      case (DeviceProperty.regulatoryFeature.attribute, .device):
        guard let features = RegulatoryFeature.set(of: text) else { return nil }
        self = .regulatoryFeatures(features)
      default: return nil
      }
    }
  }
}

extension AttributeChange: FactValue {
  package static var traits: FactTraits { [.lifecycle, .removable] }

  package var stamp: Instant? { at }
}
