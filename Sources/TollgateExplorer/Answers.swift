import Tollgate

/// What one customer sees at an instant, to be compared under two blueprints.
struct Answers {
  let membership: Membership

  /// A difference, before the history that leads there is known.
  struct Difference {
    let direction: Comparison.Difference.Direction
    let subject: String
    let sentence: String
    let phase: Phase

    /// One of each for everybody who stands alike.
    var name: String { "\(direction.rawValue)/\(subject)/\(phase.rawValue)" }
  }

  init(_ membership: Membership) { self.membership = membership }

  /// What another blueprint's answers differ in.
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

  private var who: String {
    switch membership.phase {
    case .unknown: "somebody about whom nothing is known"
    case .onboarding: "a customer in onboarding"
    case .blocked: "a customer who has bought nothing"
    case .trial: "a customer in the trial"
    case .trialExpired: "a customer whose trial is over"
    case .subscribed: "a subscriber"
    case .lapsed: "a customer whose subscription is over"
    case .free: "a free customer"
    }
  }

  private func difference(
    _ direction: Comparison.Difference.Direction, _ subject: String, _ sentence: String
  ) -> Difference {
    Difference(
      direction: direction, subject: subject, sentence: sentence, phase: membership.phase)
  }

  private func feature(_ id: Feature.ID, in other: Answers) -> Difference? {
    let (old, new) = (Gift(membership, id), Gift(other.membership, id))
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
      + prompts.map { "prompts.\($0)" } + nudges.map { "nudges.\($0.id)" }
  }
}

/// How much of a feature a customer gets.
private struct Gift: Equatable {
  /// 0 for nothing; more is more.
  let amount: Int
  let words: String

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
