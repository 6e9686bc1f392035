/// A format of a value: how it is read, and the JSON Schema of what is accepted.
///
/// Both come from one declaration, so that the parser and the schema cannot drift apart.
package struct Form<Value>: Sendable {
  /// A description of the value for messages: "a period such as `P3D`".
  package let expected: String
  let schema: Schema
  /// Reads a node; nil if a mistake was recorded.
  package let read: @Sendable (YAMLNode, Reader) -> Value?

  init(
    _ expected: String, _ schema: Schema, _ read: @escaping @Sendable (YAMLNode, Reader) -> Value?
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
  }

  /// The same form with another value; nil if `transform` recorded a mistake.
  package func map<Other>(
    _ transform: @escaping @Sendable (Value, YAMLNode, Reader) -> Other?
  ) -> Form<Other> {
    Form<Other>(expected, schema) { node, reader in
      read(node, reader).flatMap { transform($0, node, reader) }
    }
  }

  /// The same form with another value.
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Form<Other> {
    map { value, _, _ in transform(value) }
  }

  /// Returns the same form, defined once in the schema under a name and referred to from there on.
  func named(_ name: String) -> Form {
    Form(expected, schema.named(name), read)
  }
}

/// A JSON Schema with the definitions it refers to, which are collected up to the root.
struct Schema: Sendable {
  let json: JSON
  let definitions: [String: JSON]

  init(_ members: [JSON.Member], definitions: [String: JSON] = [:]) {
    json = .object(members)
    self.definitions = definitions
  }

  init(anyOf schemas: [Schema]) {
    self.init(
      [JSON.Member("anyOf", .list(schemas.map(\.json)))], definitions: Self.definitions(of: schemas)
    )
  }

  /// Returns a reference to the schema, which becomes a definition.
  func named(_ name: String) -> Schema {
    var all = definitions
    all[name] = json
    return Schema([JSON.Member("$ref", .string("#/$defs/\(name)"))], definitions: all)
  }

  /// Returns the definitions of several schemas together; equal names are the same form.
  static func definitions(of schemas: [Schema]) -> [String: JSON] {
    schemas.reduce(into: [:]) { $0.merge($1.definitions) { first, _ in first } }
  }
}
