import Tollgate

/// What a check found, and what it looked at.
public struct BlueprintReport: Hashable, Sendable {
  /// How much of everything was checked.
  public struct Coverage: Hashable, Sendable {
    /// Products, and where they come from.
    public let products: Int
    /// The `.storekit` file the products come from.
    public let storekit: String?
    /// Introductory offers held against App Store Connect's rules.
    public let offers: Int
    /// Features.
    public let features: Int
    /// Rules of all features.
    public let rules: Int
    /// Pages that sell.
    public let paywalls: Int
    /// Places where they show by themselves.
    public let placements: Int
    /// Suggestions that never block.
    public let prompts: Int
    /// Local notifications.
    public let nudges: Int
    /// Screens an app starts on.
    public let routes: Int
    /// Texts.
    public let texts: Int
    /// The languages of the texts, sorted.
    public let languages: [String]
    /// Lines: texts in each language and plural form.
    public let lines: Int
    /// Phrases that no line may say.
    public let phrases: Int
    /// The SHA-256 of the file and its `.storekit` file.
    public let revision: String
  }

  /// The file's name.
  public let file: String
  /// What was found, in the order of the file.
  public let diagnostics: [BlueprintDiagnostic]
  /// What was checked; nil where the file cannot be used.
  public let coverage: Coverage?

  /// Whether the file can be used.
  public var isUsable: Bool { coverage != nil }

  /// Whether the file can be used and holds no mistake.
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
  /// Every diagnostic on a line of its own, then what was checked.
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
