import Tollgate

extension WireMembers: BlueprintKeys where Key == WireName {
  typealias Failure = any Error

  /// Reads an object whose keys the engine describes, writes it, or describes it.
  func object<Object: BlueprintObject>(_ value: Object?) throws -> Object {
    var object = value ?? .blank
    try object.describe(to: self)
    return object
  }

  func required<Kind>(_ key: String, _ name: inout Identifier<Kind>, _ about: About) throws {
    name = try required(WireName(key), name)
  }

  func optional<Kind>(_ key: String, _ name: inout Identifier<Kind>?, _ about: About) throws {
    name = try optional(WireName(key), name)
  }

  func required(_ key: String, _ icon: inout String, _ about: About) throws {
    icon = try required(WireName(key), icon)
  }

  func optional(_ key: String, _ icon: inout String?, _ about: About) throws {
    icon = try optional(WireName(key), icon)
  }

  func optional(
    _ key: String, _ number: inout Int?, in range: ClosedRange<Int>, _ about: About
  ) throws {
    number = try optional(WireName(key), number)
  }

  func flag(_ key: String, _ value: inout Bool, usually usual: Bool, _ about: About) throws {
    value = try flag(WireName(key), value, usually: usual)
  }

  func required(_ key: String, _ value: inout Condition, _ about: About) throws {
    value = try required(WireName(key), value)
  }

  func defaulted(
    _ key: String, _ value: inout Condition, to usual: Condition, _ about: About
  ) throws {
    value = try defaulted(WireName(key), value, to: usual)
  }

  func required(_ key: String, _ value: inout ProfileValue, _ about: About) throws {
    value = try required(WireName(key), value)
  }

  func optional<Object: WireObject>(_ key: String, _ value: inout Object?, _ about: About) throws {
    value = try optional(WireName(key), value)
  }

  func defaulted<Case: RawRepresentable<String> & Codable & CaseIterable & Equatable>(
    _ key: String, _ value: inout Case, to usual: Case, _ about: About
  ) throws {
    value = try defaulted(WireName(key), value, to: usual)
  }

  func list<Object: BlueprintObject>(
    _ key: String, _ values: inout [Object], of what: About, isRequired: Bool, _ about: About
  ) throws {
    let objects = values.map { DescribedObject(object: $0) }
    let key = WireName(key)
    values = try (isRequired ? required(key, objects) : list(key, objects)).map(\.object)
  }
}

/// An object whose keys the engine describes.
private struct DescribedObject<Object: BlueprintObject>: WireObject {
  static var described: Any.Type { Object.self }

  let object: Object

  init(object: Object) { self.object = object }

  init(_ wire: WireMembers<WireName>, _ value: Self?) throws {
    object = try wire.object(value?.object)
  }
}
