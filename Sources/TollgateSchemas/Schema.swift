package import TollgateAppStore
import TollgateWire

/// A JSON Schema of [version 2020-12](https://json-schema.org/draft/2020-12), as OpenAPI 3.1 uses it.
///
/// Objects say nothing about `additionalProperties`, which means that there may be others: the server ignores members of a
/// request that it does not know, and a later version may add members to a response.
package struct Schema: Encodable, Sendable {
  package private(set) var keywords: [String: JSONValue]
  package private(set) var shapes: [Shape] = []

  package func encode(to encoder: any Encoder) throws { try keywords.encode(to: encoder) }

  package func with(_ keyword: String, _ value: JSONValue) -> Schema {
    var schema = self
    schema.keywords[keyword] = value
    return schema
  }

  /// The schema with a description; unchanged without one.
  package func described(_ text: String?) -> Schema {
    text.map { with("description", .string($0)) } ?? self
  }

  /// The schema of the same values and `null`, with its description outermost.
  package var orNull: Schema {
    let null: JSONValue = ["type": "null"]
    switch keywords["type"] {
    case .array(let types): return with("type", .array(types + ["null"]))
    case .some(let type): return with("type", [type, "null"])
    case nil: break
    }
    var either = Schema(keywords: [:], shapes: shapes)
    either.keywords["description"] = keywords["description"]
    return either.with(
      "anyOf", .array([.object(keywords.filter { $0.key != "description" }), null]))
  }
}

extension Schema {
  package static let text = Schema(keywords: ["type": "string"])
  /// `true` or `false`.
  package static let boolean = Schema(keywords: ["type": "boolean"])
  /// A whole number.
  package static let integer = Schema(keywords: ["type": "integer"])
  package static let object = Schema(keywords: ["type": "object"])
  /// A text, a whole number or a Boolean.
  package static let value = Schema(
    keywords: ["type": ["string", "integer", "boolean"]])
  /// A name that a client chooses, such as that of a device.
  package static let name = text(1...HeldItemsRequest.nameLimit)
  /// What Apple signed: a JSON Web Signature in compact form.
  package static let signed =
    text
    .with("pattern", "^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$")
    .with("maxLength", .integer(Int64(SignedDataVerifier.sizeLimit)))

  /// A string with as many characters.
  package static func text(_ length: ClosedRange<Int>) -> Schema {
    text.with("minLength", .integer(Int64(length.lowerBound)))
      .with("maxLength", .integer(Int64(length.upperBound)))
  }

  /// A whole number in a range.
  package static func integer(_ range: ClosedRange<Int>) -> Schema {
    integer.with("minimum", .integer(Int64(range.lowerBound)))
      .with("maximum", .integer(Int64(range.upperBound)))
  }

  /// A whole number that is not negative.
  package static let count = integer.with("minimum", 0)

  package static func oneOf(_ texts: [String]) -> Schema {
    text.with("enum", .array(texts.map { .string($0) }))
  }

  package static func constant(_ value: String) -> Schema { text.with("const", .string(value)) }

  package static func constant(_ value: Bool) -> Schema { boolean.with("const", .bool(value)) }

  package static func list(_ items: Schema, atMost limit: Int? = nil) -> Schema {
    let list = Schema(
      keywords: ["type": "array", "items": .object(items.keywords)],
      shapes: items.shapes)
    return limit.map { list.with("maxItems", .integer(Int64($0))) } ?? list
  }

  /// An object with any names, whose values are alike.
  package static func map(_ values: Schema) -> Schema {
    Schema(
      keywords: ["type": "object", "additionalProperties": .object(values.keywords)],
      shapes: values.shapes)
  }

  package static func shape(_ shape: Shape) -> Schema {
    Schema(keywords: ["$ref": .string(shape.reference)], shapes: [shape])
  }

  /// A reference to a shape that refers to itself.
  static func reference(_ name: String) -> Schema {
    Schema(keywords: ["$ref": .string(Shape(name, nil, .object).reference)])
  }

  /// One of several shapes, which a member tells apart: each shape has a constant for it.
  package static func either(_ shapes: [(constant: String, shape: Shape)], by member: String)
    -> Schema
  {
    let references = shapes.map { ["$ref": .string($0.shape.reference)] as JSONValue }
    let mapping = shapes.map { ($0.constant, JSONValue.string($0.shape.reference)) }
    return Schema(
      keywords: [
        "oneOf": .array(references),
        "discriminator": [
          "propertyName": .string(member),
          "mapping": .object(Dictionary(mapping) { first, _ in first }),
        ],
      ], shapes: shapes.map(\.shape))
  }

  package static func any(_ shapes: [Shape]) -> Schema {
    Schema(
      keywords: ["anyOf": .array(shapes.map { ["$ref": .string($0.reference)] })], shapes: shapes)
  }

  package static func object(_ members: [Shape.Member]) -> Schema {
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    let properties = members.map { ($0.name, JSONValue.object($0.schema.keywords)) }
    let object = Schema(
      keywords: [
        "type": "object",
        "properties": .object(Dictionary(properties) { first, _ in first }),
      ], shapes: members.flatMap(\.schema.shapes))
    return required.isEmpty ? object : object.with("required", .array(required))
  }
}
