import Tollgate

/// What one customer sees at an instant, to be compared under two blueprints.
struct Answers {
  /// What the engine answers.
  let membership: Membership

  /// A difference, before the history that leads there is known.
  struct Difference {
    /// Whether the customer loses, gains, or sees something else.
    let direction: Comparison.Difference.Direction
    /// The path of what differs in the blueprint.
    let subject: String
    /// Who loses or gains what.
    let sentence: String
    /// The customer's phase under the old blueprint.
    let phase: Phase

    /// The identity of a difference: customers in the same phase count as one.
    var name: String { "\(direction.rawValue)/\(subject)/\(phase.rawValue)" }
  }

  /// Wraps a membership.
  init(_ membership: Membership) { self.membership = membership }

  /// Returns how another blueprint's answers differ from these.
  ///
  /// A different phase alone is reported only if nothing follows from it.
  func differences(to other: Answers) -> [Difference] {
    let features = membership.blueprint.definition.features.map(\.id)
    let others = other.membership.blueprint.definition.features.map(\.id)
    let all = features + others.filter { !features.contains($0) }
    var differences = all.compactMap { feature($0, in: other) }
    differences += entitlements(in: other)
    if differences.isEmpty, membership.phase != other.membership.phase {
      differences.append(
        difference(
          .sees, "phase", "\(who) is `\(other.membership.phase.rawValue)` instead"))
    }
    return differences + shown(in: other)
  }

  /// The customer, described by the phase under the old blueprint.
  var who: String {
    switch membership.phase {
    case .unknown: "a customer who is not known yet"
    case .onboarding: "a customer in onboarding"
    case .blocked: "a customer who has bought nothing"
    case .trial: "a customer in the trial"
    case .trialExpired: "a customer whose trial is over"
    case .subscribed: "a subscriber"
    case .lapsed: "a customer whose subscription is over"
    case .free: "a free customer"
    }
  }

  /// Creates a difference for this customer.
  private func difference(
    _ direction: Comparison.Difference.Direction, _ subject: String, _ sentence: String
  ) -> Difference {
    Difference(
      direction: direction, subject: subject, sentence: sentence, phase: membership.phase)
  }

  /// The difference in a feature's access; nil if both blueprints give the same.
  private func feature(_ id: Feature.ID, in other: Answers) -> Difference? {
    let (old, new) = (Amount(membership, id), Amount(other.membership, id))
    guard old != new else { return nil }
    let sentence = "`\(id)`: \(new.words) instead of \(old.words)"
    if new.amount < old.amount {
      return difference(.loses, "features.\(id)", "\(who) loses \(sentence)")
    }
    if old.amount < new.amount {
      return difference(.gains, "features.\(id)", "\(who) gains \(sentence)")
    }
    return difference(.sees, "features.\(id)", "\(who) gets \(sentence)")
  }

  /// The entitlements that hold under one blueprint alone.
  private func entitlements(in other: Answers) -> [Difference] {
    let (old, new) = (Set(membership.entitlements), Set(other.membership.entitlements))
    return old.subtracting(new).sorted().map {
      difference(.loses, "entitlements.\($0)", "\(who) loses `\($0)`")
    }
      + new.subtracting(old).sorted().map {
        difference(.gains, "entitlements.\($0)", "\(who) gains `\($0)`")
      }
  }

  /// Paywalls, prompts and notifications that show under one blueprint alone.
  private func shown(in other: Answers) -> [Difference] {
    let (old, new) = (Set(membership.seen), Set(other.membership.seen))
    return old.subtracting(new).sorted().map {
      difference(.sees, $0, "\(who) does not see `\($0)` any more")
    }
      + new.subtracting(old).sorted().map {
        difference(.sees, $0, "\(who) sees `\($0)`")
      }
  }
}

extension Membership {
  /// The names of what shows: placements, prompts and planned notifications.
  fileprivate var seen: [String] {
    blueprint.definition.placements.filter { paywall(at: $0.id) != nil }
      .map { "placements.\($0.id)" }
      + prompts.map { "prompts.\($0)" } + nudges.map { "nudges.\($0.nudge)" }
  }
}

/// How much of a feature a customer gets, in a form that can be ordered.
private struct Amount: Equatable {
  /// The number of uses: 0 for no access, `Int.max` without a limit; different windows are not converted.
  let amount: Int
  /// The amount as a part of a sentence.
  let words: String

  /// Reads the amount off a customer's access; what is left of it does not count.
  init(_ membership: Membership, _ feature: Feature.ID) {
    switch membership.access(to: feature) {
    case .unknown: (amount, words) = (0, "no answer")
    case .denied: (amount, words) = (0, "nothing")
    case .allowed(nil): (amount, words) = (.max, "any number")
    case .allowed(let limit?):
      (amount, words) = (
        limit.limit,
        limit.scope == .held
          ? "\(limit.limit) at once" : "\(limit.limit) \(limit.scope.words)"
      )
    }
  }
}

extension Limit.Scope {
  /// The window as a part of a sentence.
  fileprivate var words: String {
    switch self {
    case .trial: "in the trial"
    case .day: "a day"
    case .week: "a week"
    case .month: "a month"
    case .period: "a billing period"
    case .ever: "ever"
    case .held: "at once"
    case .credits: "credits"
    }
  }
}
