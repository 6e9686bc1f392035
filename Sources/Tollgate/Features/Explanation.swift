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

  /// The feature.
  public let feature: Feature.ID
  /// The answer.
  public let access: Access
  /// The position in ``Feature/rules`` of the rule that decides; nil if none applies.
  public let rule: Int?
  /// The rules before it, in the blueprint's order; all of them if none applies.
  public let skipped: [SkippedRule]
  /// When any answer for the customer next changes without a new fact; nil if none does.
  public let nextChange: Instant?
}

extension Blueprint {
  /// Explains the access to a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - customer: The customer.
  ///   - now: The instant.
  /// - Returns: The explanation; nil for an unknown feature.
  public func explain(
    _ feature: Feature.ID, for customer: Customer, at now: Instant
  ) -> Explanation? {
    guard let handle = handle(of: feature) else { return nil }
    let standing = Standing(of: customer, in: self, at: now)
    let deciding = features[handle.position].rules.firstIndex { $0.when.holds(standing) }
    let rules = definition.features[handle.position].rules
    return Explanation(
      feature: feature, access: access(to: handle, for: standing), rule: deciding,
      skipped: rules[..<(deciding ?? rules.count)].enumerated().map { position, rule in
        Explanation.SkippedRule(
          position: position,
          unmet: rule.when.requirements.filter { !IndexedCondition($0, index).holds(standing) })
      },
      nextChange: Membership(of: customer, in: self, at: now).nextChange)
  }
}
