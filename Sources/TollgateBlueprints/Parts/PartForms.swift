import Tollgate

/// The format of a blueprint's parts, for editors and for the house style.
///
/// The parser reads a part as a piece of the blueprint, by the blueprint's own forms.
///
/// | a part with | has |
/// |---|---|
/// | `language` | `texts` in that language, and nothing else |
/// | no `language` | any sections of a blueprint but `parts` |
enum PartForms {
  /// A part: sections of a blueprint, or texts in one language.
  static let schema: Schema = {
    let texts = translations.schema
    let blueprint = BlueprintForms.blueprint.schema
    return Schema(
      [JSON.Member("anyOf", .list([texts.json, sections(of: blueprint.json)]))],
      definitions: Schema.definitions(of: [texts, blueprint]))
  }()

  /// Texts in one language.
  ///
  /// ```yaml
  /// language: de
  /// texts:
  ///   plan.free: Du bist frei
  ///   paywalls.plans.title: Weiterreden
  /// ```
  static let translations = Form<[LocalizedText]>.object(
    "a part in one language",
    .required(
      "language",
      .pattern(
        NameRule.languages.expected, NameRule.languages.pattern, NameRule.languages.isValid),
      "The language of all texts in the file."),
    .required(
      "texts", .entries("a text", of: translation),
      "The lines, under the names of shared texts or the paths of inline ones.")
  ) { _, texts in texts }

  /// A line in the language of the file.
  private static let translation = TextForms.wording.map {
    wording -> @Sendable (LocalizedText.ID) -> LocalizedText in
    { LocalizedText(id: $0, wordings: ["": wording]) }
  }

  /// The schema of a blueprint without `parts` and required keys.
  private static func sections(of blueprint: JSON) -> JSON {
    guard case .object(let members) = blueprint else { return blueprint }
    return .object(
      members.filter { $0.name != "required" }.map { member in
        guard member.name == "properties", case .object(let keys) = member.value else {
          return member
        }
        return JSON.Member(member.name, .object(keys.filter { $0.name != "parts" }))
      })
  }
}
