public import Tollgate

/// A sequence of steps from a customer's first day.
public struct CustomerHistory: Hashable, Sendable {
  /// One step, when it happens, and what holds afterwards.
  public struct Moment: Hashable, Sendable {
    /// What happens.
    public let step: HistoryStep
    /// When it has happened.
    public let at: Instant
    /// Whose history it is, from 1.
    public let person: Int
    /// Where that customer stands afterwards.
    public let phase: Phase
    /// The entitlements that hold afterwards.
    public let entitlements: [Entitlement.ID]
    /// Whether the step takes items that are held.
    let holdsItems: Bool
  }

  /// When the history begins.
  public let startsAt: Instant
  /// Whether the customer has an account from the start.
  public let beginsWithAccount: Bool
  /// What happens, in order.
  public let moments: [Moment]
}

extension CustomerHistory {
  /// Replays steps, and notes what holds after each.
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
    self.init(startsAt: Explorer.start, beginsWithAccount: !rules.hasSignUp, moments: moments)
  }
}

extension HistoryStep {
  fileprivate func holdsItems(_ rules: Rules) -> Bool {
    guard case .use(let feature, _) = self else { return false }
    return rules.definition.features.contains { $0.id == feature && $0.isHolding }
  }
}

extension CustomerHistory: CustomStringConvertible {
  /// A line for each step: when, what, and where the customer stands afterwards.
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
  /// Who does what.
  var sentence: String {
    switch step {
    case .wait, .waitAlmost, .holdNews, .deliverNotifications: step.words
    case .secondAccount: "the customer \(step.words)"
    case .signUp, .reach, .use, .release, .buy, .cancel, .resume, .failBilling, .fixBilling,
      .refund,
      .restore:
      "\(person == 1 ? "the customer" : "the second customer") \(step.words)"
    }
  }
}
