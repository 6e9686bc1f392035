import Tollgate

/// Everything in a membership that changes with time, as an app sees it.
struct PublicAnswers: Equatable {
  let phase: Phase
  let entitlements: [Entitlement.ID]
  let access: [Access]
  let trial: TrialStatus?
  let addOnTrials: [TrialStatus]
  let subscription: Subscription?
  let prompts: [Prompt.ID]
  let nudges: [PlannedNudge]
  let packages: [[Paywall.Package]]
  let offers: [Bool]
  let placements: [Paywall.ID?]
  let withheld: [Bool]
  let numbers: [Int?]
  let milestones: [Milestone.Status]

  init(_ membership: Membership) {
    let definition = membership.blueprint.definition
    phase = membership.phase
    entitlements = membership.entitlements
    access = definition.features.map { membership.access(to: $0.id) }
    trial = membership.trial
    addOnTrials = membership.addOnTrials
    subscription = membership.subscription
    prompts = membership.prompts
    nudges = membership.nudges
    packages = definition.paywalls.map { membership.packages(of: $0.id) }
    offers = definition.products.map { membership.offersIntroductory($0.id) }
    placements = definition.placements.map { membership.paywall(at: $0.id) }
    withheld = definition.placements.map { membership.withholdsPaywall(at: $0.id) }
    milestones = definition.milestones.map { membership.milestone($0) }
    numbers = LocalizedText.Placeholder.unnamed.map { membership.number($0) }
  }
}

/// An instant at which a membership's `nextChange` is wrong.
struct WrongNextChange {
  let sample: Sample
  let facts: [Fact]
  let now: Instant
  let problem: String

  /// The first one in a sample, without the facts that it does not need; nil if there isn't one.
  static func find(in sample: Sample) -> WrongNextChange? {
    for now in sample.instants.prefix(6) {
      guard let found = first(sample, sample.facts, now) else { continue }
      return shrunk(found, sample.facts) { first(sample, $0, now) }
    }
    return nil
  }

  /// Checks that no answer differs before the next change, and that at least one differs at it.
  private static func first(_ sample: Sample, _ facts: [Fact], _ now: Instant) -> WrongNextChange? {
    let customer = Customer(facts)
    let membership = Membership(of: customer, in: sample.blueprint, at: now)
    let answers = PublicAnswers(membership)
    func problem(_ text: String) -> WrongNextChange {
      WrongNextChange(sample: sample, facts: facts, now: now, problem: text)
    }
    if let next = membership.nextChange {
      if next <= now { return problem("the next change, \(next), is not later than now") }
      let changed = Membership(of: customer, in: sample.blueprint, at: next)
      if PublicAnswers(changed) == answers {
        return problem("nothing changes at the next change, \(next)")
      }
    }
    let reference = ReferenceDecider(sample.blueprint.definition, facts: facts)
    let expected = reference.answer(at: now)
    let end = membership.nextChange ?? ReferenceDecider.never
    let between = Moments.all(of: facts, in: sample.blueprint.definition).filter {
      now < $0 && $0 < end
    }
    for instant in between + (end == ReferenceDecider.never ? [] : [end.adding(milliseconds: -1)]) {
      guard instant > now else { continue }
      let later = Membership(of: customer, in: sample.blueprint, at: instant)
      if PublicAnswers(later) != answers {
        return problem(
          "an answer differs at \(instant) already, the next change is said to be "
            + "\(membership.nextChange.map(String.init) ?? "never"): \(differences(membership, later))"
        )
      }
      let actual = reference.answer(at: instant)
      if actual != expected {
        return problem(
          "the reference differs at \(instant) already, the next change is said to be "
            + "\(membership.nextChange.map(String.init) ?? "never"): "
            + Answer.differences(reference: expected, engine: actual).joined(separator: "; "))
      }
    }
    return nil
  }

  private static func differences(_ one: Membership, _ other: Membership) -> String {
    let lines = zip(
      Mirror(reflecting: PublicAnswers(one)).children,
      Mirror(reflecting: PublicAnswers(other)).children)
    return lines.compactMap { left, right in
      "\(left.value)" == "\(right.value)"
        ? nil : "\(left.label ?? ""): \(left.value), then \(right.value)"
    }.joined(separator: "; ")
  }
}

extension WrongNextChange: CustomStringConvertible {
  var description: String {
    """
    seed \(sample.seed), at \(now), in \(Rendering.summary(of: sample.blueprint.definition))
    \(facts.map { "  " + Rendering.line(of: $0) }.joined(separator: "\n"))
      \(problem)
    """
  }
}
