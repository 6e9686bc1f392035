import Tollgate

extension WireMembers: BlueprintKeys where Key == WireName {
  typealias Failure = any Error

  subscript(about: About) -> Self { self }

  func optional(_ key: WireName, _ number: Int?, in range: ClosedRange<Int>) throws -> Int? {
    try optional(key, number)
  }

  func list<Object: BlueprintObject>(
    _ key: WireName, _ values: [Object]?, of what: About, isRequired: Bool
  ) throws -> [Object] {
    let values = values?.map { DescribedObject($0) }
    return try (isRequired ? required(key, values) : list(key, values)).map(\.object)
  }
}

/// An object whose keys the engine describes.
private struct DescribedObject<Object: BlueprintObject>: WireObject {
  static var described: Any.Type { Object.self }

  let object: Object

  init(_ object: Object) { self.object = object }

  init(_ wire: WireMembers<WireName>, _ value: Self?) throws {
    object = try Object(keys: wire, value?.object)
  }
}
