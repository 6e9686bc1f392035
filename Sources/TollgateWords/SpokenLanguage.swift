/// A language that the standard lines are written in, by its BCP 47 code.
package enum SpokenLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case japanese = "ja"
  case arabic = "ar"

  /// The language of a BCP 47 code, such as `de` for `de-AT`; nil for others.
  package init?(code: String) {
    self.init(rawValue: code.split(separator: "-").first.map { $0.lowercased() } ?? code)
  }

  /// The wording of a line in this language.
  package func wording(of text: StandardText) -> Wording {
    switch self {
    case .english: text.english
    case .german: text.german
    case .french: text.french
    case .spanish: text.spanish
    case .japanese: text.japanese
    case .arabic: text.arabic
    }
  }

  /// The separator of a list that is read aloud.
  package var comma: String {
    switch self {
    case .english, .german, .french, .spanish: ", "
    case .japanese: "、"
    case .arabic: "، "
    }
  }

  /// The separator of two sentences.
  package var pause: String {
    switch self {
    case .english, .german, .french, .spanish, .arabic: ". "
    case .japanese: "。"
    }
  }
}
