/// Why a feature answers as it does for a customer at an instant.
///
/// It is for people who ask why: the same rules decide as for ``Blueprint/access(to:of:at:)``, which does not pay for
/// it.
public struct Explanation: Hashable, Sendable {
  /// A rule that does not apply.
  public struct SkippedRule: Hashable, Sendable {
    /// The rule's position in ``Feature/rules``.
    public let position: Int
    /// The requirements of its condition that are not met; never empty.
    public let unmet: [Condition]
  }

  public let feature: Feature.ID
  /// The answer.
  public let access: Access
  /// The position in ``Feature/rules`` of the rule that decides; nil if none applies.
  public let rule: Int?
  /// The rules before it, in the blueprint's order; all of them if none applies.
  public let skipped: [SkippedRule]
  /// The customer's variant of each experiment that the customer takes part in.
  public let variants: [Experiment.ID: Experiment.Variant.ID]
  /// When any answer for the customer next changes without a new fact; nil if none does.
  public let nextChange: Instant?
}
