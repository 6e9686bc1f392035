import Tollgate

/// What each variant of an experiment shows, in words that compare.
struct VariantWords {
  private let experiment: Experiment
  private let blueprint: Blueprint

  init(_ experiment: Experiment, in blueprint: Blueprint) {
    self.experiment = experiment
    self.blueprint = blueprint
  }

  /// The share of a variant, and what it has where the variants differ.
  func lines(of variant: Experiment.Variant) -> [String] {
    let total = max(1, experiment.variants.reduce(0) { $0 + $1.weight })
    var lines = [
      variant.weight == 0
        ? "no new customers" : "\(Self.percent(variant.weight, of: total)) of customers"
    ]
    for paywall in names(\.paywalls) {
      guard let shown = blueprint.paywall(variant.paywalls[paywall] ?? paywall) else { continue }
      let plans = Set(shown.packages.map(\.product)).count
      lines.append("\(paywall): “\(words(of: shown.title))”, \(plans) plan\(plans == 1 ? "" : "s")")
    }
    for text in names(\.texts) { lines.append("“\(words(of: variant.texts[text] ?? text))”") }
    if experiment.changesTrial,
      let lasts = variant.trialLasts ?? blueprint.definition.trial?.terms.lasts
    {
      lines.append("a trial of \(Words.length(lasts))")
    }
    return lines
  }

  /// Who takes no part.
  var others: String {
    experiment.group == nil
      ? "\(100 - experiment.traffic)% of customers" : "who may be in another of its group"
  }

  private static func percent(_ weight: Int, of total: Int) -> String {
    let share = Double(weight) * 100 / Double(total)
    return share < 1 ? "less than 1%" : "\(Int(share.rounded()))%"
  }

  /// Everything that some variant replaces.
  private func names<Kind>(
    _ replaced: KeyPath<Experiment.Variant, [Identifier<Kind>: Identifier<Kind>]>
  ) -> [Identifier<Kind>] {
    Set(experiment.variants.flatMap { $0[keyPath: replaced].keys })
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// A text in the app's language; a value that depends on the customer is left out.
  private func words(of text: LocalizedText.ID) -> String {
    let language = blueprint.app.language
    return blueprint.text(text)?
      .line(in: language, fallback: language, number: { _ in nil }, string: { _ in "…" })
      ?? text.rawValue
  }
}
