import Tollgate
package import TollgateAppStore

/// A named part of the API's bodies, which stands in `components/schemas`.
///
/// An object has the members of the Swift type that is read or written in this form (`Described.swift`). A test reads and
/// writes each type in the form that its shape describes.
package struct Shape: Sendable {
  /// A type that is read and written as JSON.
  package typealias WireType = any (Codable & Sendable).Type

  package struct Member: Sendable {
    package let name: String
    package let schema: Schema
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

  package let name: String
  /// The Swift type; nil for a part whose type has no JSON form of its own.
  package let type: WireType?
  package let schema: Schema
  /// A value of it that shows more than the members that are always there.
  let declaredExample: JSONValue?
  /// What its members say in an example, by their names, if that is not what others of the same name say.
  let memberExamples: [String: JSONValue]

  package init(
    _ name: String, _ type: WireType?, _ schema: Schema, example: JSONValue? = nil,
    memberExamples: [String: JSONValue] = [:]
  ) {
    self.name = name
    self.type = type
    self.schema = schema
    declaredExample = example
    self.memberExamples = memberExamples
  }

  /// The shape of a response, or of a part of one, whose form is not what its type stores.
  package static func response(
    _ name: String, _ type: WireType?, _ description: String, example: JSONValue? = nil,
    _ members: Member...
  ) -> Shape {
    Shape(name, type, .object(members).described(description), example: example)
  }

  /// The shape of a request's body, in which a member that can be missing can also be `null`.
  ///
  /// - Parameters:
  ///   - name: Its name in the document, if that is not the type's.
  ///   - rule: Keywords that say which members go together.
  ///   - notes: What its type does not tell about the members.
  static func request<Body: Codable & Sendable>(
    _ body: Body.Type, as name: String? = nil, _ description: String, example: JSONValue? = nil,
    rule: [String: JSONValue] = [:], _ notes: Note...
  ) -> Shape {
    let accepted = Schema.members(of: body, notes).map {
      $0.isRequired ? $0 : Member(name: $0.name, schema: $0.schema.orNull, isRequired: false)
    }
    let schema = rule.reduce(Schema.object(accepted)) { $0.with($1.key, $1.value) }
    return Shape(
      name ?? "\(body)", body, schema.described(description), example: example,
      memberExamples: Note.examples(notes))
  }

  /// The shape of a response, or of a part of one, in which what is nil is left out.
  ///
  /// - Parameters:
  ///   - name: Its name in the document, if that is not the type's.
  ///   - notes: What its type does not tell about the members.
  static func response<Body: Codable & Sendable>(
    _ body: Body.Type, as name: String? = nil, _ description: String, example: JSONValue? = nil,
    _ notes: Note...
  ) -> Shape {
    Shape(
      name ?? "\(body)", body,
      .object(Schema.members(of: body, notes)).described(description), example: example,
      memberExamples: Note.examples(notes))
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
