import Tollgate

/// What can be said of a blueprint beyond whether it can be used: mistakes of meaning, and what deserves a look.
struct Advice {
  let definition: Blueprint.Definition
  let root: YAMLNode
  let reader: Reader

  func note() {
    let subject = Subject(definition: definition, root: root, reader: reader)
    OfferAdvice(subject: subject).note()
    noteLanguages(subject)
    FeatureAdvice(subject: subject).note()
    TrialAdvice(subject: subject).note()
    PaywallAdvice(subject: subject).note()
    PromptAdvice(subject: subject).note()
    RouteAdvice(subject: subject).note()
    TextAdvice(subject: subject).note()
    ClaimAdvice(subject: subject).note()
    IconAdvice(subject: subject).note()
  }

  /// Texts that lack a language which others have.
  private func noteLanguages(_ subject: Subject) {
    let sound = definition.texts.filter { subject.isSound(of: $0) }
    let languages = Set(sound.flatMap(\.wordings.keys)).sorted()
    for text in sound {
      let missing = languages.filter { text.wordings[$0] == nil }
      if missing.isEmpty { continue }
      let names = missing.map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["texts", text.id.rawValue], "other texts speak \(names), this one does not")
    }
  }
}
