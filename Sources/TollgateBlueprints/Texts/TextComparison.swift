import Tollgate

/// The comparison of a string catalog with a blueprint: the lines that change, and the mistakes in them.
///
/// A text in one language changes as a whole. Lines that the catalog lacks are never removed:
///
/// | the blueprint has | the catalog has | the import |
/// |---|---|---|
/// | a line | the same line | changes nothing |
/// | `one`, `few`, `many`, `other` | `one`, `other` | is refused |
/// | `=0`, `one`, `other` | `one`, `other` | keeps `=0` |
/// | a line | nothing | keeps the line |
/// | nothing | plural forms | takes the `count` of the app's own language |
struct TextComparison {
  /// What a catalog has for a text in one language.
  private struct Lines {
    /// The lines, exact numbers included.
    var units: [LocalizedText.PluralForm: StringCatalog.Unit] = [:]
    /// Whether the text itself is there, not only exact numbers.
    var hasText = false
    /// Whether the text has plural forms.
    var isPlural = false

    /// The first position in the catalog.
    var position: YAMLNode.Position {
      units.values.map(\.position).min { ($0.line, $0.column) < ($1.line, $1.column) }
        ?? YAMLNode.Position(line: 1, column: 1)
    }

    /// Adds what an entry has: the text itself, or its line for one number.
    mutating func add(_ localization: StringCatalog.Localization, exactly number: Int?) {
      switch localization {
      case .line(let unit): units[number.map { .exactly($0) } ?? .other] = unit
      case .plural(let forms):
        units.merge(forms) { $1 }
        isPlural = true
      }
      if number == nil { hasText = true }
    }
  }

  let file: BlueprintFile
  let catalog: StringCatalog
  /// Whether lines that need review are imported.
  let takesUnreviewed: Bool
  /// Where mistakes are recorded.
  let reader: Reader
  private(set) var changes: [TextChange] = []
  /// The texts, with their language, whose lines are skipped.
  private(set) var skipped: [String] = []

  /// Creates a comparison that has not run.
  init(file: BlueprintFile, catalog: StringCatalog, takesUnreviewed: Bool, reader: Reader) {
    self.file = file
    self.catalog = catalog
    self.takesUnreviewed = takesUnreviewed
    self.reader = reader
  }

  /// The app's own language, from which translations are made.
  private var language: String { file.blueprint.app.language }

