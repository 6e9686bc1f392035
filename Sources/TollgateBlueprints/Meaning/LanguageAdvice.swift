import Tollgate
import TollgateWords

/// The check of texts against the languages that the app declares.
///
/// Plural forms that a declared language uses and a text lacks are left to ``PluralAdvice``.
///
/// ```yaml
/// app: { id: coach, name: Coach, bundleID: com.example.coach, languages: [en, de] }
/// paywalls:
///   plans: { title: Keep talking, packages: [coach.monthly] }   # missing in `de`
/// ```
struct LanguageAdvice {
  /// What is checked.
  let subject: Subject
  /// The file, for positions.
  let root: YAMLNode
  /// Where findings are recorded.
  let reader: Reader

  /// Checks every text, and the standard lines of each language.
  func note() {
    let declared = reader.blueprint.languages
    guard !declared.isEmpty else { return }
    let codes = declared.map(\.key)
    for text in subject.definition.texts where subject.isSound(of: text) {
      noteUndeclared(text, codes)
      noteMissing(text, codes)
    }
    for language in declared { noteStandardLines(of: language) }
  }

  /// Records languages of a text that the app does not declare.
  private func noteUndeclared(_ text: LocalizedText, _ codes: [String]) {
    for code in text.wordings.keys.sorted() where !codes.contains(code) {
      let node = node(of: text)
      reader.report(
        .error, at: node.keyPosition(of: code) ?? node.position, node.path + [code],
        "the app's `languages` do not have `\(code)`",
        expected: "one of \(codes.map { "`\($0)`" }.joined(separator: ", "))",
        nearest: nearestName(to: code, in: codes))
    }
  }

  /// Records the declared languages that a text lacks.
  private func noteMissing(_ text: LocalizedText, _ codes: [String]) {
    guard text.hasWords else { return }
    let missing = codes.filter { !text.isWritten(in: $0) }
    if missing.isEmpty { return }
    let node = node(of: text)
    reader.report(
      .error, at: node.position, node.path,
      "the text is missing in \(missing.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Warns about a language that Tollgate has no standard lines in, and whose lines the blueprint does not write.
  private func noteStandardLines(of language: YAMLNode.Entry) {
    guard SpokenLanguage(code: language.key) == nil else { return }
    let written = Set(
      subject.definition.texts.filter { $0.isWritten(in: language.key) }.map(\.id.rawValue))
    let missing = StandardText.allCases.map(\.rawValue).filter { !written.contains($0) }
    guard let first = missing.first else { return }
    reader.report(
      .warning, at: language.position, language.value.path,
      "\(missing.count) standard lines are shown in English to those who speak "
        + "`\(language.key)`, such as `\(first)`; `tollgate texts list` shows them",
      expected: "texts of these names in `\(language.key)`")
  }

  /// The node of a text, wherever it is written.
  private func node(of text: LocalizedText) -> YAMLNode {
    reader.blueprint.textNodes[text.id] ?? root["texts"]?[text.id.rawValue] ?? root
  }
}

extension LocalizedText {
  /// Whether customers of a language see a line in it; `de-AT` is also served by `de`.
  fileprivate func isWritten(in language: String) -> Bool {
    let base = language.prefix { $0 != "-" }
    return wordings[language] != nil || wordings[String(base)] != nil
  }

  /// Whether there is anything to translate; `{product.price}` alone is the same in every language.
  fileprivate var hasWords: Bool {
    wordings.values.flatMap(\.forms.values).flatMap(LocalizedText.pieces).contains { piece in
      if case .words(let words) = piece { words.contains(where: \.isLetter) } else { false }
    }
  }
}
