import Tollgate

/// The format of texts, inline and shared.
enum TextForms {
  /// An inline text: the line itself, one for each language, or the name of a shared one.
  ///
  /// ```yaml
  /// title: I'd love to keep talking
  /// title: { en: Keep talking, de: Weiterreden }
  /// title: { text: keep-talking }
  /// ```
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

  /// A line in the app's own language.
  private static let line = Form<String>.line()
    .map { line, node, reader in [reader.blueprint.language: LocalizedText.Wording(line)] }

  /// The lines by language; each language is a step that adds its own.
  private static let wordings = Form<
    [@Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]]
  >
  .entries("a language", keys: .languages, of: wording)
  .map { steps in steps.reduce([:]) { $1($0) } }

  /// The kind of name that a language has.
  private enum Language {}

  /// A step that adds one language to the others.
  private typealias Step =
    @Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]

  /// The wording of one language: a line, or its plural forms.
  private static let wording = Form<LocalizedText.Wording>.either(
    "a line, or its plural forms", scalar: Form<String>.line().map { LocalizedText.Wording($0) },
    map: plural
  ).map { wording -> @Sendable (Identifier<Language>) -> Step in
    { language in
      { wordings in wordings.merging([language.rawValue: wording]) { first, _ in first } }
    }
  }

  /// A wording that depends on a number.
  ///
  /// ```yaml
  /// en: { count: trial.daysLeft, one: 1 day left, other: "{trial.daysLeft} days left" }
  /// ```
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

  /// Returns the optional key of one plural form.
  private static func form(_ form: LocalizedText.PluralForm, _ about: String) -> Key<String?> {
    .optional(form.rawValue, .line(), about)
  }

  /// Records an inline text under its path in the file, and returns that as its name.
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
