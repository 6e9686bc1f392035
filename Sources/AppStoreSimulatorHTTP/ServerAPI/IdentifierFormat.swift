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

  /// Whether a text has the form of a locale of App Store Connect: a language, then a script or a region, such as `ja`,
  /// `de-DE` or `zh-Hans`.
  static func isLocale(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?/) != nil
  }
}
