import Tollgate
import TollgateWords

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
    let (features, others) = (
      membership.blueprint.definition.features, other.membership.blueprint.definition.features
    )
    var differences = features.indices.compactMap { feature(features[$0].id, in: other) }
    for index in others.indices where membership.blueprint.handle(of: others[index].id) == nil {
      if let difference = feature(others[index].id, in: other) { differences.append(difference) }
    }
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
    let (before, after) = (membership.access(to: id), other.membership.access(to: id))
    switch (before, after) {
    case (.unknown, .unknown), (.denied, .denied), (.allowed(nil), .allowed(nil)): return nil
    case (.unknown, _), (.denied, _), (.allowed, _): break
    }
    // Words take longest, so they are found only if they can differ.
    if before == after, membership.limits(of: id) == other.membership.limits(of: id),
      membership.allowance(of: id) == other.membership.allowance(of: id)
    {
      return nil
    }
    let (old, new) = (Amount(membership, id, before), Amount(other.membership, id, after))
    guard old != new else { return nil }
    let sentence = "`\(id)`: \(new.words) instead of \(old.words)"
    if new.isLess(than: old) {
      return difference(.loses, "features.\(id)", "\(who) loses \(sentence)")
    }
    if old.isLess(than: new) {
      return difference(.gains, "features.\(id)", "\(who) gains \(sentence)")
    }
    return difference(.sees, "features.\(id)", "\(who) gets \(sentence)")
  }

  /// The entitlements that hold under one blueprint alone.
  private func entitlements(in other: Answers) -> [Difference] {
    let (before, after) = (membership.entitlements, other.membership.entitlements)
    if before == after { return [] }
    let (old, new) = (Set(before), Set(after))
    return old.subtracting(new).sorted().map {
      difference(.loses, "entitlements.\($0)", "\(who) loses `\($0)`")
    }
      + new.subtracting(old).sorted().map {
        difference(.gains, "entitlements.\($0)", "\(who) gains `\($0)`")
      }
  }

  /// Paywalls, prompts and notifications that show under one blueprint alone.
  private func shown(in other: Answers) -> [Difference] {
    let (before, after) = (Shown(membership), Shown(other.membership))
    if before == after { return [] }
    let (old, new) = (before.names, after.names)
    return old.subtracting(new).sorted().map {
      difference(.sees, $0, "\(who) does not see `\($0)` any more")
    }
      + new.subtracting(old).sorted().map {
        difference(.sees, $0, "\(who) sees `\($0)`")
      }
  }
}

/// What shows: placements, prompts and planned notifications.
private struct Shown: Equatable {
  private let placements: [Placement.ID]
  private let prompts: [Prompt.ID]
  private let nudges: [Nudge.ID]

  init(_ membership: Membership) {
    let written = membership.blueprint.definition.placements
    placements = written.indices.compactMap { index in
      let id = written[index].id
      return membership.paywall(at: id) == nil ? nil : id
    }
    prompts = membership.prompts
    nudges = membership.nudges.map(\.nudge)
  }

  var names: Set<String> {
    Set(
      placements.map { "placements.\($0)" } + prompts.map { "prompts.\($0)" }
        + nudges.map { "nudges.\($0)" })
  }
}

/// How much of a feature a customer gets, in a form that can be ordered.
private struct Amount: Equatable {
  /// The number of uses: 0 for no access, `Int.max` without a limit; different windows are not converted.
  let amount: Int
  /// The amount as a part of a sentence.
  let words: String
  /// The limits, several if they hold at once, as written; empty for no access and without a limit.
  private var limits: [Limit] = []

  /// Reads the amount off a customer's access; what is left of it does not count.
  init(_ membership: Membership, _ feature: Feature.ID, _ access: Access) {
    switch access {
    case .unknown: (amount, words) = (0, "no answer")
    case .denied: (amount, words) = (0, "nothing")
    case .allowed(nil): (amount, words) = (.max, "any number")
    case .allowed(let limit?):
      let all = membership.limits(of: feature)
      // What credits pay for after limits at once is not limited by them.
      let deciding =
        all.count > 1 && (limit.scope != .credits || all.contains(limit)) ? all : [limit]
      amount = deciding.map(\.limit).min() ?? 0
      let allowance = membership.allowance(of: feature)
      words = deciding.map { $0.words(allowance) }.joined(separator: " and ")
      limits = deciding.map {
        Limit(limit: $0.limit, used: 0, scope: $0.scope, asked: $0.asked.map { _ in 1 })
      }
    }
  }

  /// Whether it is less than another: with several limits at once, whether each of the other's is as high as one of
  /// these or higher.
  func isLess(than other: Amount) -> Bool {
    guard limits.count > 1 || other.limits.count > 1, !limits.isEmpty, !other.limits.isEmpty else {
      return amount < other.amount
    }
    return self != other
      && other.limits.allSatisfy { limit in
        limits.contains {
          $0.scope == limit.scope && ($0.asked != nil) == (limit.asked != nil)
            && $0.limit <= limit.limit
        }
      }
  }
}

extension Membership {
  /// What the rule gives that decides about a feature; nil if none does.
  fileprivate func allowance(of feature: Feature.ID) -> Feature.Allowance? {
    guard let rule = rule(of: feature), let written = blueprint.feature(feature) else { return nil }
    return written.rules[rule].allowance
  }
}

extension Limit {
  /// The limit as a part of a sentence.
  ///
  /// - Parameter allowance: What the rule gives whose limit it is.
  fileprivate func words(_ allowance: Feature.Allowance?) -> String {
    (asked == nil ? "\(limit)" : "a size of \(limit)") + scope.words(in: span(in: allowance)).given
  }

  /// What uses count in.
  private func span(in allowance: Feature.Allowance?) -> Quota.Span? {
    allowance?.quotas.first {
      $0.count == limit && $0.isSized == (asked != nil) && $0.span.scope == scope
    }?.span
  }
}
