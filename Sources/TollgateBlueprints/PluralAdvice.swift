import Tollgate

/// The check for plural forms that a language never uses, and for forms it uses that a text lacks.
///
/// It follows the [plural rules of the Unicode
/// CLDR](https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html): English has `one` and
/// `other`, Russian also `few` and `many`, Japanese only `other`. `other` replaces a form that is missing, so a finding
/// is a warning; a form that is missing in a language that the app declares is an error.
///
/// ```yaml
/// texts:
///   days-left:
///     en: { count: trial.daysLeft, one: 1 day, few: 3 days, other: "{trial.daysLeft} days" }
///     # the form `few` is never used: `en` has `one` and `other`
/// ```
struct PluralAdvice {
  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The file, for positions.
  let root: YAMLNode
  /// Where findings are recorded.
  let reader: Reader

  /// Checks every text with a `count`, in each of its languages.
  func note() {
    for text in definition.texts {
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key })
      where wording.count != nil {
        note(text.id, language, wording)
      }
    }
  }

  /// Checks one text in one language; a language without CLDR rules is not checked.
  private func note(_ text: LocalizedText.ID, _ language: String, _ wording: LocalizedText.Wording)
  {
    guard let categories = LocalizedText.PluralForm.categories(in: language) else { return }
    let node = reader.blueprint.textNodes[text] ?? root["texts"]?[text.rawValue] ?? root
    let place = node[language] ?? node
    // A number with its own line, such as `"=1"`, never uses its category.
    let numbers = categories.mapValues { $0.filter { wording.forms[.exactly($0)] == nil } }
    for form in Self.order where form != .other && wording.forms[form] != nil {
      let reason: String
      if let own = categories[form] {
        guard !own.isEmpty, numbers[form] == [] else { continue }
        reason = "each of its numbers has a line of its own"
      } else {
        reason = "`\(language)` has \(Self.names(Self.order.filter { categories[$0] != nil }))"
      }
      reader.report(
        .warning, at: place.keyPosition(of: form.rawValue) ?? place.position,
        place.path + [form.rawValue], "the form `\(form.rawValue)` is never used: \(reason)")
    }
    let missing =
      Self.order.compactMap { form in
        guard wording.forms[form] == nil, let some = numbers[form], !some.isEmpty else {
          return nil
        }
        return
          "`\(form.rawValue)`, as for \(some.prefix(3).map(String.init).joined(separator: ", "))"
      } as [String]
    if missing.isEmpty { return }
    let isDeclared = reader.blueprint.languages.contains { $0.key == language }
    reader.report(
      isDeclared ? .error : .warning, at: place.position, place.path,
      "a form of `\(language)` is missing: \(missing.joined(separator: "; "))")
  }

  /// The CLDR's categories in their usual order.
  private static let order = LocalizedText.PluralForm.categories

  /// Returns forms as a list in words: "only `other`", "`one` and `other`".
  private static func names(_ forms: [LocalizedText.PluralForm]) -> String {
    let names = forms.map { "`\($0.rawValue)`" }
    guard let last = names.last, names.count > 1 else { return "only \(names.joined())" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
