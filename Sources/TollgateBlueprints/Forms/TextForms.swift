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

  /// The lines by language; plural forms belong under one.
  private static let wordings = Form<[String: LocalizedText.Wording]>(
    languages.expected, languages.schema
  ) { node, reader in
    guard node["count"] == nil else {
      let language = reader.blueprint.language
      reader.error(
        at: node, "plural forms without a language",
        expected: "them under one: `{ \(language): { count: … } }`")
      return nil
    }
    return languages.read(node, reader)
  }

  /// The lines by language; each language is a step that adds its own.
  private static let languages = Form<
    [@Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]]
  >
  .entries("a language", keys: .languages, of: step)
  .map { steps in steps.reduce([:]) { $1($0) } }

  /// The kind of name that a language has.
  private enum Language {}

  /// A step that adds one language to the others.
  private typealias Step =
    @Sendable ([String: LocalizedText.Wording]) -> [String: LocalizedText.Wording]

  /// The wording of one language: a line, or its plural forms.
  static let wording = Form<LocalizedText.Wording>.either(
    "a line, or its plural forms", scalar: Form<String>.line().map { LocalizedText.Wording($0) },
    map: plural)

  /// The wording under its language.
  private static let step = wording.map { wording -> @Sendable (Identifier<Language>) -> Step in
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
      "count", number,
      "The number that chooses the form; `features.NAME.left` and `features.NAME.limit` are those of a named feature."
    ),
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

  /// A number: one with a name of its own, or one of a feature.
  private static let number: Form<LocalizedText.Placeholder> = {
    let unnamed = Form<LocalizedText.Placeholder>.choice(LocalizedText.Placeholder.numbers)
    let named = Schema([
      JSON.Member("type", .string("string")),
      JSON.Member("pattern", .string("^features[.].+[.](left|limit)$")),
    ])
    return Form(unnamed.expected, Schema(anyOf: [unnamed.schema, named])) { node, reader in
      if case .scalar(let text, .text) = node.content,
        let value = LocalizedText.Placeholder(rawValue: text), value.feature != nil, value.isNumber
      {
        return value
      }
      return unnamed.read(node, reader)
    }
  }()

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
    reader.blueprint.inlineNodes[id] = node
    return id
  }
}

extension TextForms {
  /// Returns the shared texts; one with the path of an inline text adds its languages to that text instead.
  ///
  /// ```yaml
  /// paywalls:
  ///   plans: { title: Keep talking, … }
  /// texts:
  ///   paywalls.plans.title: { de: Weiterreden }
  /// ```
  @Sendable
  static func addingToInline(
    _ texts: [LocalizedText], _ node: YAMLNode, _ reader: Reader
  ) -> [LocalizedText]? {
    let inline = Dictionary(
      reader.blueprint.texts.enumerated().map { ($1.id, $0) }
    ) { first, _ in first }
    let names = texts.map(\.id.rawValue) + inline.keys.map(\.rawValue).sorted()
    return texts.filter { text in
      guard let lines = node[text.id.rawValue] else { return true }
      guard let index = inline[text.id] else {
        checkName(text, lines, names, reader)
        return true
      }
      add(text, lines, toInlineAt: index, reader)
      return false
    }
  }

  /// Adds languages to an inline text.
  private static func add(
    _ text: LocalizedText, _ lines: YAMLNode, toInlineAt index: Int, _ reader: Reader
  ) {
    let known = reader.blueprint.texts[index]
    guard let inline = reader.blueprint.inlineNodes[text.id] else { return }
    if inline.isInList {
      reader.error(
        at: lines, "the text `\(text.id)` belongs to an item of a list, which may be reordered",
        expected: "a shared text there, `{ text: NAME }`")
      return
    }
    let own = inline.languages(own: reader.blueprint.language)
    let others = lines.languages(own: reader.blueprint.language)
    for entry in others where known.wordings[entry.key] != nil {
      let first = own.first { $0.key == entry.key }
      reader.error(
        at: YAMLNode.Entry(key: text.id.rawValue, position: entry.position, value: entry.value),
        duplicateOf: first?.position ?? inline.position)
    }
    reader.blueprint.texts[index] = LocalizedText(
      id: text.id, wordings: known.wordings.merging(text.wordings) { first, _ in first })
    reader.blueprint.textNodes[text.id] = YAMLNode(
      content: .map(own + others), position: inline.position, path: inline.path)
  }

  /// Records a text of a part in one language that is not a translation of anything.
  private static func checkName(
    _ text: LocalizedText, _ lines: YAMLNode, _ names: [String], _ reader: Reader
  ) {
    let language = reader.blueprint.language
    // A text's own line may be in a section whose key is misspelled.
    guard text.wordings[language] == nil,
      reader.blueprint.partLanguages[lines.position.part] != nil,
      !reader.misspelled.contains(where: { !$0.contains(".") })
    else { return }
    let others = names.filter { $0 != text.id.rawValue }
    reader.error(
      at: lines, "there is no text `\(text.id)` in the app's own language, `\(language)`",
      nearest: reader.nearest(to: text.id.rawValue, in: others))
  }
}

extension YAMLNode {
  /// The lines of a text by language; one line is in the app's own.
  fileprivate func languages(own language: String) -> [Entry] {
    entries ?? [Entry(key: language, position: position, value: self)]
  }

  /// Whether it is in a list, so that its path changes with the order of the list.
  var isInList: Bool { path.contains { Int($0) != nil } }
}
