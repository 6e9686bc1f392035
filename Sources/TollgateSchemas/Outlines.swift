import Tollgate
import TollgateWire

/// The schemas of what has a described form: facts, a blueprint's definition, and the parts of both.
enum Outlines {
  /// The members of an object.
  ///
  /// - Parameter part: The object's name, by which texts and schemas of its members are found; nil for a fact.
  static func members(of outline: WireOutline, in part: String? = nil) -> [Shape.Member] {
    outline.members.map { member -> Shape.Member in
      let name = part.map { "\($0).\(member.name)" } ?? member.name
      let value = BlueprintTexts.schemas[name] ?? schema(of: member.content, member.type)
      return member.isRequired
        ? .required(member.name, value, texts[name]) : .optional(member.name, value, texts[name])
    }
  }

  private static let texts = Facts.texts.merging(BlueprintTexts.texts) { first, _ in first }
  private static let parts = Facts.parts.merging(BlueprintTexts.parts) { first, _ in first }

  private static func schema(of content: WireOutline.Content, _ type: Any.Type) -> Schema {
    switch content {
    case .text: named(type) ?? .text
    // A default is left out, and is none of the names.
    case .cases(let names):
      Shape.values[ObjectIdentifier(type)].map(Schema.shape)
        ?? (names.count == 1 ? .constant(names[0]) : .oneOf(names))
    case .whole: .count
    case .flag: .boolean
    case .only(let value): .constant(value)
    case .instant: .instant
    case .value: .value
    case .map(let value): .map(schema(of: value, type))
    case .list(let item): .list(schema(of: item, type))
    case .object(let outline): part(outline, type)
    case .again: .reference(name(of: type))
    }
  }

  /// The schema of texts with a meaning, such as a period; nil if any text can be one.
  private static func named(_ type: Any.Type) -> Schema? {
    Shape.values[ObjectIdentifier(type)].map(Schema.shape)
      ?? (type as? any CaseIterable.Type)?.names.map(Schema.oneOf)
  }

  private static func name(of type: Any.Type) -> String {
    parts[ObjectIdentifier(type)]?.name ?? "\(type)"
  }

  private static func part(_ outline: WireOutline, _ type: Any.Type) -> Schema {
    let name = Self.name(of: type)
    let text = parts[ObjectIdentifier(type)]?.text
    guard let (key, several) = outline.choice else {
      let object = Schema.object(members(of: outline, in: name))
      return .shape(Shape(name, nil, object.described(text)))
    }
    let shapes = several.map { choice in
      let shape = choice.name.capitalizedFirst + name
      let marked: [Shape.Member] =
        [.required(key, .constant(choice.name))] + members(of: choice.outline, in: name)
      return (choice.name, Shape(shape, nil, .object(marked).described(Facts.cases[shape])))
    }
    return .shape(Shape(name, nil, .either(shapes, by: key).described(text)))
  }
}

extension CaseIterable {
  /// The names of an enum's cases; nil if they have none.
  fileprivate static var names: [String]? {
    let names = allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return names.isEmpty ? nil : names
  }
}

extension String {
  /// The name with a capital letter at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
