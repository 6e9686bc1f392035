/// The language that a phone is set to.
///
/// In addition to languages, there is a right-to-left pseudolanguage like Xcode's, for apps without such a language.
enum PhoneLanguage: String, CaseIterable, Sendable, Equatable {
  case english = "en"
  case german = "de"
  case spanish = "es"
  case french = "fr"
  case japanese = "ja"
  /// Arabic, which is written from right to left.
  case arabic = "ar"
  /// The app's first language in a mirrored layout.
  case rightToLeft = "rtl"

  /// The button's text: the code, and of the pseudolanguage what it does.
  var label: String { self == .rightToLeft ? "Mirrored" : rawValue.uppercased() }

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
