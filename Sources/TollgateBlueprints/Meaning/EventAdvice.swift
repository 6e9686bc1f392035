import Tollgate

extension ConditionAdvice {
  /// Records events of the past that never happen in the blueprint; false if there is one.
  ///
  /// ```yaml
  /// when: { since: { event: trialEnd, atLeast: P3D } }   # never happens without a trial
  /// ```
  func noteEvents(of condition: Condition, at path: [String], _ what: String) -> Bool {
    var (since, count) = (0, 0)
    var canHappen = noteEnds(of: condition, at: path, what)
    noteMembers(of: condition, at: path)
    for test in condition.past where test.isOfEvent {
      let place: [String]
      switch test {
      case .since:
        place = ["since", "\(since)", "event"]
        since += 1
      case .count:
        place = ["count", "\(count)", "of"]
        count += 1
      }
      if case .use(let feature) = test.event {
        notePaidUses(of: feature, test, in: condition, at: path + place + ["use"])
        noteSizes(of: feature, test, at: path + place + ["use"])
      }
      guard let reason = reason(against: test.event) else { continue }
      subject.mistake(path + place, "\(what): the event never happens, because \(reason)")
      canHappen = false
    }
    return canHappen
  }

  /// Notes that uses paid for with credits are not counted, if a customer whom the condition is about may make no others.
  ///
  /// Uses within a limit that begins again reach any number, and come before those for credits. If no use at all is
  /// counted, the blueprint has a mistake already.
  private func notePaidUses(
    of id: Feature.ID, _ test: PastTest, in condition: Condition, at path: [String]
  ) {
    guard let feature = subject.definition.features.first(where: { $0.id == id }),
      feature.rules.contains(where: { !$0.allowance.prices.isEmpty }),
      subject.definition.trial?.terms.uses?.feature == id
        || feature.rules.contains(where: \.allowance.countsSome),
      let states = subject.states.seen(by: feature.rules.map(\.when) + [condition])
    else { return }
    // A rule that looks back at its own feature decides in place of the one for which credits pay.
    var asked = condition
    if case .since = test, path.starts(with: ["features", id.rawValue]) { asked.past = [] }
    for (position, rule) in feature.rules.enumerated() {
      guard let most = rule.allowance.mostUsesBeforeCredits, !test.isDecided(by: most),
        states.contains(where: {
          asked.holds(in: $0) && feature.deciding(in: $0) == position
        })
      else { continue }
      return subject.warning(
        path,
        "uses of `\(id)` that credits pay for are not counted",
        expected: "`all` with a limit beside the wallet, which counts them")
    }
  }

  /// Warns about a number of uses in the upper half of a limit of sizes, which suggests that the sum was meant.
  ///
  /// A number of uses ever is not close to a limit for each month.
  private func noteSizes(of id: Feature.ID, _ test: PastTest, at path: [String]) {
    guard case .count(let count) = test,
      let feature = subject.definition.features.first(where: { $0.id == id }),
      let bound = [count.atLeast, count.lessThan].compactMap(\.self).max()
    else { return }
    let quotas = feature.rules.flatMap(\.allowance.quotas).filter {
      $0.countsUses && $0.window != .use
    }
    let comparable = quotas.filter {
      count.within != nil || count.window != nil || $0.window == .ever || $0.window == .trial
    }
    guard quotas.allSatisfy(\.isSized),
      let limit = comparable.map(\.count).first(where: { $0 / 2 < bound && bound <= $0 })
    else { return }
    subject.warning(
      path,
      "this counts the uses of `\(id)`, not their sizes, whose sum is limited to \(limit)",
      expected: ["features", "trial", "trials"].contains(path.first)
        ? "an attribute that the app sets"
        : "`left: { of: \(id), \(count.atLeast == nil ? "atLeast" : "lessThan"): \(limit - bound + 1) }`"
    )
  }

  /// Warns about more members than a team has seats for; the backend states the seats of what was bought elsewhere.
  ///
  /// ```yaml
  /// teams: { family: { shares: premium, seats: 4 } }
  /// when: { members: { of: family, atLeast: 5 } }   # never holds, since the owner needs no seat
  /// ```
  private func noteMembers(of condition: Condition, at path: [String]) {
    if subject.definition.grants.contains(where: \.isElsewhere) { return }
    for (position, (name, count)) in condition.past.compactMap(\.members).enumerated() {
      guard let team = subject.definition.teams.first(where: { $0.id == name }),
        let seats = team.sizes.map(\.seats).max()
      else { continue }
      for (key, bound, what) in [
        ("atLeast", count.atLeast, "never"), ("lessThan", count.lessThan, "always"),
      ] {
        guard let bound, seats < bound else { continue }
        subject.warning(
          path + ["members", "\(position)", key],
          "it \(what) holds: besides the owner, `\(name)` has \(seats) \(seats == 1 ? "seat" : "seats")",
          expected: "at most \(seats)")
      }
    }
  }

