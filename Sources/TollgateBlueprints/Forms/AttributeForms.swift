import Tollgate

/// The format of attributes, which the app or its backend sets for a customer.
///
/// ```yaml
/// attributes:
///   goal: { type: text, values: [strength, endurance] }
///   sessions: { type: number }
///   coach: { type: boolean, setBy: backend }
/// ```
enum AttributeForms {
  /// An attribute without its name, which is its key.
  private typealias Make = @Sendable (Attribute.ID) -> Attribute

  private enum TypeName: String, CaseIterable {
    case text, number, boolean
  }

  /// The attributes by their names.
  static let attributes = Form<[Attribute]>.entries("an attribute", of: attribute)

  /// An attribute: its type, its values if it is a text, and who sets it.
  private static let attribute = Form<Parts>.object(
    "an attribute",
    .required("type", Form<TypeName>.choice(), "The type of its values."),
    .defaulted(
      "values", .list(of: text), to: [],
      "The texts that it can be; if omitted, any text of up to 128 characters."),
    .defaulted(
      "setBy", Form<Attribute.Setter>.choice([.app, .backend]), to: .app,
      "Who sets it; a customer can forge what the app sets.")
  ) { Parts(type: $0, values: $1, setter: $2) }
  .map { (parts: Parts, node: YAMLNode, reader: Reader) -> Make? in
    if parts.type != .text, !parts.values.isEmpty {
      reader.error(
        at: node["values"] ?? node, "only a text can have `values`", expected: "`type: text`")
      return nil
    }
    let kind: Attribute.Kind =
      switch parts.type {
      case .text: .text(parts.values)
      case .number: .number
      case .boolean: .boolean
      }
    return { Attribute(id: $0, kind: kind, setBy: parts.setter) }
  }

  /// The keys of an attribute.
  private struct Parts {
    let type: TypeName
    let values: [String]
    let setter: Attribute.Setter
  }

  /// A text that an attribute can have.
  private static let text = Form<String>.pattern(
    "a text of 1 to \(Attribute.textLimit) characters",
    "^[^\\u0000-\\u001f\\u007f-\\u009f]{1,\(Attribute.textLimit)}$", Attribute.isPrintable)
}
