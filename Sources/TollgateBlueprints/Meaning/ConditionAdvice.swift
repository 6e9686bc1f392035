import Tollgate

/// The check for conditions that never hold, and why.
///
/// A condition is tried on every possible customer of the blueprint; see ``PossibleStates``. If it holds for none of them, what
/// it guards is dead, which nobody intends, so it is a mistake rather than a warning.
///
/// ```yaml
/// hasFreeTier: true
/// features:
///   export:
///     - when: { phase: blocked }   # nobody is `blocked` where there is a free tier
///       allow: unlimited
/// ```
struct ConditionAdvice {
  let subject: Subject

  /// Records parts of a condition that cannot be intended.
  ///
  /// The most specific reason is recorded, and only one: an impossible phase, a contradiction, too many held items, more
  /// left than a limit gives, and only then that no customer meets all parts at once.
  ///
  /// - Parameters:
  ///   - what: The consequence, such as "the prompt never shows".
  ///   - seesUnknown: Whether it is evaluated for customers without any facts, as routes are.
  /// - Returns: Whether it can hold.
  func note(
    _ condition: Condition, at path: [String], _ what: String, seesUnknown: Bool = false
  ) -> Bool {
    let impossible = notePhases(of: condition, at: path, seesUnknown: seesUnknown)
    let isImpossible = !condition.phases.isEmpty && impossible == condition.phases
    if isImpossible { return false }
    if let name = condition.entitled.intersection(condition.notEntitled).min(),
      condition.entitled.isSubset(of: condition.notEntitled)
    {
      subject.mistake(
        path, "\(what): nobody is `entitled` and `notEntitled` to `\(name)` at once")
      return false
    }
    if let name = condition.reached.intersection(condition.notReached).min() {
      subject.mistake(
        path, "\(what): nobody has `reached` and `notReached` `\(name)` at once")
      return false
    }
    if !noteHeld(of: condition, at: path, what) { return false }
    if !noteLeft(of: condition, at: path, what) { return false }
    if !noteProducts(of: condition, at: path, what) { return false }
    if !noteEvents(of: condition, at: path, what) { return false }
    noteParts(of: condition, at: path, seesUnknown: seesUnknown)
    if seesUnknown, condition.holds(in: .unknown) { return true }
    if subject.states.canHold(condition) { return true }
    let either = subject.namesAtOnce(at: path).map { names in
      let parts = names.map { "{ is: \($0) }" }.joined(separator: ", ")
      return "`any: [\(parts)]` for those who meet one of them"
    }
    subject.mistake(
      path, "\(what): no customer meets all of its conditions at once", expected: either)
    return false
  }

  /// Records phases that no customer can be in, and returns them.
  private func notePhases(
    of condition: Condition, at path: [String], seesUnknown: Bool
  ) -> Set<Phase> {
    var impossible = condition.phases.subtracting(subject.states.phases)
    if !seesUnknown { impossible.formUnion(condition.phases.intersection([.unknown])) }
    for phase in impossible.sorted(by: { $0.rawValue < $1.rawValue }) {
      let isScalar: Bool =
        if case .scalar = subject.node(path + ["phase"]).content { true } else { false }
      let items: [String] = isScalar ? [] : [subject.position(of: phase, at: path + ["phase"])]
      subject.mistake(
        path + ["phase"] + items.filter { !$0.isEmpty },
        "nobody is ever in the phase `\(phase.rawValue)` here: \(reason(against: phase))")
    }
    return impossible
  }

  /// Returns why no customer is in a phase.
  private func reason(against phase: Phase) -> String {
    switch phase {
    case .unknown: "nothing is asked of customers who are not known yet"
    case .onboarding: "the blueprint has no `onboarding` milestone"
    case .blocked: "`hasFreeTier: true` makes those without a plan `free`"
    case .free: "without `hasFreeTier: true` those without a plan are `blocked`"
    case .trial, .trialExpired: "the blueprint has no trial"
    case .subscribed, .lapsed: "nothing on sale gives a plan"
    }
  }

  /// Records products that are not subscriptions to the plan or an add-on; false if no others are left.
  private func noteProducts(of condition: Condition, at path: [String], _ what: String) -> Bool {
    let subscriptions = Set(
      subject.definition.products.filter { product in
        product.kind == .autoRenewable && !product.entitlements.isEmpty
      }.map(\.id))
    let others = condition.products.subtracting(subscriptions)
    for name in others.sorted() where subject.definition.products.contains(where: { $0.id == name })
    {
      subject.mistake(
        path + ["product"],
        "`\(name)` is not a subscription that gives an entitlement",
        expected: "one of those, or `entitled` for what other products give")
    }
    return condition.products.isEmpty || others != condition.products
  }

  /// Records alternatives that never hold, and exclusions of what never holds.
  private func noteParts(of condition: Condition, at path: [String], seesUnknown: Bool) {
    for (position, part) in condition.any.enumerated() {
      _ = note(
        part, at: path + ["any", "\(position)"], "the alternative never holds",
        seesUnknown: seesUnknown)
    }
    for (position, part) in condition.not.enumerated() {
      let isList: Bool =
        if case .list = subject.node(path + ["not"]).content { true } else { false }
      _ = note(
        part, at: path + ["not"] + (isList ? ["\(position)"] : []), "it excludes nobody",
        seesUnknown: seesUnknown)
    }
  }

  /// Records a number of held items that no customer can reach; false if there is such a number.
  private func noteHeld(of condition: Condition, at path: [String], _ what: String) -> Bool {
    guard let held = condition.held,
      let feature = subject.definition.features.first(where: { $0.id == held.feature })
    else { return true }
    let phases = condition.phases.isEmpty ? subject.states.phases : condition.phases
    let possible = phases.intersection(subject.states.phases).subtracting([.unknown])
    var most = 0
    for phase in possible {
      guard let own = subject.states.mostHeld(by: feature, in: phase) else { return true }
      most = max(most, own)
    }
    if held.atLeast <= most { return true }
    subject.mistake(
      path + ["held", "atLeast"],
      "\(what): `\(held.feature)` never holds \(held.atLeast) items there",
      expected: "at most \(most), which is all that its rules allow")
    return false
  }
}

extension PossibleState {
  /// A customer without any facts, such as at the first launch without a network.
  static let unknown = PossibleState(phase: .unknown, entitled: [], reached: [])
}

extension Subject {
  /// Returns the position of a phase in a list of them; empty if it is not in a list.
  fileprivate func position(of phase: Phase, at path: [String]) -> String {
    guard case .list(let items) = node(path).content else { return "" }
    return items.firstIndex { $0.scalar(saying: phase.rawValue) != nil }.map(String.init) ?? ""
  }
}
