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
  associatedtype WireKey: RawRepresentable<String>

  /// Reads the members; throws `DecodingError` for one that is missing or has the wrong type.
  init(wire: WireReader<WireKey>) throws

  /// Writes the members, those that are nil excepted.
  func write(to wire: inout WireWriter<WireKey>) throws
}

extension UnkeyedDecodingContainer {
  /// The remaining values of an array; none may be `null`.
  mutating func decodeAll<Value: WireForm>(_ type: Value.Type) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count ?? 0)
    while !isAtEnd {
      values.append(try Value(wire: WireReader(nestedContainer(keyedBy: WireName.self))))
    }
    return values
  }
}

extension UnkeyedEncodingContainer {
  /// Appends values to an array.
  mutating func encodeAll<Value: WireForm>(_ values: [Value]) throws {
    for value in values {
      var object = WireWriter<Value.WireKey>(nestedContainer(keyedBy: WireName.self))
      try value.write(to: &object)
    }
  }
}
