import Tollgate
package import TollgateAppStore

/// A named part of the API's bodies, which stands in `components/schemas`.
///
/// It stands beside the Swift type that is read or written in this form; a test compares both, member by member.
package struct Shape: Sendable {
  /// A type that is read and written as JSON.
  package typealias WireType = any (Codable & Sendable).Type

  /// A member of an object.
  package struct Member: Sendable {
    /// The member's name.
    package let name: String
    /// The schema of its value.
    package let schema: Schema
    /// Whether it is always there.
    package let isRequired: Bool

    /// A member that is always there.
    package static func required(
      _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Member {
      Member(name: name, schema: schema.described(description), isRequired: true)
    }

    /// A member that can be missing.
    package static func optional(
      _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Member {
      Member(name: name, schema: schema.described(description), isRequired: false)
    }
  }

  /// The name in the document.
  package let name: String
  /// The Swift type; nil for a part whose type has no JSON form of its own.
  package let type: WireType?
  /// The schema of its values.
  package let schema: Schema
  /// A value of it that shows more than the members that are always there.
  let declaredExample: JSONValue?

  /// Creates a shape of any kind.
  package init(_ name: String, _ type: WireType?, _ schema: Schema, example: JSONValue? = nil) {
    self.name = name
    self.type = type
    self.schema = schema
    declaredExample = example
  }

  /// The shape of a request's body, in which a member that can be missing can also be `null`.
  ///
  /// - Parameter rule: Keywords that say which members go together.
  package static func request(
    _ name: String, _ type: WireType, _ description: String, example: JSONValue? = nil,
    rule: [String: JSONValue] = [:], _ members: Member...
  ) -> Shape {
    let accepted = members.map {
      $0.isRequired
        ? $0 : Member(name: $0.name, schema: $0.schema.orNull, isRequired: false)
    }
    let schema = rule.reduce(Schema.object(accepted)) { $0.with($1.key, $1.value) }
    return Shape(name, type, schema.described(description), example: example)
  }

  /// The shape of a response, or of a part of one, in which what is nil is left out.
  package static func response(
    _ name: String, _ type: WireType?, _ description: String, example: JSONValue? = nil,
    _ members: Member...
  ) -> Shape {
    Shape(name, type, .object(members).described(description), example: example)
  }

  /// The shape of one of a Swift enum's cases.
  package static func cases<Case: CaseIterable & RawRepresentable<String> & Codable & Sendable>(
    _ name: String, _ type: Case.Type, _ description: String
  ) -> Shape {
    Shape(name, type, .oneOf(Case.allCases.map(\.rawValue)).described(description))
  }

  /// Where the document has it.
  package var reference: String { "#/components/schemas/\(name)" }
}

// The values that many shapes have.
extension Shape {
  /// An instant.
  package static let instant = Shape(
    "Instant", Instant.self,
    .integer.with("format", "int64").with("minimum", .integer(.min)).with(
      "maximum", .integer(.max)
    ).described(
      "An instant, in whole milliseconds since 1970-01-01T00:00:00Z."),
    example: 1_772_442_000_000)

  /// A period.
  package static let period = Shape(
    "Period", Period.self,
    .text.with("pattern", "^P(T[1-9][0-9]{0,5}[MH]|[1-9][0-9]{0,5}[DWMY])$")
      .described("A period of a single unit in ISO 8601, such as `P3D`."),
    example: "P3D")
}

extension Schema {
  /// An instant, in milliseconds since 1970.
  package static let instant = shape(.instant)
  /// A period, in ISO 8601.
  package static let period = shape(.period)
}
