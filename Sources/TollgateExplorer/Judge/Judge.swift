import Tollgate
import TollgateBlueprints

/// The comparison of what the engine answers at one instant with the explorer's own books.
///
/// The books are kept apart from the engine: from the steps and the store's state, by code of their own. Where they and
/// the engine differ, one of the two is wrong; either way the finding is a defect of Tollgate. A finding that both
/// agree on is the blueprint's.
///
/// | the books say, by both views | the engine says | the finding |
/// |---|---|---|
/// | access | no access | payer locked out |
/// | no access | access | free ride, or kept after refund |
/// | access by one view only | either | none: the server may not know yet |
struct Judge {
  /// The blueprint.
  let rules: Rules
  let state: HistoryState
  /// The position of the customer in it.
  let person: Int
  /// What the engine answers to that customer.
  let membership: Membership
  /// The books by what the store has done.
  let real: Circumstances
  /// The books by what the store has reported.
  let reported: Circumstances
  /// What gives access by both views of the books, and so cannot be denied.
  let paid: [Basis]
  /// The circumstances of the same customer, had they never bought anything.
  let withoutPurchases: Circumstances
  /// What was found wrong so far.
  private(set) var verdicts: [Verdict] = []

  /// Opens the books of one customer in a state.
  init(_ rules: Rules, _ state: HistoryState, person: Int, _ membership: Membership) {
    self.rules = rules
    self.state = state
    self.person = person
    self.membership = membership
    let happened = state.bases(of: person, .real, rules)
    let known = state.bases(of: person, .reported, rules)
    real = state.circumstances(of: person, .real, from: happened, seeing: membership, rules)
    reported = state.circumstances(of: person, .reported, from: known, seeing: membership, rules)
    let lines = Set(happened.map(\.line))
    paid = known.filter { lines.contains($0.line) }
    var stranger = reported
    stranger.entitled.subtract(paid.flatMap(\.product.entitlements))
    stranger.phase = rules.definition.hasFreeTier ? .free : .blocked
    stranger.subscription = nil
    stranger.addOns = []
    stranger.forgetPurchases(rules)
    withoutPurchases = stranger
  }

  /// Returns everything that is wrong at this instant for this customer.
  mutating func judge() -> [Verdict] {
    judgeEntitlements()
    for feature in rules.definition.features { judge(feature, membership.access(to: feature.id)) }
    judgeTrial()
    judgeSecondTrial()
    judgeAddOnTrials()
    judgeLines()
    judgeNudges()
    if person == state.active { judgeSelling() }
    return verdicts
  }

  /// Returns whether the books say the same of the customer as at an earlier instant of the same state, from which on
  /// the answers have not changed but for numbers.
  ///
  /// Then nothing but a number can be wrong now that was not wrong before.
  func differsOnlyInNumbers(from earlier: Judge) -> Bool {
    func hasMoreTime(_ judge: Judge) -> Bool {
      judge.state.people[person].trial?.hasMoreTime(at: judge.state.now) ?? false
    }
    // What is left, and what counts where the customer is, is not part of the answers.
    return rules.leftTests.isEmpty && state.people[person].zones.isEmpty
      && real == earlier.real && reported == earlier.reported && paid == earlier.paid
      && hasMoreTime(self) == hasMoreTime(earlier)
  }

  /// Returns what is wrong with the numbers in texts and with what is planned.
  mutating func judgeNumbers() -> [Verdict] {
    judgeLines()
    judgeNudges()
    return verdicts
  }

  /// Records a mistake in the blueprint.
  mutating func report(
    _ kind: Finding.Kind, _ subject: String, _ sentence: String, after step: HistoryStep? = nil
  ) {
    verdicts.append(Verdict(kind, subject, sentence, after: step))
  }

  /// Records a mistake of the engine, which is a defect of Tollgate.
  mutating func reportDefect(_ kind: Finding.Kind, _ subject: String, _ sentence: String) {
    verdicts.append(Verdict(kind, subject, sentence, isDefect: true))
  }

  /// The customer in a sentence; the second account of a history is told from the first.
  var who: String { person == 0 ? "the customer" : "the second customer" }
}

