public import Tollgate

/// Why a feature answers as it does for a customer at an instant.
public struct FeatureReason: Hashable, Sendable, Codable {
  public struct Rule: Hashable, Sendable, Codable {
    /// Its position among the feature's rules, from 1.
    public let number: Int
    /// The condition that holds, in English; `always` if it requires nothing.
    public let when: String

    public init(number: Int, when: String) {
      self.number = number
      self.when = when
    }
  }

  /// An earlier rule, which does not apply.
  public struct SkippedRule: Hashable, Sendable, Codable {
    /// Its position among the feature's rules, from 1.
    public let number: Int
    /// The requirements that are not met, in English.
    public let unmet: [String]

    /// Creates a rule that does not apply.
    public init(number: Int, unmet: [String]) {
      self.number = number
      self.unmet = unmet
    }
  }

  public let customer: Customer.ID
  public let feature: Feature.ID
  public let at: Instant
  public let access: AccessSummary
  /// The answer and the rule that gives it, in English.
  public let sentence: String
  /// The rule that decides; nil if none applies, which denies.
  public let rule: Rule?
  /// The rules before it, in the blueprint's order; all of them if none applies.
  public let skipped: [SkippedRule]
  /// The facts that decide the answer: without any one of them, it or the rule would differ; counted uses are in
  /// ``access``.
  public let because: [RecordedFactSummary]
  /// The customer's variant of each experiment that the customer takes part in; nil without one.
  public let variants: [String: String]?
  /// When any answer for the customer next changes without a new fact; nil if none does.
  public let nextChange: Instant?
  /// The revision of the blueprint that decided.
  public let blueprintRevision: String

  public init(
    customer: Customer.ID, feature: Feature.ID, at: Instant, access: AccessSummary,
    sentence: String, rule: Rule?, skipped: [SkippedRule], because: [RecordedFactSummary],
    variants: [String: String]?, nextChange: Instant?, blueprintRevision: String
  ) {
    self.customer = customer
    self.feature = feature
    self.at = at
    self.access = access
    self.sentence = sentence
    self.rule = rule
    self.skipped = skipped
    self.because = because
    self.variants = variants
    self.nextChange = nextChange
    self.blueprintRevision = blueprintRevision
  }
}
