import Tollgate

/// The findings of a check, and what was checked.
///
/// Its description is what `tollgate check` prints, and is tested as a whole.
public struct BlueprintReport: Hashable, Sendable {
  /// The numbers of things that were checked, which show that a check without findings was not an empty one.
  public struct Coverage: Hashable, Sendable {
    public let products: Int
    /// The `.storekit` file the products come from.
    ///
    /// Nil if they are written in the blueprint.
    public let storekit: String?
    /// The number of introductory offers, which were checked against App Store Connect's rules.
    public let offers: Int
    public let features: Int
    /// The number of rules of all features together.
    public let rules: Int
    public let paywalls: Int
    public let placements: Int
    public let prompts: Int
    /// The number of nudges, which are local notifications.
    public let nudges: Int
    public let routes: Int
    /// The number of texts, shared and inline.
    public let texts: Int
    /// The BCP 47 codes of the texts' languages, sorted.
    public let languages: [String]
    /// The number of lines: each text in each language and plural form.
    public let lines: Int
    /// The number of phrases in the tone list, which no line may contain.
    public let phrases: Int
    /// The SHA-256 of the file, its parts and its `.storekit` file, in hexadecimal.
    public let revision: String
  }

  public let file: String
  /// The findings, in the order of the file.
  public let diagnostics: [BlueprintDiagnostic]
  /// What was checked; nil if the file has mistakes.
  public let coverage: Coverage?

  /// The number of parts, which are files of their own; 0 if the file has mistakes.
  public let parts: Int

  /// Whether the file contains no mistake; with one, it is refused.
  public var isGood: Bool { coverage != nil }

  package init(refused error: BlueprintFileError, named name: String) {
    self.init(file: name, diagnostics: error.diagnostics, coverage: nil)
  }

  private init(
    file: String, diagnostics: [BlueprintDiagnostic], coverage: Coverage?, parts: Int = 0
  ) {
    self.file = file
    self.diagnostics = diagnostics
    self.coverage = coverage
    self.parts = parts
  }

  /// The report without the warnings that the findings of a search repeat with a history.
  package func without(
    repeated findings: [(kind: FindingKind, subject: String)]
  ) -> BlueprintReport {
    let left = diagnostics.filter { diagnostic in
      !findings.contains {
        $0.kind == diagnostic.finding && "\(diagnostic.path).".hasPrefix("\($0.subject).")
      }
    }
    return BlueprintReport(file: file, diagnostics: left, coverage: coverage, parts: parts)
  }

  /// Creates the report of a file without mistakes.
  package init(of file: BlueprintFile, named name: String) {
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
        phrases: definition.neverSay.count, revision: file.revision),
      parts: file.parts.count)
  }
}

extension BlueprintReport: CustomStringConvertible {
  /// One line for each diagnostic, followed by what was checked.
  public var description: String {
    (diagnostics.map(\.description) + [summary]).joined(separator: "\n")
  }

  /// What was checked if there is no error, or else the number of errors and warnings.
  private var summary: String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    guard let coverage else {
      return "\(file): \(count(errors, "error")), \(count(warnings, "warning"))"
    }
    let source = coverage.storekit.map { " from \($0)" } ?? ""
    let languages = coverage.languages.joined(separator: ", ")
    let parts = self.parts == 0 ? "" : "\n  parts      \(self.parts)"
    return """
      \(file): good, \(count(warnings, "warning"))\(parts)
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

  /// A number with its noun: "no warnings", "1 warning", "2 warnings".
  private func count(_ number: Int, _ noun: String) -> String {
    "\(number == 0 ? "no" : "\(number)") \(noun)\(number == 1 ? "" : "s")"
  }
}
