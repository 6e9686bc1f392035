import Tollgate

/// What a line promises in words, whatever else it says.
///
/// A word counts in any form: “trial” is also found in “trials”.
package enum ClaimedWords {
  /// A trial for nothing: “Start your free trial.”
  case freeTrial
  /// That the plan renews: “Your plan renews in three days”, and neither “It won't renew” nor “Renew it now”.
  case renewal
  /// That a subscription can be cancelled at any time: “Cancel any time.”
  case cancellation

  /// Returns whether a line in a language promises it; false in a language whose words are not known.
  ///
  /// The names of values in braces, such as `{features.ask.renewsAt}`, are not words of the line.
  package func areIn(_ line: String, language: String) -> Bool {
    guard let words = words[String(language.prefix(2)).lowercased()] else { return false }
    let line = LocalizedText.words(of: line).lowercased()
    switch self {
    case .freeTrial, .cancellation:
      return words.allSatisfy { $0.contains(where: line.contains) }
    case .renewal:
      // “Renewal is off. Pro ends tomorrow.”
      return line.split(whereSeparator: { ".!?;。！？\n".contains($0) }).contains { sentence in
        let sentence = " \(sentence) "
        return words.allSatisfy { $0.contains(where: sentence.contains) }
          && !Self.denials.contains(where: sentence.contains)
      }
    }
  }

  /// For each language, lists of words; each list needs one of its words.
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
        "en": [["renews", "will renew", "renewal", "renewed"]],
        "de": [["verlängert", "verlängerung", "erneuert", "erneuerung"]],
        "fr": [["se renouvelle", "renouvelé", "renouvellement"]],
        "es": [["se renueva", "se renovará", "renovado", "renovación"]],
        "it": [["si rinnova", "si rinnoverà", "rinnovato", "rinnovo"]],
        "ja": [["更新され", "更新日", "自動更新"]],
      ]
    case .cancellation:
      [
        "en": [["cancel"], ["any time", "anytime", "whenever"]],
        "de": [["kündig", "kündbar"], ["jederzeit"]],
        "fr": [["annul", "résili"], ["tout moment", "quand vous voulez", "quand tu veux"]],
        "es": [["cancel"], ["cualquier momento", "cuando quieras", "cuando quiera"]],
        "it": [
          ["annull", "disdi", "disdett"], ["qualsiasi momento", "ogni momento", "quando vuoi"],
        ],
        "ja": [["解約", "キャンセル"], ["いつでも"]],
      ]
    }
  }

  /// What turns the promise of a renewal into its opposite, or into an invitation, in any of the languages.
  private static let denials = [
    " not ", "n't ", "n’t ", " no ", " never ", " off ", " turn ", "without ",
    " nicht", " kein", "ohne ", "schalt", "aktivier",
    " ne ", " pas ", "sans ", "activez",
    " sin ", "activa", " non ", "senza ", "attiva",
    "ない", "ません", "なし", "オフ", "オンに", "再開",
  ]
}
