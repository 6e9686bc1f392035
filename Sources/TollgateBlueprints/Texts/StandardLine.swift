public import Tollgate
import TollgateWords

/// A line that every app has, as `tollgate texts list` shows it.
public struct StandardLine: Hashable, Sendable {
  /// The name under which a blueprint replaces it: `action.restore`.
  public let name: String
  /// The standard wordings by language, as BCP 47 codes; values in braces are filled in.
  public let wordings: [String: [LocalizedText.PluralForm: String]]
  /// The languages in which the blueprint replaces it, sorted.
  public let replaced: [String]

  /// The languages of standard lines, as BCP 47 codes, the fallback first.
  public static let languages = SpokenLanguage.allCases.map(\.rawValue)

  /// Returns the language of the standard lines that an app in a language shows.
  ///
  /// - Parameter code: A BCP 47 code; `de-AT` falls back to `de`.
  /// - Returns: One of ``languages``; nil if there are no standard lines in the language.
  public static func language(for code: String) -> String? {
    SpokenLanguage(code: code)?.rawValue
  }

  /// Returns the standard lines in the order of their declaration.
  ///
  /// - Parameter blueprint: The blueprint that may replace some; nil for none.
  public static func all(in blueprint: Blueprint?) -> [StandardLine] {
    StandardText.allCases.map { text in
      StandardLine(
        name: text.rawValue,
        wordings: Dictionary(
          uniqueKeysWithValues: SpokenLanguage.allCases.map {
            ($0.rawValue, $0.wording(of: text).forms)
          }),
        replaced: blueprint?.text(text.id)?.wordings.keys.sorted() ?? [])
    }
  }
}

extension StandardLine: CustomStringConvertible {
  /// The name, followed by a line for each language and plural form.
  public var description: String { description(in: Self.languages) }

  /// Returns the name and the lines of some languages.
  ///
  /// - Parameter languages: BCP 47 codes.
  /// - Returns: Lines such as `  de  Käufe wiederherstellen`.
  public func description(in languages: [String]) -> String {
    let codes = replaced.map { "`\($0)`" }.joined(separator: ", ")
    let title = replaced.isEmpty ? name : "\(name): replaced in \(codes)"
    let lines = languages.flatMap { language in
      let forms = wordings[language] ?? [:]
      return LocalizedText.PluralForm.categories.compactMap { form in
        forms[form].map { "  \(language)  \(forms.count > 1 ? "\(form.rawValue): " : "")\($0)" }
      }
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
