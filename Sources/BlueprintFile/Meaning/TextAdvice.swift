import Tollgate

/// Texts that count what is no number, show what is never there, or that nobody asks for.
struct TextAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  func note() {
    for text in definition.texts {
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
        let path = ["texts", text.id.rawValue, language]
        if let count = wording.count, !count.isNumber { noteCount(count, path) }
        guard subject.isSound("trial", "products") else { continue }
        for placeholder in wording.placeholders {
          guard let reason = reason(against: placeholder) else { continue }
          subject.mistake(path, "`{\(placeholder.rawValue)}` is always empty: \(reason)")
        }
      }
      noteName(of: text)
    }
  }

  private func noteCount(_ count: Text.Placeholder, _ path: [String]) {
    let numbers = Text.Placeholder.allCases.filter(\.isNumber).map { "`\($0.rawValue)`" }
    subject.mistake(
      path + ["count"], "`\(count.rawValue)` is no number, so no plural form can be chosen by it",
      expected: "one of \(numbers.joined(separator: ", "))")
  }

  /// Why a value is never there; nil where it can be.
  private func reason(against placeholder: Text.Placeholder) -> String? {
    switch placeholder {
    case .trialDay, .trialDays, .trialDaysLeft:
      if definition.trial == nil { return "the blueprint has no trial" }
      return definition.trialLengths.isEmpty && definition.isTrialOfUsesAlone
        ? "the trial ends with its uses, not after a time" : nil
    case .trialUses, .trialUsesLeft:
      guard let trial = definition.trial else { return "the blueprint has no trial" }
      return trial.terms.uses == nil ? "the trial has no `uses`" : nil
    case .planRenewsOn:
      return definition.products.contains { $0.kind == .autoRenewable } ? nil : "no product renews"
    case .planEndsOn:
      return definition.products.contains { $0.kind == .autoRenewable || $0.kind == .nonRenewing }
        ? nil : "no product ends"
    case .offerPrice, .offerLength:
      return definition.products.contains { $0.introductoryOffer != nil }
        ? nil : "no product has an introductory offer"
    case .appName, .productPrice, .productPeriod: return nil
    }
  }

  /// Standard texts of phases that do not occur, and names that look like a standard text's.
  private func noteName(of text: Text) {
    let path = ["texts", text.id.rawValue]
    guard subject.isSound("trial", "products", "hasFreeTier", "onboarding") else { return }
    for phase in Phase.allCases where text.id.rawValue == "plan.\(phase.rawValue)" {
      if subject.worlds.phases.contains(phase) || phase == .unknown { return }
      subject.warning(
        path, "the text is never shown: nobody is ever in the phase `\(phase.rawValue)`")
    }
  }
}

extension Blueprint.Definition {
  fileprivate var isTrialOfUsesAlone: Bool {
    guard let trial else { return false }
    return trial.terms.lasts == nil && trial.terms.uses != nil
  }
}

extension Text.Placeholder {
  /// Whether its value is a number that can choose a plural form.
  var isNumber: Bool {
    switch self {
    case .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft: true
    case .appName, .planRenewsOn, .planEndsOn, .productPrice, .productPeriod, .offerPrice,
      .offerLength:
      false
    }
  }
}

extension Text.Wording {
  /// The placeholders of all forms, each once.
  var placeholders: [Text.Placeholder] {
    let pieces = forms.values.flatMap { Text.pieces(of: $0) }
    let used = Set(pieces.compactMap { if case .value(let value) = $0 { value } else { nil } })
    return used.sorted { $0.rawValue < $1.rawValue }
  }
}
