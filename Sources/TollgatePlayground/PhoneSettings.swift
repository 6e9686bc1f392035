import Foundation
import Tollgate

/// What is chosen in a phone's settings, what kind of phone it is, and which version of the app it has.
struct PhoneSettings {
  var look = Look.glass
  var textSize = TextSize.default
  var language = PhoneLanguage.english
  var isClockBack = false
  /// The IANA name of the time zone.
  var timeZone = "GMT"
  var appVersion = "1.0"
  var deviceKind = DeviceKind.iPhone
  /// The age range that was shared with the app, as it is reported; nil before anybody was asked.
  var ageRange: String?

  /// Shows an app as another phone does, without changing its texts.
  mutating func showApp(as other: PhoneSettings) {
    look = other.look
    textSize = other.textSize
    if other.language == .rightToLeft { language = .rightToLeft }
  }

  /// Changes a property of the device; a value that it cannot have changes nothing.
  mutating func set(_ property: DeviceProperty, to value: String) {
    switch property {
    case .timeZone: timeZone = TimeZone(identifier: value) == nil ? timeZone : value
    case .appVersion: appVersion = AppVersion(value) == nil ? appVersion : value
    case .device: deviceKind = DeviceKind(rawValue: value) ?? deviceKind
    case .ageRange: ageRange = property.normalized(value) ?? ageRange
    case .country, .language, .regulatoryFeature: break
    }
  }
}

extension PhoneLanguage {
  /// The locale of a phone; in the pseudolanguage, that of the app's first language.
  func locale(for app: Blueprint.App) -> Locale {
    switch self {
    case .english: Locale(identifier: "en_US")
    case .german: Locale(identifier: "de_DE")
    case .spanish: Locale(identifier: "es_ES")
    case .french: Locale(identifier: "fr_FR")
    case .japanese: Locale(identifier: "ja_JP")
    case .arabic: Locale(identifier: "ar_SA")
    case .rightToLeft: Self(of: app.language)?.locale(for: app) ?? Locale(identifier: app.language)
    }
  }

  /// The language of a BCP 47 code; nil if a phone cannot be set to it.
  init?(of code: String) {
    self.init(rawValue: String(code.prefix { $0 != "-" }))
    if self == .rightToLeft { return nil }
  }
}
