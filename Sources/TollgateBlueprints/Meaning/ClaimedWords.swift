/// What a line promises in words, whatever it says besides.
///
/// A word counts in any form: “renews” and “renewal” both begin with “renew”.
package enum ClaimedWords {
  /// A trial for nothing: “Start your free trial.”
  case freeTrial
  /// That the plan renews: “Your plan renews in three days.”
  case renewal

  /// Returns whether a line in a language promises it; false in a language whose words are not known.
  package func areIn(_ line: String, language: String) -> Bool {
    guard let words = words[String(language.prefix(2)).lowercased()] else { return false }
    let line = line.lowercased()
    return words.allSatisfy { $0.contains(where: line.contains) }
  }

  /// For each language, words of which each list needs one.
  private var words: [String: [[String]]] {
    switch self {
    case .freeTrial:
      [
        "en": [["free"], ["trial"]], "de": [["kostenlos", "gratis"], ["probe", "test"]],
        "fr": [["gratuit"], ["essai"]], "es": [["gratis", "gratuit"], ["prueba"]],
        "it": [["gratis", "gratuit"], ["prova"]], "ja": [["無料"], ["トライアル", "体験", "お試し"]],
      ]
    case .renewal:
      [
        "en": [["renew"]], "de": [["verlänger", "erneuer"]], "fr": [["renouvel"]],
        "es": [["renov", "renuev"]], "it": [["rinnov"]], "ja": [["更新"]],
      ]
    }
  }
}
