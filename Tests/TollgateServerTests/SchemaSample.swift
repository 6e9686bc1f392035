import Foundation
import TollgateAppStore
import TollgateSchemas

@testable import TollgateServer

/// Values that schemas describe.
struct SchemaSample {
  /// Every shape of the document by its reference, as operations refer to it.
  static let shapes: [String: Shape] = {
    var shapes: [String: Shape] = [:]
    var rest = EndpointRoute.all.map(OpenAPIOperation.init).flatMap(\.shapes)
    while let shape = rest.popLast() {
      guard shapes[shape.reference] == nil else { continue }
      shapes[shape.reference] = shape
      rest += shape.schema.shapes
    }
    return shapes
  }()

  /// Whether it has the members that can be missing.
  let isWhole: Bool
  /// The shapes that it is in; one that is in itself has the members that are always there.
  private var around: Set<String> = []

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// A value of a schema; of several alternatives, the first.
  func value(_ schema: [String: JSONValue]) -> JSONValue {
    if let reference = schema["$ref"]?.string {
      var inner = SchemaSample(isWhole: isWhole && !around.contains(reference))
      inner.around = around.union([reference])
      return inner.value(of: Self.shapes[reference])
    }
    if let value = schema["const"] { return value }
    let alternatives = schema["properties"] == nil ? schema["oneOf"] ?? schema["anyOf"] : nil
    if let first = (schema["enum"] ?? alternatives)?.array?.first {
      return first.object.map(value) ?? first
    }
    switch schema["type"]?.array?.first ?? schema["type"] {
    case "string": return .string(Self.text(schema))
    case "integer":
      if case .integer(let least) = schema["minimum"] { return .integer(max(least, 1)) }
      return 1
    case "boolean": return true
    case "array": return [value(schema["items"]?.object ?? [:])]
    case "object": return .object(members(of: schema))
    default: return .null
    }
  }

  /// A value of a shape.
  func value(of shape: Shape?) -> JSONValue { value(shape?.schema.keywords ?? [:]) }

  private func members(of schema: [String: JSONValue]) -> [String: JSONValue] {
    if let values = schema["additionalProperties"]?.object {
      let names = schema["propertyNames"]?.object?["examples"]?.array
      return [names?.first?.string ?? "x": value(values)]
    }
    let required = schema["required"]?.array ?? []
    var members = (schema["properties"]?.object ?? [:])
      .filter { isWhole || required.contains(.string($0.key)) }
      .mapValues { value($0.object ?? [:]) }
    // A subscription ends after it was bought.
    if members["expiresAt"] != nil { members["expiresAt"] = 2 }
    // The key of an item is written if it is not its name.
    if members["isHeld"] != nil, members["key"] != nil { members["key"] = "k1" }
    // An event that is about nothing with a name.
    if members["event"] == "signUp" { members["name"] = nil }
    // A reset adds no days.
    if members["startsOver"] != nil { members["days"] = 0 }
    return members
  }

  private static func text(_ schema: [String: JSONValue]) -> String {
    if schema["pattern"] != nil { return schema["examples"]?.array?.first?.string ?? "P3D" }
    if schema["contentEncoding"] != nil {
      return Data(repeating: 1, count: 32).base64EncodedString()
    }
    if schema["format"] == "uri" { return "urn:tollgate:problem:xxx" }
    return "xxx"
  }
}
