import Tollgate

/// An attribute that was set, or what a device reported about itself.
///
/// ```json
/// { "at": 1767225600000, "attribute": "goal", "kind": "attribute", "setBy": "app", "value": "strength" }
/// ```
///
/// `value` is a text, a whole number or a Boolean, and is missing once the value was removed. With `setBy` `device`,
/// `attribute` is the name of a property of the device, such as `country`.
extension AttributeChange: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: AttributeChange?) throws {
    try self.init(
      attribute: wire.required(.attribute, value?.attribute),
      setBy: wire.required(.setBy, value?.setBy),
      value: wire.optional(.value, value?.value),
      at: wire.required(.at, value?.at))
  }
}
