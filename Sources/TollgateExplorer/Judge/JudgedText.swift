import Tollgate
import TollgateBlueprints

/// What a text claims in the app's language, read once, as every state that shows it is judged by it.
struct JudgedText: Sendable {
  let id: LocalizedText.ID
  /// The placeholders of its forms, by name.
  let placeholders: [LocalizedText.Placeholder]
  let promisesFreeTrial: Bool
  let saysThatItRenews: Bool
  /// The lengths of time that its forms name, with the words as written.
  let lengths: [(period: Period, written: String)]

  /// Reads a text; nil if it has no wording in the language.
  init?(_ text: LocalizedText, in language: String) {
    guard let lines = text.wordings[language]?.forms.values.sorted() else { return nil }
    id = text.id
    placeholders = lines.flatMap(\.placeholders).sorted { $0.rawValue < $1.rawValue }
    promisesFreeTrial = lines.contains { ClaimedWords.freeTrial.areIn($0, language: language) }
    saysThatItRenews = lines.contains { ClaimedWords.renewal.areIn($0, language: language) }
    lengths = lines.flatMap { Claim.claims(in: $0, language: language) }.compactMap { claim in
      if case .length(let period, let written) = claim { (period, written) } else { nil }
    }
  }
}

extension String {
  /// The placeholders of a line, in the order written.
  fileprivate var placeholders: [LocalizedText.Placeholder] {
    LocalizedText.pieces(of: self).compactMap {
      if case .value(let value) = $0 { value } else { nil }
    }
  }
}
