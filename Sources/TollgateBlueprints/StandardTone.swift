import Tollgate
import TollgateWords

/// Checks the standard lines that a blueprint does not replace against its tone list, in each of its languages.
struct StandardTone {
  let definition: Blueprint.Definition
  let root: YAMLNode
  let reader: Reader

  func check() {
    let tone = ToneRule(neverSay: definition.neverSay)
    for text in StandardText.allCases where root["texts"]?[text.rawValue] == nil {
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

  /// The languages in which the app's standard lines are shown: those of its texts and its own; all if it has no texts.
  private var spoken: [SpokenLanguage] {
    if definition.texts.isEmpty { return SpokenLanguage.allCases }
    let codes = Set(definition.texts.flatMap(\.wordings.keys)).union([definition.app.language])
    let languages = Set(codes.map { SpokenLanguage(code: $0) ?? .english })
    return SpokenLanguage.allCases.filter(languages.contains)
  }

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
