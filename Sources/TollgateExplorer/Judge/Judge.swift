import Tollgate

/// Holds what the engine answers at one instant against the explorer's own books.
struct Judge {
  let rules: Rules
  let state: HistoryState
  let person: Int
  let membership: Membership
  let real: Circumstances
  let reported: Circumstances
  let paid: [Basis]
  private(set) var verdicts: [Verdict] = []

  init(_ rules: Rules, _ state: HistoryState, person: Int, _ membership: Membership) {
    self.rules = rules
    self.state = state
    self.person = person
    self.membership = membership
    real = state.circumstances(of: person, .real, rules)
    reported = state.circumstances(of: person, .reported, rules)
    let real = Set(state.bases(of: person, .real, rules).map(\.line))
    paid = state.bases(of: person, .reported, rules).filter { real.contains($0.line) }
  }

  /// Everything that is wrong at this instant for this customer.
  mutating func judge() -> [Verdict] {
    judgeEntitlements()
    for feature in rules.definition.features { judge(feature, membership.access(to: feature.id)) }
    judgeTrial()
    judgeLines()
    judgeNudges()
    if person == state.active { judgeSelling() }
    return verdicts
  }

  mutating func say(
    _ kind: Finding.Kind, _ subject: String, _ sentence: String, after step: HistoryStep? = nil
  ) {
    verdicts.append(Verdict(kind, subject, sentence, after: step))
  }

  /// Says that the engine is wrong.
  mutating func accuse(_ kind: Finding.Kind, _ subject: String, _ sentence: String) {
    verdicts.append(Verdict(kind, subject, sentence, isDefect: true))
  }

  /// The other accounts of a history are named.
  var who: String { person == 0 ? "the customer" : "the second customer" }
}

extension Judge {
  /// Holds the entitlements against what was paid for and given.
  private mutating func judgeEntitlements() {
    let given = Set(membership.entitlements)
    let owed = real.entitled.intersection(reported.entitled)
    for entitlement in owed.subtracting(given).sorted() {
      guard let basis = paid.first(where: { $0.product.entitlements.contains(entitlement) }) else {
        continue
      }
      accuse(
        .payerLockedOut, "entitlements.\(entitlement)",
        "\(who) \(basis.words) and does not have `\(entitlement)`")
    }
    for entitlement in given.subtracting(real.entitled.union(reported.entitled)).sorted() {
      if let refunded = refunded(giving: entitlement) {
        accuse(
          .keptAfterRefund, "entitlements.\(entitlement)",
          "`\(refunded)` was refunded, and \(who) still has `\(entitlement)`")
      } else if !isTrialHadBefore {
        accuse(
          .freeRide, "entitlements.\(entitlement)",
          "\(who) has `\(entitlement)`, and nothing that was paid for or given is in force")
      }
    }
  }

  /// A refunded purchase that gave an entitlement.
  private func refunded(giving entitlement: Entitlement.ID) -> Product.ID? {
    let own = state.holders.filter { $0.value.contains(person) }.keys.sorted()
    let signed = own.flatMap { line in
      (state.reported[line]?.periods.map(\.signed) ?? [])
        + (state.reportedPurchases[line].map { [$0.signed] } ?? [])
    }
    return signed.last {
      $0.revokedAt != nil
        && rules.product($0.product)?.entitlements.contains(entitlement) ?? false
    }?.product
  }

  /// Whether a running trial is one that the device has had with another customer.
  var isTrialHadBefore: Bool {
    guard let trial = membership.trial, trial.isActive, trial.purchase == nil else { return false }
    return state.people.indices.contains { $0 < person && state.people[$0].trial != nil }
  }

  private mutating func judgeTrial() {
    guard let trial = membership.trial, trial.isActive else { return }
    let subject = "trial"
    if isTrialHadBefore {
      let sentence = "\(who) has the trial that the device has had already"
      if rules.definition.trial?.oncePer == .account {
        say(.trialAgain, subject, sentence)
      } else {
        accuse(.trialAgain, subject, sentence)
      }
      return
    }
    let name: TrialName =
      trial.purchase.map { .purchase($0.originalID) } ?? .signUp(person: person)
    let booked = BookView.allCases.flatMap { state.trials(of: person, $0, rules) }
      .filter { $0.name == name }
    if booked.isEmpty {
      accuse(.trialAgain, subject, "\(who) is in a trial that nothing started or that is over")
    } else if booked.allSatisfy(\.isSpent) {
      accuse(.limitOverspent, subject, "the trial continues after its last use")
    } else if !booked.contains(where: \.isActive) {
      accuse(.freeRide, subject, "the trial continues after its end")
    }
  }
}

extension Basis {
  /// What gives the right, after its owner's name.
  var words: String {
    switch kind {
    case .paid: "has paid for `\(product.id)`"
    case .introductory: "has bought `\(product.id)` with its introductory offer"
    case .grace: "is in the grace period of `\(product.id)`"
    case .late: "has paid for `\(product.id)`, whose renewal is on its way,"
    }
  }
}
