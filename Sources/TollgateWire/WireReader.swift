package import Tollgate

/// A JSON object that is being read, whose members are named by a form's keys.
///
/// `decode` reads a member that must be there, an array in its order; `decodeIfPresent` returns nil for one that is missing
/// or `null`.
///
/// All forms share the key type ``WireName``, and names, instants and texts are read as JSON's own types. The first time
/// a process decodes another type, Swift's runtime searches the conformances of the whole program, and the forms have
/// more than a hundred types. For the same reason, the reader itself has no constraint on `Key`; its methods do.
package struct WireReader<Key> {
  private let object: KeyedDecodingContainer<WireName>

  init(_ object: KeyedDecodingContainer<WireName>) { self.object = object }

  /// Reads the object at a decoder's position.
  package init(_ decoder: any Decoder) throws {
    object = try decoder.container(keyedBy: WireName.self)
  }

  /// The names of all members.
  var names: [WireName] { object.allKeys }
}

extension WireReader where Key: RawRepresentable<String> {
  /// The error for an invalid value of a member.
  package func invalid(_ key: Key, _ description: String) -> DecodingError {
    DecodingError.dataCorruptedError(
      forKey: WireName(key), in: object, debugDescription: description)
  }

  /// Whether there is a member, which may be `null`.
  package func contains(_ key: Key) -> Bool { object.contains(WireName(key)) }

  /// Whether there is a member that is not `null`.
  private func has(_ key: Key) throws -> Bool {
    try contains(key) && !object.decodeNil(forKey: WireName(key))
  }
}

// JSON's own types, and instants.
extension WireReader where Key: RawRepresentable<String> {
  package func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try object.decode(String.self, forKey: WireName(key))
  }

  package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try object.decodeIfPresent(String.self, forKey: WireName(key))
  }

  package func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try object.decode(Bool.self, forKey: WireName(key))
  }

  package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try object.decodeIfPresent(Bool.self, forKey: WireName(key))
  }

  package func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try object.decode(Int.self, forKey: WireName(key))
  }

  package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try object.decodeIfPresent(Int.self, forKey: WireName(key))
  }

  package func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try object.decode(Int64.self, forKey: WireName(key))
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try object.decodeIfPresent(Int64.self, forKey: WireName(key))
  }

  package func decode(_ type: Instant.Type, forKey key: Key) throws -> Instant {
    Instant(milliseconds: try object.decode(Int64.self, forKey: WireName(key)))
  }

  package func decodeIfPresent(_ type: Instant.Type, forKey key: Key) throws -> Instant? {
    try decodeIfPresent(Int64.self, forKey: key).map { Instant(milliseconds: $0) }
  }

  func decode(_ type: [String].Type, forKey key: Key) throws -> [String] {
    var list = try object.nestedUnkeyedContainer(forKey: WireName(key))
    var values: [String] = []
    values.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd { values.append(try list.decode(String.self)) }
    return values
  }

  func decodeIfPresent(_ type: [String].Type, forKey key: Key) throws -> [String]? {
    try has(key) ? try decode(type, forKey: key) : nil
  }

  func decode(_ type: [Int64].Type, forKey key: Key) throws -> [Int64] {
    var list = try object.nestedUnkeyedContainer(forKey: WireName(key))
    var values: [Int64] = []
    values.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd { values.append(try list.decode(Int64.self)) }
    return values
  }
}

// Names: identifiers, and the cases of enums.
extension WireReader where Key: RawRepresentable<String> {
  package func decode<Name: RawRepresentable<String> & Decodable>(
    _ type: Name.Type, forKey key: Key
  ) throws -> Name {
    try name(try decode(String.self, forKey: key), key)
  }

  package func decodeIfPresent<Name: RawRepresentable<String> & Decodable>(
    _ type: Name.Type, forKey key: Key
  ) throws -> Name? {
    try decodeIfPresent(String.self, forKey: key).map { try name($0, key) }
  }

