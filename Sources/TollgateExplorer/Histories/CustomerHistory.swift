public import Tollgate

/// A sequence of steps from a customer's first day.
///
/// Its description has one line for each step: when, what, and the customer's phase if that changes.
///
/// ```
/// 2026-03-02T09:00:01Z  the customer buys coach.monthly → subscribed
/// 2026-03-02T09:00:02Z  the customer gets a refund for the latest purchase of coach.monthly → lapsed
/// ```
public struct CustomerHistory: Hashable, Sendable {
  /// One step, when it happens, and what holds afterwards.
  public struct Moment: Hashable, Sendable {
    /// What happens.
    public let step: HistoryStep
    /// The instant after the step.
    public let at: Instant
    /// The position of the customer whose step it is, from 1.
    public let person: Int
    /// The customer's phase afterwards.
    public let phase: Phase
    /// The entitlements that hold afterwards.
    public let entitlements: [Entitlement.ID]
    /// Whether the step uses a feature that counts held items.
    let holdsItems: Bool
  }

  /// When the history begins.
  public let startsAt: Instant
  /// Whether the customer has an account from the start, because signing up makes no difference in the blueprint.
  public let beginsWithAccount: Bool
  /// The variants of experiments that the customer has; the customer takes part in no other experiment.
  public let variants: [Experiment.ID: Experiment.Variant.ID]
  /// The steps, in order.
  public let moments: [Moment]
}

extension CustomerHistory {
  /// Replays steps, and records what holds after each.
  ///
  /// Steps that do nothing under these rules, which another blueprint's history may have, are left out; time passes
  /// nevertheless.
  init(_ steps: [HistoryStep], _ rules: Rules) {
    var state = HistoryState.first(rules)
    var moments: [Moment] = []
    for step in steps {
      guard let next = state.performing(step, rules) else {
        state = state.idling(rules)
        continue
      }
      state = next
      let membership = state.membership(of: state.active, rules)
      moments.append(
        Moment(
          step: step, at: state.now, person: state.active + 1, phase: membership.phase,
          entitlements: membership.entitlements, holdsItems: step.holdsItems(rules)))
    }
    self.init(
      startsAt: Explorer.start, beginsWithAccount: !rules.hasSignUp, variants: rules.variants,
      moments: moments)
  }
}

extension HistoryStep {
  /// The feature that it uses; nil for any other step.
  var usedFeature: Feature.ID? {
    switch self {
    case .use(let feature, _), .useSized(let feature, _): feature
    default: nil
    }
  }

  /// Returns whether it uses a feature that counts held items.
  fileprivate func holdsItems(_ rules: Rules) -> Bool {
    guard let feature = usedFeature else { return false }
    return rules.definition.features.contains { $0.id == feature && $0.holdsItems }
  }
}

extension CustomerHistory: CustomStringConvertible {
  /// A line for each step: when, what, and the customer's phase if it changed.
  public var description: String {
    var reported: Instant?
    var phase: Phase?
    return moments.map { moment in
      let when = reported == moment.at ? "" : moment.at.description
      reported = moment.at
      let pad = String(repeating: " ", count: max(1, 22 - when.count))
      let standing = phase == moment.phase ? "" : " → \(moment.phase.rawValue)"
      phase = moment.phase
      return "\(when)\(pad)\(moment.sentence)\(standing)"
    }.joined(separator: "\n")
  }
}

extension CustomerHistory.Moment {
  /// The step as a sentence, with its subject.
  var sentence: String {
    switch step {
    case .wait, .waitAlmost, .holdNews, .deliverNotifications: step.words
    case .secondAccount: "the customer \(step.words)"
    case .signUp, .reach, .set, .move, .use, .useSized, .release, .buy, .cancel, .resume,
      .failBilling,
      .fixBilling, .extendTrial, .pauseTrial, .resumeTrial, .grant, .revokeGrant, .give, .refund,
      .restore:
      "\(person == 1 ? "the customer" : "the second customer") \(step.words)"
    }
  }
}
