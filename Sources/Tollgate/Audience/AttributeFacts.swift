/// The values that were set for a customer, and the time zones that devices reported.
struct AttributeFacts: Hashable, Sendable {
  /// An attribute and who set it: a value from a device never counts as one from the backend.
  struct Key: Hashable, Sendable, Comparable {
    let attribute: Attribute.ID
    let setBy: Attribute.Setter

    static func < (left: Self, right: Self) -> Bool {
      (left.attribute, left.setBy.rawValue) < (right.attribute, right.setBy.rawValue)
    }
  }

  /// The last change of each attribute, including removals.
  private(set) var newest: [Key: AttributeChange] = [:]
  /// Every time zone that was reported.
  private(set) var zones = ZoneLog()

  private static let zone = Key(
    attribute: DeviceProperty.timeZone.attribute, setBy: .device)

  subscript(key: Key) -> AttributeChange? { newest[key] }

  /// How many facts there are.
  var count: Int { newest.count + zones.count }

  /// The current values, the removals and the time zones, in a fixed order.
  var changes: [AttributeChange] {
    if zones.count == 0 { return newest.sorted { $0.key < $1.key }.map(\.value) }
    return newest.sorted { $0.key < $1.key }.flatMap { key, change in
      guard key == Self.zone else { return [change] }
      let zones = zones.changes
      return zones.contains(change) ? zones : zones + [change]
    }
  }

  /// When the value that a test is about was last set or removed; nil if it never was.
  func instant(of test: AudienceTest) -> Instant? {
    guard let (name, setter) = test.recordedValue(declaring: []) else { return nil }
    let setters = test.attribute == nil ? [setter] : [.app, .backend]
    return setters.compactMap { newest[Key(attribute: name, setBy: $0)]?.at }.max()
  }

  /// Records a change, and returns whether that changed anything: the newest one of an attribute holds, and every zone
  /// is kept.
  mutating func record(_ change: AttributeChange) -> Bool {
    let key = Key(attribute: change.attribute, setBy: change.setBy)
    let isNewZone = key == Self.zone && zones.record(change)
    if let known = newest[key], !change.outranks(known) { return isNewZone }
    newest[key] = change
    return true
  }
}
