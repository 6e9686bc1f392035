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
    milestones = definition.milestones.map { membership.milestone($0) }
    numbers = LocalizedText.Placeholder.allCases.map { membership.number($0) }
  }
}

/// An instant at which a membership's `nextChange` is wrong.
struct WrongNextChange {
  let world: World
  let facts: [Fact]
  let now: Instant
  let problem: String

  /// The first one in a world, without the facts that it does not need; nil if there isn't one.
  static func find(in world: World) -> WrongNextChange? {
    for now in world.instants.prefix(6) {
      guard let found = first(world, world.facts, now) else { continue }
      return shrunk(found, world.facts) { first(world, $0, now) }
    }
    return nil
  }

  /// Checks that no answer differs before the next change, and that at least one differs at it.
  private static func first(_ world: World, _ facts: [Fact], _ now: Instant) -> WrongNextChange? {
    let customer = Customer(facts)
    let membership = Membership(of: customer, in: world.blueprint, at: now)
    let answers = PublicAnswers(membership)
    func problem(_ text: String) -> WrongNextChange {
      WrongNextChange(world: world, facts: facts, now: now, problem: text)
    }
    if let next = membership.nextChange {
      if next <= now { return problem("the next change, \(next), is not later than now") }
      let changed = Membership(of: customer, in: world.blueprint, at: next)
      if PublicAnswers(changed) == answers {
        return problem("nothing changes at the next change, \(next)")
      }
    }
    let reference = ReferenceDecider(world.blueprint.definition, facts: facts)
    let expected = reference.answer(at: now)
    let end = membership.nextChange ?? ReferenceDecider.never
    let between = Moments.all(of: facts, in: world.blueprint.definition).filter {
      now < $0 && $0 < end
    }
    for instant in between + (end == ReferenceDecider.never ? [] : [end.adding(milliseconds: -1)]) {
      guard instant > now else { continue }
      let later = Membership(of: customer, in: world.blueprint, at: instant)
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
    seed \(world.seed), at \(now), in \(Report.summary(of: world.blueprint.definition))
    \(facts.map { "  " + Report.line(of: $0) }.joined(separator: "\n"))
      \(problem)
    """
  }
}
