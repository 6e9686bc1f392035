/// A value's JSON form on the wire: an object with a key for each member.
///
/// The engine's types have no JSON form of their own, so that they can change without changing the protocol.
protocol WireForm {
  associatedtype WireKey: CodingKey

  init(wire: KeyedDecodingContainer<WireKey>) throws

  func write(to wire: inout KeyedEncodingContainer<WireKey>) throws
}

extension KeyedDecodingContainer {
  func decode<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(wire: nestedContainer(keyedBy: Value.WireKey.self, forKey: key))
  }

  func decodeIfPresent<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  func decode<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value] {
    var list = try nestedUnkeyedContainer(forKey: key)
    return try list.decodeAll(Value.self)
  }

  func decodeIfPresent<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value]? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

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
  mutating func encode<Value: WireForm>(_ value: Value, forKey key: Key) throws {
    var object = nestedContainer(keyedBy: Value.WireKey.self, forKey: key)
    try value.write(to: &object)
  }

  mutating func encodeIfPresent<Value: WireForm>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  mutating func encode<Value: WireForm>(_ values: [Value], forKey key: Key) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    try list.encodeAll(values)
  }

  mutating func encodeIfPresent<Value: WireForm>(_ values: [Value]?, forKey key: Key) throws {
    if let values { try encode(values, forKey: key) }
  }

  mutating func encode<Value: WireForm>(_ values: [String: Value], forKey key: Key) throws {
    var object = nestedContainer(keyedBy: WireName.self, forKey: key)
    for (name, value) in values { try object.encode(value, forKey: WireName(name)) }
  }
}

extension UnkeyedDecodingContainer {
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
  mutating func encodeAll<Value: WireForm>(_ values: [Value]) throws {
    for value in values {
      var object = nestedContainer(keyedBy: Value.WireKey.self)
      try value.write(to: &object)
    }
  }
}
