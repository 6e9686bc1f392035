/// The forms of identifiers in requests, which are checked before anything is looked up.
///
/// Apple answers an identifier of the wrong form with status 400 and an unknown one with 404.
enum IdentifierFormat {
  /// Whether a text has the form of a transaction identifier: 1 to 64 decimal digits.
  static func isTransactionID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a text is a UUID (RFC 9562 section 4), in upper or lower case.
  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// The locales of texts in App Store Connect, by
  /// <https://developer.apple.com/help/app-store-connect/reference/app-store-localizations/>; case matters.
  static let storeLocales: Set = [
    "ar-SA", "bn-BD", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES",
    "es-MX", "fi", "fr-CA", "fr-FR", "gu-IN", "he", "hi", "hr", "hu", "id", "it", "ja", "kn-IN",
    "ko", "ml-IN", "mr-IN", "ms", "nl-NL", "no", "or-IN", "pa-IN", "pl", "pt-BR", "pt-PT", "ro",
    "ru", "sk", "sl-SI", "sv", "ta-IN", "te-IN", "th", "tr", "uk", "ur-PK", "vi", "zh-Hans",
    "zh-Hant",
  ]

  /// Whether a text has the form of a device's locale: a language, then a script or a region, such as `ja`, `de-AT` or
  /// `zh-Hans`.
  static func isLocale(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?/) != nil
  }
}
