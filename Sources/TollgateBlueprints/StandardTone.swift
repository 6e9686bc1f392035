import Tollgate
import TollgateWords

/// The check of standard lines against a blueprint's tone list.
///
/// The engine checks the blueprint's own texts. Standard lines that the blueprint does not replace are shown by the
/// same app, so they are held to the same list, in each of the app's languages. A finding is an error: the file is
/// refused.
///
/// ```yaml
/// texts:
///   plan.trialExpired: Our first days are behind us
/// neverSay: [expired]   # the standard `plan.trialExpired` is replaced, so it is not checked
/// ```
struct StandardTone {
  /// The definition with the tone list, `neverSay`.
  let definition: Blueprint.Definition
  /// The file, which says which standard texts it replaces.
  let root: YAMLNode
  /// Where mistakes are recorded.
  let reader: Reader

  /// Records each phrase that a standard line contains, with all languages in which it does.
  func check() {
    let tone = ToneRule(neverSay: definition.neverSay)
    let replaced = Set(definition.texts.map(\.id.rawValue))
    for text in StandardText.allCases
    where root["texts"]?[text.rawValue] == nil && !replaced.contains(text.rawValue) {
      var languages: [String: [SpokenLanguage]] = [:]
      for language in spoken {
        let lines = language.wording(of: text).forms.values
        for phrase in Set(lines.flatMap(tone.phrases)) {
          languages[phrase, default: []].append(language)
        }
      }
      for (phrase, languages) in languages { report(text, phrase, languages) }
    }
  }

  /// The languages in which the app's standard lines are shown.
  ///
  /// These are the languages of its texts and its own; a language without standard lines falls back to English. An app
  /// without texts is shown in any of them.
  private var spoken: [SpokenLanguage] {
    if definition.texts.isEmpty { return SpokenLanguage.allCases }
    let codes = Set(definition.texts.flatMap(\.wordings.keys)).union([definition.app.language])
    let languages = Set(codes.map { SpokenLanguage(code: $0) ?? .english })
    return SpokenLanguage.allCases.filter(languages.contains)
  }

  /// Records a phrase at its place in the tone list.
  private func report(_ text: StandardText, _ phrase: String, _ languages: [SpokenLanguage]) {
    let list = root["neverSay"] ?? root
    let node = list.scalar(saying: phrase) ?? list
    let codes = languages.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    reader.error(
      at: node,
      "the standard text `\(text.rawValue)` says “\(phrase)” in \(codes), which the tone list "
        + "rules out; replace it in `texts`")
  }
}
