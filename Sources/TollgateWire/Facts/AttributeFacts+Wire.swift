import Tollgate

/// An attribute that was set, or what a device reported about itself.
///
/// ```json
/// { "at": 1767225600000, "attribute": "goal", "kind": "attribute", "setBy": "app", "value": "strength" }
/// ```
///
/// `value` is a text, a whole number or a Boolean, and is missing once the value was removed. With `setBy` `device`,
/// `attribute` is the name of a property of the device, such as `country`.
extension AttributeChange: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      attribute: try wire.decode(Attribute.ID.self, forKey: .attribute),
      setBy: try wire.decode(Attribute.Setter.self, forKey: .setBy),
      value: try wire.decodeIfPresent(ProfileValue.self, forKey: .value),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(attribute, forKey: .attribute)
    try wire.encode(setBy, forKey: .setBy)
    try wire.encodeIfPresent(value, forKey: .value)
    try wire.encode(at, forKey: .at)
  }
}
