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

  /// Creates a record of a value.
  public init(
    attribute: Attribute.ID, setBy: Attribute.Setter, value: Attribute.Value?, at: Instant
  ) {
    self.attribute = attribute
    self.setBy = setBy
    self.value = value
    self.at = at
  }

  /// Whether a device reported its time zone; every one of these is kept, since windows depend on them.
  package var isTimeZone: Bool {
    setBy == .device && attribute == DeviceProperty.timeZone.attribute
  }

  /// Whether it replaces another value of the same attribute: the later one wins, and of two set at the same instant
  /// the greater one.
  func outranks(_ other: AttributeChange) -> Bool {
    if at != other.at { return other.at < at }
    guard let value else { return false }
    return other.value.map { $0 < value } ?? true
  }
}

extension AttributeChange: FactValue {
  package static var traits: FactTraits { .removable }

  package var stamp: Instant? { at }
}
