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
    let parts = reader.blueprint.partLanguages.sorted { $0.key < $1.key }.map(\.value)
    for language in parts where !codes.contains(language.key) {
      report(undeclared: language.key, at: language.position, language.value.path, codes)
    }
    for text in subject.definition.texts where subject.isSound(of: text) {
      noteUndeclared(text, codes)
      noteMissing(text, codes)
    }
    for language in declared { noteStandardLines(of: language) }
  }

  /// Records undeclared languages of a text; the language of a part is recorded once, where the part names it.
  private func noteUndeclared(_ text: LocalizedText, _ codes: [String]) {
    for code in text.wordings.keys.sorted() where !codes.contains(code) {
      let node = node(of: text)
      let position = node.keyPosition(of: code) ?? node.position
      guard reader.blueprint.partLanguages[position.part] == nil else { continue }
      report(undeclared: code, at: position, node.path + [code], codes)
    }
  }

  /// Records a language that the app does not declare.
  private func report(
    undeclared code: String, at position: YAMLNode.Position, _ path: [String], _ codes: [String]
  ) {
    reader.report(
      .error, at: position, path, "`\(code)` is not one of the app's `languages`",
      expected: "one of \(codes.map { "`\($0)`" }.joined(separator: ", "))",
      nearest: nearestLanguage(to: code, in: codes))
  }

  /// Records the declared languages that a text lacks.
  private func noteMissing(_ text: LocalizedText, _ codes: [String]) {
    guard text.hasWords else { return }
    let missing = codes.filter { !text.isWritten(in: $0) }
    if missing.isEmpty { return }
    let node = node(of: text)
    reader.report(
      .error, at: node.position, node.path,
      "the text `\(text.id)` is missing in \(missing.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Warns about a language without standard lines, unless the blueprint has all of them.
  private func noteStandardLines(of language: YAMLNode.Entry) {
    guard SpokenLanguage(code: language.key) == nil else { return }
    let written = Set(
      subject.definition.texts.filter { $0.isWritten(in: language.key) }.map(\.id.rawValue))
    let missing = StandardText.allCases.map(\.rawValue).filter { !written.contains($0) }
    guard let first = missing.first else { return }
    reader.report(
      .warning, at: language.position, language.value.path,
      "\(missing.count) standard lines, such as `\(first)`, are shown in English to customers who "
        + "use `\(language.key)`; `tollgate texts list` lists them",
      expected: "texts with these names in `\(language.key)`")
  }

  /// The node of a text, wherever it is written.
  private func node(of text: LocalizedText) -> YAMLNode {
    reader.blueprint.textNodes[text.id] ?? root["texts"]?[text.id.rawValue] ?? root
  }
}

/// Returns the language that was probably meant: one with the same first letter, since any two short codes are similar.
func nearestLanguage(to code: String, in codes: [String]) -> String? {
  nearestName(to: code, in: codes.filter { $0.first == code.first })
}

extension LocalizedText {
  /// Whether customers of a language see a line in it; `de-AT` is also served by `de`.
  fileprivate func isWritten(in language: String) -> Bool {
    wordings.language(serving: language) != nil
  }

  /// Whether there is anything to translate; `{product.price}` alone is the same in every language.
  fileprivate var hasWords: Bool {
    wordings.values.flatMap(\.forms.values).flatMap(LocalizedText.pieces).contains { piece in
      if case .words(let words) = piece { words.contains(where: \.isLetter) } else { false }
    }
  }
}
