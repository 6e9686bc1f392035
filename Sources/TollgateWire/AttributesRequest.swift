public import Tollgate

/// A request that sets attributes of a customer, and reports properties of the device.
///
/// Either all of it is recorded or nothing. Repeating it changes nothing, so it needs no idempotency key.
///
/// ```json
/// { "attributes": { "goal": "strength", "sessions": 12, "coach": null }, "device": { "country": "DE" } }
/// ```
public struct AttributesRequest: Hashable, Sendable, Codable {
  /// The values by attribute; `null` removes a value.
  public let attributes: [String: Attribute.Value?]?
  /// Properties of the device, by name; only a device sends them.
  public let device: [String: String]?

  /// Creates a request that sets values; nil removes one.
  public init(
    _ attributes: [Attribute.ID: Attribute.Value?], device: [DeviceProperty: String] = [:]
  ) {
    self.attributes =
      attributes.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: attributes.map { ($0.rawValue, $1) })
    self.device =
      device.isEmpty ? nil : Dictionary(uniqueKeysWithValues: device.map { ($0.rawValue, $1) })
  }
}
