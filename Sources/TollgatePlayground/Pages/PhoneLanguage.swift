/// The language that a phone is set to.
enum PhoneLanguage: String, CaseIterable, Sendable, Equatable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"
  /// Japanese.
  case japanese = "ja"
  /// Arabic, which is written from right to left.
  case arabic = "ar"

  /// The language's name.
  var name: String {
    switch self {
    case .english: "English"
    case .german: "German"
    case .japanese: "Japanese"
    case .arabic: "Arabic"
    }
  }

  /// The direction of its text, as in HTML.
  var direction: String {
    switch self {
    case .english, .german, .japanese: "ltr"
    case .arabic: "rtl"
    }
  }
}