  func decode<Name: RawRepresentable<String> & Decodable>(
    _ type: [Name].Type, forKey key: Key
  ) throws -> [Name] {
    try decode([String].self, forKey: key).map { try name($0, key) }
  }

  func decodeIfPresent<Name: RawRepresentable<String> & Decodable>(
    _ type: [Name].Type, forKey key: Key
  ) throws -> [Name]? {
    try has(key) ? try decode(type, forKey: key) : nil
  }

  func decode<Name: RawRepresentable<String> & Decodable & Hashable>(
    _ type: Set<Name>.Type, forKey key: Key
  ) throws -> Set<Name> {
    Set(try decode([Name].self, forKey: key))
  }

  /// The texts of a required object, by the names of its members.
  func decode<Name: RawRepresentable<String> & Decodable & Hashable>(
    _ type: [Name: String].Type, forKey key: Key
  ) throws -> [Name: String] {
    let members = try object.nestedContainer(keyedBy: WireName.self, forKey: WireName(key))
    return try Dictionary(
      uniqueKeysWithValues: members.allKeys.map {
        (try name($0.rawValue, key), try members.decode(String.self, forKey: $0))
      })
  }

  private func name<Name: RawRepresentable<String>>(_ text: String, _ key: Key) throws -> Name {
    guard let name = Name(rawValue: text) else { throw invalid(key, "the name is unknown") }
    return name
  }
}

// Values with a form of their own: an object, or one text.
extension WireReader where Key: RawRepresentable<String> {
  func decode<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(wire: nested(key))
  }

  func decodeIfPresent<Value: WireForm>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try nestedIfPresent(key).map { try Value(wire: $0) }
  }

  func decode<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value] {
    var list = try object.nestedUnkeyedContainer(forKey: WireName(key))
    return try list.decodeAll(Value.self)
  }

  /// The values of an array; nil if it is missing or `null`, which differs from empty.
  func decodeIfPresent<Value: WireForm>(_ type: [Value].Type, forKey key: Key) throws -> [Value]? {
    try has(key) ? try decode(type, forKey: key) : nil
  }

  /// The values of a required object, by the names of its members.
  func decode<Value: WireForm>(
    _ type: [String: Value].Type, forKey key: Key
  ) throws -> [String: Value] {
    let members: WireReader<WireName> = try nested(key)
    return try Dictionary(
      uniqueKeysWithValues: members.names.map {
        ($0.rawValue, try members.decode(Value.self, forKey: $0))
      })
  }

  /// The value of a required member that is written as one text.
  func decode<Value: LosslessStringConvertible & Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value {
    try value(try decode(String.self, forKey: key), key)
  }

  /// The value of a member that is written as one text; nil if it is missing or `null`.
  func decodeIfPresent<Value: LosslessStringConvertible & Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    try decodeIfPresent(String.self, forKey: key).map { try value($0, key) }
  }

  private func value<Value: LosslessStringConvertible>(_ text: String, _ key: Key) throws -> Value {
    guard let value = Value(text) else { throw invalid(key, "the text is invalid") }
    return value
  }

  /// The customer whose facts a required member lists.
  func decode(_ type: Customer.Type, forKey key: Key) throws -> Customer {
    var facts = try object.nestedUnkeyedContainer(forKey: WireName(key))
    return try Customer(wire: &facts)
  }

  func nestedIfPresent<Inner>(_ key: Key) throws -> WireReader<Inner>? {
    try has(key) ? try nested(key) : nil
  }

  /// The object that is a member's value.
  func nested<Inner>(_ key: Key) throws -> WireReader<Inner> {
    WireReader<Inner>(try object.nestedContainer(keyedBy: WireName.self, forKey: WireName(key)))
  }
}

// Values that decode themselves.
extension WireReader where Key: RawRepresentable<String> {
  package func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try object.decode(type, forKey: WireName(key))
  }

  package func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    try object.decodeIfPresent(type, forKey: WireName(key))
  }
}
