import Tollgate

extension HistoryState {
  /// Returns the tests of the past that hold for a customer, by the books.
  ///
  /// Where the books do not say when something happened, as with uses of a trial that customers share, the engine's
  /// answer counts, and is not judged.
  ///
  /// - Parameters:
  ///   - person: The customer's position.
  ///   - view: Whether to look at what happened or at what was reported.
  ///   - phase: The customer's phase by that view.
  ///   - rules: The blueprint.
  /// - Returns: The tests that hold.
  func past(of person: Int, _ view: BookView, in phase: Phase, _ rules: Rules) -> Set<PastTest> {
    if rules.pastTests.isEmpty { return [] }
    let answers = Membership(
      unchangingFor: reading(of: person, rules), in: rules.blueprint, at: now)
    return Set(
      rules.pastTests.filter { test in
        instants(of: test.event, person, view, in: phase, rules).map { test.holds($0, at: now) }
          ?? answers.holds(test)
      })
  }

  /// Returns the future instants at which a test of the past can change, each with the test's position.
  func pastInstants(of person: Int, _ rules: Rules) -> [(at: Instant, test: Int)] {
    if rules.pastTests.isEmpty { return [] }
    let phase = membership(of: person, rules).phase
    return rules.pastTests.enumerated().flatMap { position, test in
      let instants = instants(of: test.event, person, .reported, in: phase, rules) ?? []
      return test.lengths.flatMap { length in instants.map { $0.adding(length) } }
        .filter { $0 > now }.map { ($0, position) }
    }
  }

  /// Returns how often a feature was used, as conditions count it.
  func countedUses(of feature: Feature.ID, by person: Int) -> Int {
    uses.count { $0.feature == feature && $0.isCounted && $0.person == person }
  }

  /// Returns when an event happened by now; nil if the books do not say.
  private func instants(
    of event: CustomerEvent, _ person: Int, _ view: BookView, in phase: Phase, _ rules: Rules
  ) -> [Instant]? {
    let isAlone = people.count == 1
    let instants: [Instant?]
    switch event {
    case .signUp: instants = [people[person].accountAt]
    case .firstSeen: instants = [people[person].openedAt]
    case .milestone(let name): instants = [people[person].customer.reached(name)]
    case .purchase: instants = purchases(of: person, view)
    case .firstPurchase: instants = [purchases(of: person, view).min()]
    case .use(let feature):
      guard isAlone else { return nil }
      instants = uses.filter { $0.feature == feature && $0.isCounted }.map(\.at)
    // No history dismisses a prompt.
    case .dismissal: instants = []
    case .lapse:
      if phase == .subscribed { return [] }
      guard isAlone else { return nil }
      instants = [planEnd(of: person, rules)]
    case .trialStart, .trialEnd:
      guard isAlone, rules.definition.trial?.start == .signUp else { return nil }
      let own = trials(of: person, .reported, rules).first { $0.name == .signUp(person: person) }
      instants = [event == .trialStart ? own?.startsAt : own?.endedAt]
    }
    return instants.compactMap { $0 }.filter { $0 <= now }
  }

  /// Returns when a customer made each purchase that is neither refunded nor somebody else's by now.
  private func purchases(of person: Int, _ view: BookView) -> [Instant] {
    holders.filter { $0.value.contains(person) }.keys.compactMap { line in
      let known = view == .real ? subscription(line) : reported[line]
      let bought = view == .real ? purchase(line) : reportedPurchases[line]
      let signed = (known?.periods.map(\.signed) ?? []) + [bought?.signed].compactMap { $0 }
      return signed.filter { $0.isUpgraded || $0.revokedAt.map { now < $0 } ?? true }
        .map(\.purchasedAt).min()
    }
  }
}

extension PastTest {
  /// Returns whether it holds, given every time that its event happened by now.
  fileprivate func holds(_ instants: [Instant], at now: Instant) -> Bool {
    switch self {
    case .since(let since):
      guard let latest = instants.max() else { return false }
      if let least = since.atLeast, now < latest.adding(least) { return false }
      if let most = since.lessThan, now >= latest.adding(most) { return false }
      return true
    case .count(let count):
      let counted = instants.count { at in
        count.within.map { now < at.adding($0) } ?? true
      }
      return counted >= count.atLeast ?? 0 && counted < count.lessThan ?? .max
    }
  }

  /// Whether it holds for a customer to whom its event never happened.
  var holdsWithoutEvent: Bool { holds([], at: .distantPast) }

  /// The lengths of time after which it changes.
  fileprivate var lengths: [Period] {
    switch self {
    case .since(let since): [since.atLeast, since.lessThan].compactMap { $0 }
    case .count(let count): [count.within].compactMap { $0 }
    }
  }

  /// The numbers of times at which it changes; empty for a length of time.
  var bounds: [Int] {
    switch self {
    case .since: []
    case .count(let count): [count.atLeast, count.lessThan].compactMap { $0 }
    }
  }
}
