import Tollgate

/// The findings of a check, and what was checked.
public struct BlueprintReport: Hashable, Sendable {
  /// The numbers of things that were checked.
  public struct Coverage: Hashable, Sendable {
    /// The number of products.
    public let products: Int
    /// The `.storekit` file the products come from.
    public let storekit: String?
    /// Introductory offers checked against App Store Connect's rules.
    public let offers: Int
    /// Features.
    public let features: Int
    /// Rules of all features.
    public let rules: Int
    /// Pages that sell products.
    public let paywalls: Int
    /// Places where paywalls show automatically.
    public let placements: Int
    /// Suggestions that never block.
    public let prompts: Int
    /// Local notifications.
    public let nudges: Int
    /// The number of routes.
    public let routes: Int
    /// Texts.
    public let texts: Int
    /// The languages of the texts, sorted.
    public let languages: [String]
    /// Lines: texts in each language and plural form.
    public let lines: Int
    /// Phrases that no line may contain.
    public let phrases: Int
    /// The SHA-256 of the file and its `.storekit` file.
    public let revision: String
  }

  /// The file's name.
  public let file: String
  /// The findings, in the order of the file.
  public let diagnostics: [BlueprintDiagnostic]
  /// What was checked; nil if the file cannot be used.
  public let coverage: Coverage?

  /// Whether the file can be used.
  public var isUsable: Bool { coverage != nil }

  /// Whether the file can be used and contains no mistake.
  public var isGood: Bool { isUsable && diagnostics.allSatisfy { $0.severity == .warning } }

  init(file: String, diagnostics: [BlueprintDiagnostic], coverage: Coverage?) {
    self.file = file
    self.diagnostics = diagnostics
    self.coverage = coverage
  }

  init(of file: BlueprintFile, named name: String) {
    let definition = file.blueprint.definition
    let wordings = definition.texts.flatMap { Array($0.wordings) }
    self.init(
      file: name, diagnostics: file.diagnostics,
      coverage: Coverage(
        products: definition.products.count, storekit: file.storekit,
        offers: definition.products.count { $0.introductoryOffer != nil },
        features: definition.features.count,
        rules: definition.features.reduce(0) { $0 + $1.rules.count },
        paywalls: definition.paywalls.count, placements: definition.placements.count,
        prompts: definition.prompts.count, nudges: definition.nudges.count,
        routes: definition.routes.count, texts: definition.texts.count,
        languages: Set(wordings.map(\.key)).sorted(),
        lines: wordings.reduce(0) { $0 + $1.value.forms.count },
        phrases: definition.neverSay.count, revision: file.revision))
  }
}

extension BlueprintReport: CustomStringConvertible {
  /// One line for each diagnostic, followed by what was checked.
  public var description: String {
    (diagnostics.map(\.description) + [summary]).joined(separator: "\n")
  }

  private var summary: String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    guard let coverage, errors == 0 else {
      return "\(file): \(count(errors, "error")), \(count(warnings, "warning"))"
    }
    let source = coverage.storekit.map { " from \($0)" } ?? ""
    let languages = coverage.languages.joined(separator: ", ")
    return """
      \(file): good, \(count(warnings, "warning"))
        products   \(coverage.products)\(source), \(count(coverage.offers, "introductory offer"))
        features   \(coverage.features), \(count(coverage.rules, "rule"))
        selling    \(count(coverage.paywalls, "paywall")), \(count(coverage.placements, "placement")), \
      \(count(coverage.prompts, "prompt")), \(count(coverage.nudges, "nudge"))
        routes     \(coverage.routes)
        texts      \(coverage.texts) in \(languages), \(count(coverage.lines, "line")) against \
      \(count(coverage.phrases, "phrase")) of the tone list
        revision   \(coverage.revision.prefix(12))
      """
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number == 0 ? "no" : "\(number)") \(noun)\(number == 1 ? "" : "s")"
  }
}
