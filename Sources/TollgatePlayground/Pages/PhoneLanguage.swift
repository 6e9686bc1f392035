/// The language that a phone is set to.
///
/// In addition to languages, there is a right-to-left pseudolanguage like Xcode's, for apps without such a language.
enum PhoneLanguage: String, CaseIterable, Sendable, Equatable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"
  /// Spanish.
  case spanish = "es"
  /// French.
  case french = "fr"
  /// Japanese.
  case japanese = "ja"
  /// Arabic, which is written from right to left.
  case arabic = "ar"
  /// The app's first language in a mirrored layout.
  case rightToLeft = "rtl"

  /// The language's name.
  var name: String {
    switch self {
    case .english: "English"
    case .german: "German"
    case .spanish: "Spanish"
    case .french: "French"
    case .japanese: "Japanese"
    case .arabic: "Arabic"
    case .rightToLeft: "Right-to-left pseudolanguage"
    }
  }
}