  /// Compares every line.
  mutating func run() {
    let start = YAMLNode.Position(line: 1, column: 1)
    if catalog.sourceLanguage != language {
      reader.report(
        .error, at: start, [],
        "the catalog's source language is `\(catalog.sourceLanguage)`, but the app's is `\(language)`"
      )
      return
    }
    let texts = Dictionary(file.blueprint.definition.texts.map { ($0.id, $0) }) { first, _ in first
    }
    var found: [LocalizedText.ID: [String: Lines]] = [:]
    for entry in catalog.entries {
      guard texts[entry.key.text] != nil, (0...1).contains(entry.key.exactly ?? 0) else {
        reader.report(
          .error, at: entry.position, [],
          "the blueprint has no text `\(entry.key.written)`",
          nearest: nearestName(to: entry.key.text.rawValue, in: texts.keys.map(\.rawValue).sorted())
        )
        continue
      }
      for (language, localization) in entry.localizations {
        checkLanguage(language, of: entry)
        if let number = entry.key.exactly, case .plural = localization {
          reader.report(
            .error, at: entry.position, [],
            "`\(entry.key.written)` in `\(language)` has plural forms, but it is the line for "
              + "\(number) alone", expected: "one `stringUnit`")
          continue
        }
        var lines = found[entry.key.text]?[language] ?? Lines()
        lines.add(localization, exactly: entry.key.exactly)
        found[entry.key.text, default: [:]][language] = lines
      }
    }
    for (id, languages) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let text = texts[id] else { continue }
      checkOrder(of: text, languages[language])
      for (language, lines) in languages.sorted(by: { $0.key < $1.key }) {
        compare(text, language, lines)
      }
    }
  }

  /// Records a language that the app does not declare.
  private func checkLanguage(_ language: String, of entry: StringCatalog.Entry) {
    let declared = file.notes.languages.map(\.key)
    if declared.isEmpty || declared.contains(language) { return }
    reader.report(
      .error, at: entry.position, [],
      "`\(entry.key.written)` is in `\(language)`, which is not one of the app's `languages`",
      nearest: nearestLanguage(to: language, in: declared))
  }

  /// Records an item of a list whose source line differs: another item may have taken its place.
  private func checkOrder(of text: LocalizedText, _ source: Lines?) {
    guard file.notes.inlineNodes[text.id]?.isInList == true, let source, source.hasText,
      source.units.mapValues(\.value) != text.wordings[language]?.forms
    else { return }
    reader.report(
      .error, at: source.position, [],
      "the line of `\(text.id)` in `\(language)` differs from the blueprint, where the list may "
        + "have been reordered; change the line in the blueprint, or export again")
  }

  private mutating func compare(_ text: LocalizedText, _ language: String, _ lines: Lines) {
    let own = text.wordings[language]
    let values = lines.units.mapValues(\.value)
    if let own, values.allSatisfy({ own.forms[$0.key] == $0.value }), isSame(own, lines) { return }
    let isTaken = lines.units.values.allSatisfy { unit in
      unit.state == .translated || takesUnreviewed && unit.state == .needsReview
    }
    guard isTaken else {
      skipped.append("\(text.id) (\(language))")
      return
    }
    guard let wording = wording(text, language, lines) else { return }
    TextLineCheck(
      text: text, language: language, source: text.wordings[self.language],
      phrases: file.blueprint.definition.neverSay, reader: reader
    ).check(lines.units.filter { own?.forms[$0.key] != $0.value.value }, of: wording)
    changes.append(TextChange(text: text.id, language: language, wording: wording))
  }

  /// Whether the lines of a catalog are all that a wording has, and of the same kind.
  private func isSame(_ own: LocalizedText.Wording, _ lines: Lines) -> Bool {
    guard lines.hasText else { return true }
    let forms = own.forms.keys.filter { !$0.isExact }
    return (own.count != nil) == lines.isPlural && forms.allSatisfy { lines.units[$0] != nil }
  }

  /// The new wording; nil if it would lack something, which is recorded.
  private func wording(
    _ text: LocalizedText, _ language: String, _ lines: Lines
  ) -> LocalizedText.Wording? {
    let own = text.wordings[language]
    let place = "`\(text.id)` in `\(language)`"
    var forms = own?.forms.filter { $0.key.isExact || !lines.hasText } ?? [:]
    forms.merge(lines.units.mapValues(\.value)) { $1 }
    guard lines.hasText || own != nil else {
      report(lines, "\(place) has a line for one number, but none for the others")
      return nil
    }
    let lost = (own?.forms.keys.filter { forms[$0] == nil } ?? []).map(\.rawValue).sorted()
    if !lost.isEmpty {
      report(
        lines,
        "\(place) lacks \(lost.map { "`\($0)`" }.joined(separator: ", ")), "
          + "which the blueprint has")
      return nil
    }
    guard forms[.other] != nil else {
      report(lines, "\(place) lacks the form `other`")
      return nil
    }
    let isPlural = lines.hasText ? lines.isPlural : own?.count != nil
    guard isPlural || forms.keys.contains(where: { $0 != .other }) else {
      if own?.count != nil {
        report(lines, "\(place) is one line, but the blueprint has plural forms")
        return nil
      }
      return LocalizedText.Wording(count: nil, forms: forms)
    }
    guard let count = own?.count ?? text.wordings[self.language]?.count else {
      report(
        lines, "no number selects the plural form of \(place)",
        expected: "plural forms with `count` in the blueprint's line in `\(self.language)`")
      return nil
    }
    let categories = LocalizedText.PluralForm.categories(in: language) ?? [:]
    let missing = LocalizedText.PluralForm.categories.filter { form in
      forms[form] == nil && categories[form]?.contains { forms[.exactly($0)] == nil } == true
    }
    guard missing.isEmpty else {
      report(
        lines,
        "\(place) lacks \(missing.map { "`\($0.rawValue)`" }.joined(separator: ", ")), "
          + "which the language uses")
      return nil
    }
    return LocalizedText.Wording(count: count, forms: forms)
  }

  /// Records a mistake at the first of some lines.
  private func report(_ lines: Lines, _ message: String, expected: String? = nil) {
    reader.report(.error, at: lines.position, [], message, expected: expected)
  }
}

extension LocalizedText.PluralForm {
  /// Whether it is one number exactly.
  var isExact: Bool { if case .exactly = self { true } else { false } }
}
