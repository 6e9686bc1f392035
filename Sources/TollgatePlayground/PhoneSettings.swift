import Foundation

/// What is chosen in a phone's settings.
struct PhoneSettings {
  var look = Look.glass
  var textSize = TextSize.default
  var language = PhoneLanguage.english
  var isClockBack = false
}

extension PhoneLanguage {
  var locale: Locale {
    switch self {
    case .english: Locale(identifier: "en_US")
    case .german: Locale(identifier: "de_DE")
    case .japanese: Locale(identifier: "ja_JP")
    case .arabic: Locale(identifier: "ar_SA")
    }
  }
}