extension Judge {
  /// Compares the entitlements with what was paid for and given.
  ///
  /// An entitlement that both views of the books give must hold, and one that neither gives must not.
  private mutating func judgeEntitlements() {
    let given = Set(membership.entitlements)
    let owed = real.entitled.intersection(reported.entitled)
    for entitlement in owed.subtracting(given).sorted() {
      let basis = paid.first { $0.product.entitlements.contains(entitlement) }
      let isGranted = state.people[person].granted(at: state.now).contains(entitlement)
      guard let reason = basis?.words ?? (isGranted ? "was granted it" : nil) else { continue }
      reportDefect(
        .payerLockedOut, "entitlements.\(entitlement)",
        "\(who) \(reason) and does not have `\(entitlement)`")
    }
    for entitlement in given.subtracting(real.entitled.union(reported.entitled)).sorted() {
      if let refunded = refunded(giving: entitlement) {
        reportDefect(
          .keptAfterRefund, "entitlements.\(entitlement)",
          "`\(refunded)` was refunded, and \(who) still has `\(entitlement)`")
      } else if !isTrialHadBefore {
        reportDefect(
          .freeRide, "entitlements.\(entitlement)",
          "\(who) has `\(entitlement)`, and nothing that was paid for or given is in force")
      }
    }
  }

  /// Returns a refunded purchase that gave an entitlement, the newest one.
  private func refunded(giving entitlement: Entitlement.ID) -> CatalogProduct.ID? {
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

  /// Whether a running trial is one that another customer already used on the device.
  var isTrialHadBefore: Bool {
    guard let trial = membership.trial, trial.isActive, trial.purchase == nil else { return false }
    return state.people.indices.contains { $0 < person && state.people[$0].trial != nil }
  }

  /// Reports a running trial that was used before, that nothing started, or that is over by the books.
  ///
  /// A second trial on one device is the blueprint's decision if it grants one for each account, and otherwise a
  /// defect.
  private mutating func judgeTrial() {
    guard let trial = membership.trial, trial.isActive else { return }
    let subject = "trial"
    if isTrialHadBefore {
      let sentence = "\(who) has the trial that the device has had already"
      if rules.definition.trial?.oncePer == .account {
        report(.trialAgain, subject, sentence)
      } else {
        reportDefect(.trialAgain, subject, sentence)
      }
      return
    }
    let name: TrialName =
      trial.purchase.map { .purchase($0.originalID) } ?? .own(person: person)
    let booked = BookView.allCases.flatMap { state.trials(of: person, $0, rules) }
      .filter { $0.name == name }
    if booked.isEmpty {
      reportDefect(
        .trialAgain, subject, "\(who) is in a trial that nothing started or that is over")
    } else if booked.allSatisfy(\.isSpent) {
      reportDefect(.limitOverspent, subject, "the trial continues after its last use")
    } else if !booked.contains(where: \.isActive) {
      reportDefect(.freeRide, subject, "the trial continues after its end")
    }
  }
}

extension Judge {
  /// Reports a free introductory period of the plan for somebody who had a trial without a purchase.
  private mutating func judgeSecondTrial() {
    guard state.people[person].trial != nil, let start = rules.definition.trial?.start.event,
      let second = paid.first(where: {
        $0.kind == .introductory && $0.product.introductoryOffer?.payment == .freeTrial
          && rules.plan.includes($0.product)
      })
    else { return }
    report(
      .trialAgain, "products.\(second.product.id)",
      "\(who) had the trial that begins with \(start.words), and the store gives the free trial of `\(second.product.id)` as well"
    )
  }
}

extension AddOnTrial.Start {
  /// What starts the trial, as part of a sentence.
  var words: String {
    switch self {
    case .signUp: "the sign-up"
    case .firstSeen: "the first launch"
    case .milestone(let milestone): "the milestone `\(milestone)`"
    }
  }
}

extension Basis {
  /// What gives access, as the part of a sentence that follows the customer.
  var words: String {
    switch kind {
    case .paid: "has paid for `\(product.id)`"
    case .introductory: "has bought `\(product.id)` with its introductory offer"
    case .grace: "is in the grace period of `\(product.id)`"
    case .late: "has paid for `\(product.id)`, whose renewal is on its way,"
    }
  }
}
