import Tollgate

/// The format of texts.
enum TextForms {
  /// An inline text: the line itself, one for each language, or the name of a shared one.
  static let place = Form<LocalizedText.ID>.either(
    "a line, a map from languages to lines, or `{ text: NAME }`",
    scalar: line.map(inPlace),
    map: .with(
      key: "text",
      .object(
        "a reference to a text",
        key: .required("text", Names.text, "The name of a shared text.")),
      else: wordings.map(inPlace), "a map from languages to lines, or `{ text: NAME }`")
  ).named("text")

  /// A shared text under its name.
  static let shared = Form<@Sendable (LocalizedText.ID) -> LocalizedText>.either(
    "a line, or a map from languages to lines",
    scalar: line.map { wordings in { LocalizedText(id: $0, wordings: wordings) } },
    map: wordings.map { wordings in { LocalizedText(id: $0, wordings: wordings) } })

  private static let line = Form<String>.line()
    .map { line, node, reader in [reader.blueprint.language: LocalizedText.Wording(line)] }

  private static let wordings = Form<
    [@Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]]
  >
  .entries("a language", keys: .languages, of: wording)
  .map { steps in steps.reduce([:]) { $1($0) } }

  private enum Language {}

  private typealias Step =
    @Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]

  private static let wording = Form<LocalizedText.Wording>.either(
    "a line, or its plural forms", scalar: Form<String>.line().map { LocalizedText.Wording($0) },
    map: plural
  ).map { wording -> @Sendable (Identifier<Language>) -> Step in
    { language in
      { wordings in wordings.merging([language.rawValue: wording]) { first, _ in first } }
    }
  }

  private static let plural = Form<LocalizedText.Wording>.object(
    "a text with plural forms",
    .required(
      "count", Form<LocalizedText.Placeholder>.choice(LocalizedText.Placeholder.numbers),
      "The number that chooses the form."),
    form(.exactly(0), "The line for none."),
    form(.exactly(1), "The line for exactly 1, in languages whose `one` is wider."),
    form(.zero, "The line for CLDR's `zero`."), form(.one, "The line for CLDR's `one`."),
    form(.two, "The line for CLDR's `two`."), form(.few, "The line for CLDR's `few`."),
    form(.many, "The line for CLDR's `many`."),
    .required("other", .line(), "The line for every other number.")
  ) { count, none, exactlyOne, zero, one, two, few, many, other in
    let forms: [(LocalizedText.PluralForm, String?)] = [
      (.exactly(0), none), (.exactly(1), exactlyOne), (.zero, zero), (.one, one), (.two, two),
      (.few, few), (.many, many), (.other, other),
    ]
    return LocalizedText.Wording(
      count: count,
      forms: forms.reduce(into: [:]) { result, form in result[form.0] = form.1 })
  }

  private static func form(_ form: LocalizedText.PluralForm, _ about: String) -> Key<String?> {
    .optional(form.rawValue, .line(), about)
  }

  /// Records an inline text, named by its path.
  @Sendable
  private static func inPlace(
    _ wordings: [String: LocalizedText.Wording], _ node: YAMLNode, _ reader: Reader
  ) -> LocalizedText.ID? {
    let id = LocalizedText.ID(node.path.joined(separator: "."))
    reader.blueprint.texts.append(LocalizedText(id: id, wordings: wordings))
    reader.blueprint.textNodes[id] = node
    return id
  }
}
