import Tollgate

/// Notes plural forms that a language never uses, and required forms that a text lacks.
struct PluralAdvice {
  let definition: Blueprint.Definition
  let root: YAMLNode
  let reader: Reader

  func note() {
    for text in definition.texts {
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key })
      where wording.count != nil {
        note(text.id, language, wording)
      }
    }
  }

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
    reader.report(
      .warning, at: place.position, place.path,
      "a form of `\(language)` is missing: \(missing.joined(separator: "; "))")
  }

  private static let order: [LocalizedText.PluralForm] = [.zero, .one, .two, .few, .many, .other]

  private static func names(_ forms: [LocalizedText.PluralForm]) -> String {
    let names = forms.map { "`\($0.rawValue)`" }
    guard let last = names.last, names.count > 1 else { return "only \(names.joined())" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
