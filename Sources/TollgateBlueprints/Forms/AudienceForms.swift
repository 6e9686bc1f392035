import Tollgate

/// The keys of a condition about who the customer is.
///
/// ```yaml
/// when:
///   country: [DE, AT]
///   language: de
///   appVersion: { atLeast: "2.1" }
///   device: [iPhone, iPad]
///   attribute: [{ name: goal, is: strength }, { name: sessions, atLeast: 3, lessThan: 10 }]
/// ```
enum AudienceForms {
  /// One country or several.
  static let countries = Form<[String]>.oneOrMore(country).withoutRepetition
  /// One language or several.
  static let languages = Form<[String]>.oneOrMore(language).withoutRepetition
  /// One kind of device or several.
  static let devices = Form<[DeviceKind]>.oneOrMore(Form<DeviceKind>.choice()).withoutRepetition
  /// One attribute or several.
  static let attributes = Form<[AttributeTest]>.oneOrMore(attribute)

  /// A country's code; editors complete it.
  private static let country = code(
    "a country's two-letter code such as `DE`",
    schema: [JSON.Member("enum", .list(Country.codes.sorted().map(JSON.string)))],
    nearest: { Country.code($0) }, isValid: { Country.codes.contains($0) })

  /// A language, without the region of a locale such as `de-AT`.
  private static let language = code(
    "a language's code without a region, such as `de`",
    schema: [
      JSON.Member("type", .string("string")), JSON.Member("pattern", .string("^[a-z]{2,3}$")),
    ], nearest: { DeviceProperty.language.normalized($0) },
    isValid: { DeviceProperty.language.normalized($0) == $0 })

  /// Returns the form of a code.
  ///
  /// One that YAML reads as a Boolean, such as `NO`, is accepted as it is written.
  private static func code(
    _ expected: String, schema: [JSON.Member],
    nearest: @escaping @Sendable (String) -> String?,
    isValid: @escaping @Sendable (String) -> Bool
  ) -> Form<String> {
    Form(expected, Schema(schema)) { node, reader in
      guard case .scalar(let text, let kind) = node.content, kind == .text || kind == .flag,
        isValid(text)
      else {
        let nearest: String? =
          if case .scalar(let text, _) = node.content { nearest(text) } else { nil }
        reader.unexpected(node, expected: expected, nearest: nearest)
        return nil
      }
      return text
    }
  }

  /// A range of versions: `{ atLeast: "2.1", lessThan: "3" }`.
  static let appVersion = Form<Audience.Versions?>.object(
    "a range of versions", atLeast: 1,
    .optional("atLeast", version, "The lowest version."),
    .optional("lessThan", version, "The first version that is too high.")
  ) { Audience.Versions(atLeast: $0, lessThan: $1) }

  /// A version in quotes: YAML reads `2.10` as the number 2.1.
  private static let version = Form<String>.pattern(
    "a version in quotes such as `\"2.1\"`", "^[0-9]{1,9}(\\.[0-9]{1,9}){0,7}$"
  ) { AppVersion($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> AppVersion? in AppVersion(text) }

  /// What one attribute must be: `{ name: goal, is: strength }`.
  private static let attribute = Form<AttributeTest>.object(
    "a condition on an attribute", atLeast: 2,
    .required("name", Form<Attribute.ID>.name("an attribute"), "The attribute."),
    .defaulted(
      "is", .oneOrMore(Form<ProfileValue>.profileValue).withoutRepetition, to: [],
      "The text or Boolean that it must be, or a list of the texts that it may be."),
    .optional("atLeast", .whole(Attribute.numbers), "The least number."),
    .optional(
      "lessThan", .whole(Attribute.numbers), "The first number that is too high.")
  ) { (name: Attribute.ID, values: [ProfileValue], least: Int?, end: Int?) in
    AttributeTest(attribute: name, values: values, atLeast: least, lessThan: end)
  }
}
