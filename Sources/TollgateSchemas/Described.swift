import Tollgate
import TollgateAppStore
import TollgateWire

/// A type whose values have a schema of their own; the values of all other types are texts.
///
/// The types of requests and responses are described by their stored properties, so no description is linked into an app.
protocol Described {
  static var schema: Schema { get }
}

extension Bool: Described { static let schema = Schema.boolean }
extension Int: Described { static let schema = Schema.count }
extension Int64: Described { static let schema = Schema.integer }
extension WireFacts: Described { static let schema = Schema.list(.shape(Facts.fact)) }

extension Array: Described { static var schema: Schema { .list(.of(Element.self)) } }
extension Dictionary: Described { static var schema: Schema { .map(.of(Value.self)) } }

extension Identifier: Described {
  static var schema: Schema { Kind.self == Device.self || Kind.self == Item.self ? .name : .text }
}

extension Described where Self: Codable & Sendable {
  /// The schema of an object of this type, which is a part of requests or responses.
  ///
  /// - Parameters:
  ///   - name: Its name in the document, if that is not the type's.
  ///   - notes: What its type does not tell about the members.
  static func part(as name: String? = nil, _ description: String, _ notes: Shape.Note...) -> Schema
  {
    let object = Schema.object(Schema.members(of: Self.self, notes))
    return .shape(
      Shape(
        name ?? "\(Self.self)", Self.self, object.described(description),
        memberExamples: Shape.Note.examples(notes)))
  }
}

extension Schema {
  static func of(_ type: Any.Type) -> Schema {
    Shape.values[ObjectIdentifier(type)].map(Schema.shape)
      ?? (type as? any Described.Type)?.schema ?? .text
  }

  /// The members of a type's objects: its stored properties, in their order.
  ///
  /// - Parameters:
  ///   - body: A type whose members have the names of its stored properties.
  ///   - notes: What its properties do not tell about the members.
  static func members<Body: Decodable>(
    of body: Body.Type, _ notes: [Shape.Note]
  ) -> [Shape.Member] {
    // There are none without a value, and a test reads and writes every type as its schema says.
    guard let value = try? Body(from: Blank()) else { return [] }
    let members = Mirror(reflecting: value).children.map { child -> Shape.Member in
      // Facts have no form of their own, so they are stored in one.
      let name = child.label == "wireFacts" ? "facts" : child.label ?? ""
      let valueType = type(of: child.value)
      let wrapped = (valueType as? any OptionalValue.Type)?.wrapped
      let note = (notes + Shape.Note.usual).first { $0.name == name }
      return Shape.Member(
        name: name, schema: (note?.schema ?? .of(wrapped ?? valueType)).described(note?.text),
        isRequired: wrapped == nil)
    }
    assert(
      Set(notes.map(\.name)).isSubset(of: members.map(\.name)), "\(body) lacks a member with a note"
    )
    return members
  }
}

extension Shape {
  /// What the document says about a member that the type of its values does not.
  struct Note {
    let name: String
    /// The schema of the values, if fewer are valid than the type has.
    let schema: Schema?
    /// A sentence for people.
    let text: String?
    /// What the member says in the shape's example, if that is not what members of its name say (`Shape.examples`).
    let example: JSONValue?

    static func note(_ name: String, _ text: String? = nil, example: JSONValue? = nil) -> Note {
      Note(name: name, schema: nil, text: text, example: example)
    }

    static func note(_ name: String, _ schema: Schema, _ text: String? = nil) -> Note {
      Note(name: name, schema: schema, text: text, example: nil)
    }

    /// The examples of members, by their names.
    static func examples(_ notes: [Note]) -> [String: JSONValue] {
      notes.reduce(into: [:]) { $0[$1.name] = $1.example }
    }

    /// What members say in every shape that does not say something else.
    static let usual: [Note] = [
      .note("blueprintRevision", "The blueprint that decided."),
      .note("device", "The device, by an identifier that survives a reinstall."),
      .note("isPreview", "Whether to preview the change without making it."),
      .note("serverTime", "The instant of the server's decision."),
      .note("version", "The number of the customer's writes so far."),
    ]
  }
}

private protocol OptionalValue {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// Reads a value from nothing: what can be missing is, lists are empty, and an enum has its first case.
private struct Blank: Decoder, SingleValueDecodingContainer {
  /// A text from which every type can be read that a body requires: 32 bytes in Base64, as a key has.
  private static let text = String(repeating: "A", count: 43) + "="

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let known: [Any?] = [Self.text, true, 1, Int64(1), (type as? any CaseIterable.Type)?.firstCase]
    return try known.compactMap { $0 as? Value }.first ?? Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(BlankObject<Key>())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { BlankList() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

private struct BlankObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }

  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Blank().decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Inner> {
    Blank().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { BlankList() }

  func superDecoder() -> any Decoder { Blank() }

  func superDecoder(forKey key: Key) -> any Decoder { Blank() }
}

private struct BlankList: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Blank().decode(type) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    Blank().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }

  func superDecoder() -> any Decoder { Blank() }
}

extension CaseIterable {
  fileprivate static var firstCase: Any? { allCases.first }
}
