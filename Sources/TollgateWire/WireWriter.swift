package import Tollgate

/// A JSON object that is being written, whose members are named by a form's keys.
///
/// `encodeIfPresent` writes nothing for nil. A ``WireReader`` reads it again.
package struct WireWriter<Key> {
  private var object: KeyedEncodingContainer<WireName>

  init(_ object: KeyedEncodingContainer<WireName>) { self.object = object }

  /// Writes an object at an encoder's position.
  package init(_ encoder: any Encoder) { object = encoder.container(keyedBy: WireName.self) }
}

extension WireWriter where Key: RawRepresentable<String> {
  package mutating func encode(_ value: String, forKey key: Key) throws {
    try object.encode(value, forKey: WireName(key))
  }

  package mutating func encode(_ value: Bool, forKey key: Key) throws {
    try object.encode(value, forKey: WireName(key))
  }

  package mutating func encode(_ value: Int, forKey key: Key) throws {
    try object.encode(value, forKey: WireName(key))
  }

  /// Writes a member in milliseconds.
  package mutating func encode(_ value: Instant, forKey key: Key) throws {
    try object.encode(value.milliseconds, forKey: WireName(key))
  }

  /// Writes a member as its name.
  package mutating func encode(
    _ name: some RawRepresentable<String> & Encodable, forKey key: Key
  ) throws {
    try object.encode(name.rawValue, forKey: WireName(key))
  }

  /// Writes a member with its value's own encoding.
  package mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try object.encode(value, forKey: WireName(key))
  }

  package mutating func encodeIfPresent(
    _ name: (some RawRepresentable<String> & Encodable)?, forKey key: Key
  ) throws {
    if let name { try encode(name, forKey: key) }
  }

  package mutating func encodeIfPresent(_ value: Instant?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  package mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  /// Writes a member as an object.
  mutating func encode<Value: WireForm>(_ value: Value, forKey key: Key) throws {
    var members = WireWriter<Value.WireKey>(nested(key))
    try value.write(to: &members)
  }

  mutating func encodeIfPresent<Value: WireForm>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  /// Writes a member as an array of objects, even if it is empty.
  mutating func encode<Value: WireForm>(_ values: [Value], forKey key: Key) throws {
    var list = object.nestedUnkeyedContainer(forKey: WireName(key))
    try list.encodeAll(values)
  }

  /// Writes a member as an object of objects; the encoder's sorted keys give it its order.
  mutating func encode<Value: WireForm>(_ values: [String: Value], forKey key: Key) throws {
    var members = WireWriter<WireName>(nested(key))
    for (name, value) in values { try members.encode(value, forKey: WireName(name)) }
  }

  private mutating func nested(_ key: Key) -> KeyedEncodingContainer<WireName> {
    object.nestedContainer(keyedBy: WireName.self, forKey: WireName(key))
  }
}
