import Tollgate

/// A rule for the keys of a map or for names, given twice: as a regular expression for the schema and as a test.
///
/// A test in code is faster than a regular expression and needs no Foundation; tests compare the two.
struct NameRule: Sendable {
  /// A regular expression, for the schema.
  let pattern: String
  /// A description of valid names, for messages.
  let expected: String
  /// Whether a text is a valid name.
  let isValid: @Sendable (String) -> Bool

  /// The rule for names of things: 1 to 100 letters, digits, `.`, `_` and `-`, with a letter or digit first.
  static let names = NameRule(
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
    expected: "a name of letters, digits, `.`, `_` and `-`"
  ) { text in
    guard (1...100).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return first.isLetterOrDigit
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
  }

  /// The rule for languages: BCP 47 codes such as `en`, `pt-BR` and `zh-Hant-TW`.
  static let languages = NameRule(
    pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$",
    expected: "a language such as `en` or `pt-BR`"
  ) { text in
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 5,
      first.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return false }
    return parts.dropFirst().allSatisfy {
      (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLetterOrDigit)
    }
  }
}
