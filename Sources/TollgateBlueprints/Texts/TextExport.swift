import Tollgate

/// Writes the texts of blueprints as string catalogs, as `tollgate texts export` does.
///
/// A key is the name of a shared text or the path of an inline one, such as `paywalls.plans.title`; values in braces
/// stay as they are. The same blueprint gives the same bytes.
public enum TextExport {
  /// Returns the catalog of a blueprint's texts.
  ///
  /// - Returns: A `.xcstrings` file.
  public static func catalog(of file: BlueprintFile) -> String {
    let definition = file.blueprint.definition
    return StringCatalog(
      sourceLanguage: definition.app.language, entries: definition.texts.flatMap(entries)
    ).text
  }

  /// The entries of a text: its own, and one for each exact number with a line.
  private static func entries(of text: LocalizedText) -> [StringCatalog.Entry] {
    var entries: [StringCatalog.Key: StringCatalog.Entry] = [:]
    let comment = comment(on: text)
    for (language, wording) in text.wordings {
      var units: [LocalizedText.PluralForm: StringCatalog.Unit] = [:]
      for (form, line) in wording.forms {
        let unit = StringCatalog.Unit(state: .translated, value: line)
        guard case .exactly(let number) = form else {
          units[form] = unit
          continue
        }
        let key = StringCatalog.Key(text.id, exactly: number)
        let about = "Instead of `\(text.id)` where the number is \(number)."
        entries[key, default: StringCatalog.Entry(key: key, comment: about)]
          .localizations[language] = .line(unit)
      }
      let key = StringCatalog.Key(text.id)
      entries[key, default: StringCatalog.Entry(key: key, comment: comment)]
        .localizations[language] =
          if wording.count == nil, let line = units[.other] { .line(line) } else { .plural(units) }
    }
    return Array(entries.values)
  }

  /// What translators should know: the values that a text shows, and the number that chooses its form.
  private static func comment(on text: LocalizedText) -> String? {
    let values = Set(text.wordings.values.flatMap(\.placeholders)).sorted {
      $0.rawValue < $1.rawValue
    }
    let counts = Set(text.wordings.values.compactMap(\.count)).map(\.rawValue).sorted()
    var sentences: [String] = []
    if !values.isEmpty {
      let names = values.map { "{\($0.rawValue)}" }.joined(separator: ", ")
      sentences.append("Keep \(names) as written.")
    }
    if !counts.isEmpty { sentences.append("\(counts.joined(separator: ", ")) chooses the form.") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
