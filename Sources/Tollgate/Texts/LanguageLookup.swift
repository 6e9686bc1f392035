/// The look-up of a language among those that a text is written in, as in
/// [RFC 4647, section 3.4](https://www.rfc-editor.org/rfc/rfc4647#section-3.4).
///
/// Devices say `zh-Hans-CN` and browsers `zh-CN` where a blueprint has `zh-Hans`; Chinese without a script uses the script
/// of its region, as [CLDR's likely subtags](https://www.unicode.org/reports/tr35/#Likely_Subtags) say.
package enum LanguageLookup {
  /// The languages that serve a customer, the nearest first.
  ///
  /// - Parameter code: A BCP 47 code, or a locale's identifier such as `de_AT`.
  /// - Returns: The code, and then shorter ones: `zh-Hant-TW`, `zh-Hant`, `zh-TW`, `zh`.
  package static func candidates(for code: String) -> [String] {
    let parts = code.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let language = parts.first?.lowercased() else { return [code] }
    let rest = parts.dropFirst()
    let region = rest.first { $0.utf8.count == 2 }?.uppercased()
    let script =
      rest.first { $0.utf8.count == 4 }.map {
        $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
      }
      ?? (language == "zh" ? region.map(chineseScript) : nil)
    let subtags = [[script, region], [script], [region], []]
    let shorter = subtags.map { ([language] + $0.compactMap(\.self)).joined(separator: "-") }
    return ([code] + shorter).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func chineseScript(in region: String) -> String {
    ["HK", "MO", "TW"].contains(region) ? "Hant" : "Hans"
  }
}

extension [String: LocalizedText.Wording] {
  /// Returns the language in which a customer reads the wordings.
  ///
  /// - Parameter code: The customer's language, as a BCP 47 code.
  /// - Returns: The key of a wording; nil if none of them serves the customer.
  package func language(serving code: String) -> String? {
    LanguageLookup.candidates(for: code).first { self[$0] != nil }
  }
}
