/// A value's JSON form on the wire: an object with a key for each member.
///
/// The engine's types have no JSON form of their own, so that they can change without changing the protocol. The rules
/// are the same for every form, so that versions of server and client can differ:
///
/// - A member that is nil is left out; one that is `null` is read as nil.
/// - A member that is unknown is ignored, which lets a newer server add one.
/// - A member added later is read with a default if it is missing.
/// - A set is written as a sorted array, so that equal values have equal bytes.
/// - An instant is an integer, in milliseconds since 1970; a period is an ISO 8601 string.
protocol WireForm {
  /// The names of the object's members.
  associatedtype WireKey: CodingKey

  /// Reads the members; throws `DecodingError` for one that is missing or has the wrong type.
  init(wire: KeyedDecodingContainer<WireKey>) throws

  /// Writes the members, those that are nil excepted.
  func write(to wire: inout KeyedEncodingContainer<WireKey>) throws
}

extension KeyedDecodingContainer {
  /// The value of a required member.
  func decode<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(wire: nestedContainer(keyedBy: Value.WireKey.self, forKey: key))
  }

  /// The value of a member; nil if it is missing or `null`.
  func decodeIfPresent<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  /// The values of a required array, in its order.
  func decode<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value] {
    var list = try nestedUnkeyedContainer(forKey: key)
    return try list.decodeAll(Value.self)
  }

  /// The values of an array; nil if it is missing or `null`, which differs from empty.
  func decodeIfPresent<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value]? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  /// The values of a required object, by the names of its members.
  func decode<Value: WireForm>(
    _ type: [String: Value].Type, forKey key: Key
  ) throws -> [String: Value] {
    let object = try nestedContainer(keyedBy: WireName.self, forKey: key)
    return try Dictionary(
      uniqueKeysWithValues: object.allKeys.map {
        ($0.stringValue, try object.decode(Value.self, forKey: $0))
      })
  }
}

extension KeyedEncodingContainer {
  /// Writes a member as an object.
  mutating func encode<Value: WireForm>(_ value: Value, forKey key: Key) throws {
    var object = nestedContainer(keyedBy: Value.WireKey.self, forKey: key)
    try value.write(to: &object)
  }

  /// Writes a member as an object; nothing if it is nil.
  mutating func encodeIfPresent<Value: WireForm>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  /// Writes a member as an array of objects, even if it is empty.
  mutating func encode<Value: WireForm>(_ values: [Value], forKey key: Key) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    try list.encodeAll(values)
  }

  /// Writes a member as an array of objects; nothing if it is nil.
  mutating func encodeIfPresent<Value: WireForm>(_ values: [Value]?, forKey key: Key) throws {
    if let values { try encode(values, forKey: key) }
  }

  /// Writes a member as an object of objects; the encoder's sorted keys give it its order.
  mutating func encode<Value: WireForm>(_ values: [String: Value], forKey key: Key) throws {
    var object = nestedContainer(keyedBy: WireName.self, forKey: key)
    for (name, value) in values { try object.encode(value, forKey: WireName(name)) }
  }
}

extension UnkeyedDecodingContainer {
  /// The remaining values of an array, none of which may be `null`.
  mutating func decodeAll<Value: WireForm>(_ type: Value.Type) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count ?? 0)
    while !isAtEnd {
      values.append(try Value(wire: nestedContainer(keyedBy: Value.WireKey.self)))
    }
    return values
  }
}

extension UnkeyedEncodingContainer {
  /// Appends values to an array.
  mutating func encodeAll<Value: WireForm>(_ values: [Value]) throws {
    for value in values {
      var object = nestedContainer(keyedBy: Value.WireKey.self)
      try value.write(to: &object)
    }
  }
}