  /// Returns why an event never happens; nil if it can.
  func reason(against event: CustomerEvent) -> String? {
    switch event {
    case .trialStart, .trialEnd:
      subject.definition.trial == nil ? "the blueprint has no trial" : nil
    case .lapse: subject.states.plan.entitlements.isEmpty ? "nothing on sale gives a plan" : nil
    case .purchase, .firstPurchase, .refund:
      subject.definition.products.isEmpty ? "nothing is on sale" : nil
    case .renewal, .cancellation:
      subject.definition.products.contains { $0.kind == .autoRenewable }
        ? nil : "nothing on sale renews"
    case .anyPaywall:
      subject.definition.paywalls.isEmpty ? "the blueprint has no paywall" : nil
    case .signUp, .firstSeen, .opened, .updated, .milestone, .use, .dismissal, .paywall, .closed,
      .bought, .date, .season, .ending, .member:
      nil
    }
  }

  /// Records ends that never come, and warns about those that are near all the time; false if one never comes.
  ///
  /// ```yaml
  /// when: { ends: { anchor: trialEnd, within: P7D } }   # in a trial of a week, the same as `phase: trial`
  /// ```
  private func noteEnds(of condition: Condition, at path: [String], _ what: String) -> Bool {
    var canCome = true
    for (position, ending) in condition.past.compactMap(\.ending).enumerated() {
      let place = path + ["ends", "\(position)"]
      if let reason = reason(against: ending.anchor) {
        subject.mistake(
          place + ["anchor"],
          "\(what): `\(ending.anchor.rawValue)` never comes, because \(reason)")
        canCome = false
        continue
      }
      let lengths = lengths(upTo: ending.anchor)
      guard !canGrow(ending.anchor), let longest = lengths.max(by: { $0.longest < $1.longest }),
        ending.within.shortest >= longest.longest
      else { continue }
      subject.warning(
        place + ["within"],
        "it holds from the beginning: what ends lasts no longer than \(longest.words)",
        expected: "less than \(longest.words)")
    }
    return canCome
  }

  /// Returns why an end never comes; nil if it can.
  private func reason(against anchor: Ending.Anchor) -> String? {
    let isKnown = !lengths(upTo: anchor).isEmpty
    switch anchor {
    case .trialEnd:
      guard let trial = subject.definition.trial else { return "the blueprint has no trial" }
      return isKnown || trial.start.event == nil
        ? nil : "the trial ends with its uses, at no time known in advance"
    case .periodEnd: return isKnown ? nil : "no product has a period that ends"
    case .introductoryOfferEnd:
      return isKnown ? nil : "no subscription to the plan has an introductory offer"
    case .grantEnd:
      return subject.states.plan.entitlements.isEmpty ? "nothing on sale gives a plan" : nil
    }
  }

  /// Whether what ends can get longer while it runs: a trial in which days are earned, or time that is bought again.
  private func canGrow(_ anchor: Ending.Anchor) -> Bool {
    switch anchor {
    case .trialEnd: subject.definition.trial.map { !$0.terms.earned.isEmpty } ?? false
    case .periodEnd: subject.definition.products.contains { $0.kind == .nonRenewing && $0.addsUp }
    case .introductoryOfferEnd, .grantEnd: false
    }
  }

  /// Returns how long what ends can be when it begins; empty if that is not known.
  private func lengths(upTo anchor: Ending.Anchor) -> [Period] {
    let definition = subject.definition
    switch anchor {
    case .trialEnd:
      let own = definition.trialLengths
      let variants = definition.experiments.flatMap(\.variants).compactMap(\.trialLasts)
      return own.isEmpty ? [] : own + variants
    case .periodEnd:
      return definition.products
        .filter { $0.kind == .autoRenewable || $0.kind == .nonRenewing }.compactMap(\.period)
    case .introductoryOfferEnd:
      return definition.planSubscriptions(subject.states.plan)
        .compactMap(\.introductoryOffer).map(\.lastPart)
    case .grantEnd: return []
    }
  }
}

extension Feature.Allowance {
  /// The most uses that are counted before credits pay for all others; nil if credits pay for none, or never for all.
  fileprivate var mostUsesBeforeCredits: Int? {
    if prices.isEmpty { return nil }
    // Credits pay for each use, and limits beside them count it.
    if countsPaidUses {
      return quotas.contains { $0.countsUses && $0.window != .use } ? nil : 0
    }
    let counting = quotas.filter(\.countsUses)
    if counting.isEmpty { return 0 }
    return counting.filter { quota in
      (quota.window == .ever || quota.window == .trial) && !quota.isSized && quota.each == nil
    }.map(\.count).min()
  }
}

extension PastTest {
  /// Whether counts above a number make no difference to it.
  fileprivate func isDecided(by uses: Int) -> Bool {
    switch self {
    case .since: false
    case .count(let count):
      count.every == nil && count.within == nil && count.window == nil
        && max(count.atLeast ?? 0, count.lessThan ?? 0) <= uses
    }
  }
}
