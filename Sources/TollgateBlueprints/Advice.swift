import Tollgate

/// The advice on a blueprint beyond whether it can be used: semantic mistakes, and things worth checking.
///
/// A semantic mistake is an error, and the file is refused: what is written cannot be intended, such as a rule that never
/// applies. Everything else is a warning. Each check runs only on sections that were read without a
/// mistake, so that a misspelled product does not lead to a page of findings about features.
struct Advice {
  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The file, for positions.
  let root: YAMLNode
  /// Where findings are recorded.
  let reader: Reader
  /// The findings of a search that are intended.
  var accepted: [AcceptedFinding] = []

  /// Runs all checks; the order does not matter, since findings are sorted by position.
  func note() {
    let subject = Subject(
      definition: definition, root: root, reader: reader, accepted: accepted)
    noteApp(subject)
    OfferAdvice(subject: subject).note()
    noteLanguages(subject)
    LanguageAdvice(subject: subject, root: root, reader: reader).note()
    DefaultsAdvice(definition: definition, root: root, reader: reader).noteUnused(subject)
    PluralAdvice(definition: definition, root: root, reader: reader).note()
    if subject.isSound("trial", "products") {
      ValueAdvice(definition: definition, root: root, reader: reader).note()
    }
    noteConditions(subject)
    FeatureAdvice(subject: subject).note()
    TrustAdvice(subject: subject).note()
    EnvironmentAdvice(subject: subject).note()
    AttributeAdvice(subject: subject).note()
    ProductAdvice(subject: subject).note()
    TierAdvice(subject: subject).note()
    LifetimeAdvice(subject: subject).note()
    PriceAdvice(subject: subject).note()
    TrialAdvice(subject: subject).note()
    AddOnTrialAdvice(subject: subject).note()
    GrantAdvice(subject: subject).note()
    TeamAdvice(subject: subject).note()
    PaywallAdvice(subject: subject).note()
    HardPaywallAdvice(subject: subject).note()
    ExitOfferAdvice(subject: subject).note()
    PackageAdvice(subject: subject).note()
    RightAdvice(subject: subject).note()
    PaywallCaseAdvice(subject: subject).note()
    ExperimentAdvice(subject: subject).note()
    PromptAdvice(subject: subject).note()
    RouteAdvice(subject: subject).note()
    TextAdvice(subject: subject).note()
    ClaimAdvice(subject: subject).note()
    IconAdvice(subject: subject).note()
    SkinAdvice(subject: subject).note()
    EffectAdvice(subject: subject).note()
    noteAccepted(subject)
  }

  /// Notes a missing Apple ID, without which a production server does not start, and missing legal links.
  ///
  /// App Review Guideline 3.1.2 and Apple's license agreement require both links of an app that sells auto-renewable
  /// subscriptions.
  private func noteApp(_ subject: Subject) {
    guard subject.isSound("app", "products", "legal") else { return }
    if definition.app.appAppleID == nil, !definition.products.isEmpty {
      let needs =
        definition.retention.isEmpty
        ? "a server for production does not start without it"
        : "a server for production does not start without it, and none answers Apple's requests for retention messages"
      subject.warning(
        ["app", "appleID"], "the app has no `appleID`: \(needs)",
        expected: "the number that App Store Connect shows under App Information")
    }
    if definition.legal == nil, definition.products.contains(where: { $0.kind == .autoRenewable }) {
      subject.warning(
        ["legal"],
        "the app sells subscriptions and has no `legal` links: App Review refuses it "
          + "(guideline 3.1.2)", expected: "`legal: { terms: https://…, privacy: https://… }`")
    }
  }

  /// Notes conditions that have a name and are not used.
  private func noteConditions(_ subject: Subject) {
    guard
      subject.isSound(
        "conditions", "trial", "trials", "grants", "credits", "teams", "features", "paywalls",
        "placements", "prompts", "nudges", "routes")
    else { return }
    for name in reader.blueprint.unusedConditions {
      subject.warning(
        ["conditions", name], "nothing refers to the condition `\(name)`",
        expected: "`is: \(name)` in another condition")
    }
  }

  /// Records accepted findings about something that the blueprint does not have: they accept nothing.
  ///
  /// A finding may be about a text that nobody wrote, such as a standard line, so those are not looked up.
  private func noteAccepted(_ subject: Subject) {
    let sections = [
      "products", "trial", "trials", "features", "paywalls", "placements", "prompts", "nudges",
    ]
    guard !accepted.isEmpty, sections.allSatisfy({ subject.isSound($0) }) else { return }
    let names =
      definition.findingSubjects
      + definition.products.map {
        subject.path(of: $0.id).prefix(2).joined(separator: ".")
      }
    for (position, finding) in accepted.enumerated()
    where !finding.subject.hasPrefix("texts.") && !names.contains(finding.subject) {
      subject.mistake(
        ["accept", "\(position)", "at"], "nothing is called `\(finding.subject)`",
        expected: "what `tollgate check` names with the finding, such as `features.NAME`",
        nearest: reader.nearest(to: finding.subject, in: names.sorted()))
    }
  }

  /// Notes texts that lack a language which other texts have; customers would see the app's own language there.
  ///
  /// If the app declares its languages, ``LanguageAdvice`` checks them instead.
  private func noteLanguages(_ subject: Subject) {
    guard reader.blueprint.languages.isEmpty else { return }
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

extension Blueprint.Definition {
  /// The paths of what a finding can be about, apart from texts.
  fileprivate var findingSubjects: [String] {
    let rules = features.flatMap { feature in
      feature.rules.indices.map { "features.\(feature.id).\($0)" }
    }
    let packages = paywalls.flatMap { paywall in
      paywall.packages.indices.map { "paywalls.\(paywall.id).packages.\($0)" }
    }
    return (trial == nil ? [] : ["trial"]) + addOnTrials.map { "trials.\($0.id)" }
      + products.map { "products.\($0.id)" } + features.map { "features.\($0.id)" } + rules
      + paywalls.map { "paywalls.\($0.id)" } + packages
      + placements.map { "placements.\($0.id)" } + prompts.map { "prompts.\($0.id)" }
      + nudges.map { "nudges.\($0.id)" }
  }
}
