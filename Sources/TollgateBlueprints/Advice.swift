import Tollgate

/// The advice on a blueprint beyond whether it can be used: semantic mistakes, and things worth checking.
struct Advice {
  let definition: Blueprint.Definition
  let root: YAMLNode
  let reader: Reader

  func note() {
    let subject = Subject(definition: definition, root: root, reader: reader)
    noteApp(subject)
    OfferAdvice(subject: subject).note()
    noteLanguages(subject)
    PluralAdvice(definition: definition, root: root, reader: reader).note()
    if subject.isSound("trial", "products") {
      ValueAdvice(definition: definition, root: root, reader: reader).note()
    }
    FeatureAdvice(subject: subject).note()
    ProductAdvice(subject: subject).note()
    TrialAdvice(subject: subject).note()
    PaywallAdvice(subject: subject).note()
    PromptAdvice(subject: subject).note()
    RouteAdvice(subject: subject).note()
    TextAdvice(subject: subject).note()
    ClaimAdvice(subject: subject).note()
    IconAdvice(subject: subject).note()
  }

  /// Notes settings with which a production server would refuse an app that sells, or App Review would reject it.
  private func noteApp(_ subject: Subject) {
    guard subject.isSound("app", "products", "legal") else { return }
    if definition.app.appAppleID == nil, !definition.products.isEmpty {
      subject.warning(
        ["app", "appleID"],
        "the app has no `appleID`: a server for production does not start without it",
        expected: "the number that App Store Connect shows under App Information")
    }
    if definition.legal == nil, definition.products.contains(where: { $0.kind == .autoRenewable }) {
      subject.warning(
        ["legal"],
        "the app sells subscriptions and has no `legal` links: App Review refuses it "
          + "(guideline 3.1.2)", expected: "`legal: { terms: https://…, privacy: https://… }`")
    }
  }

  /// Notes texts that lack a language which others have.
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
