import Tollgate

/// One customer's life under two blueprints, fact by fact.
struct LifeReplay {
  /// A use that was reserved before it was made, or paid for with credits.
  private struct JudgedUse: Hashable {
    let feature: Feature.ID
    let key: Idempotency.Key
  }

  private let whatIf: WhatIf
  private var customer = Customer()
  private var judged: Set<JudgedUse> = []
  /// The instant that was compared last.
  private var comparedAt: Instant?
  /// The instants of each difference, in order; an instant is repeated for each use.
  private(set) var instants: [WhatIfReport.Key: [Instant]] = [:]
  /// How many instants were compared.
  private(set) var compared = 0

  init(_ whatIf: WhatIf, of id: Customer.ID) {
    self.whatIf = whatIf
    customer.id = id
  }

  /// Judges what a moment's facts record, folds them, and compares what both blueprints answer then.
  mutating func record(_ moment: RecordedLife.Moment) {
    let isCompared = whatIf.since.map { $0 <= moment.at } ?? true
    for fact in moment.facts {
      if isCompared { judge(fact, at: moment.at) }
      if case .reservation(let use) = fact {
        judged.insert(JudgedUse(feature: use.feature, key: use.key))
      }
      if case .spend(let use) = fact {
        judged.insert(JudgedUse(feature: use.feature, key: use.key))
      }
      // The new blueprint counts under names that no use was recorded with.
      if case .use(let use) = fact,
        let named = whatIf.new.naming(use, of: customer, recordedBy: whatIf.old)
      {
        customer.join(.size(named))
      }
      customer.join(fact)
    }
    if isCompared { compare(at: moment.at) }
  }

  /// Compares what both blueprints answer at an instant.
  mutating func compare(at instant: Instant) {
    guard comparedAt != instant else { return }
    comparedAt = instant
    compared += 1
    let old = Membership(unchangingFor: customer, in: whatIf.old, at: instant)
    let new = Membership(unchangingFor: customer, in: whatIf.new, at: instant)
    compareBlockedItems(old, new, at: instant)
    let differences = Answers(old).differences(to: Answers(new))
    guard !differences.isEmpty else { return }
    let isPaying = customer.isPaying(old, at: instant)
    for difference in differences {
      add(
        WhatIfReport.Key(
          kind: WhatIfReport.Kind(difference.direction), subject: difference.subject,
          sentence: difference.sentence, rule: Self.rule(of: difference.subject, new),
          isPaying: isPaying), instant)
    }
  }

  /// Compares which held items are blocked because they are beyond the limit.
  private mutating func compareBlockedItems(
    _ old: Membership, _ new: Membership, at instant: Instant
  ) {
    if whatIf.blockable.isEmpty { return }
    let customer = customer
    func blocked(of feature: Feature.ID, by blueprint: Blueprint) -> Set<Item.ID> {
      guard let handle = blueprint.handle(of: feature) else { return [] }
      return blueprint.blockedItems(of: handle, for: customer, at: instant)
    }
    for feature in whatIf.blockable {
      let before = blocked(of: feature, by: whatIf.old)
      let after = blocked(of: feature, by: whatIf.new)
      if before == after { continue }
      let loses = !after.isSubset(of: before)
      add(
        WhatIfReport.Key(
          kind: loses ? .loses : .gains, subject: "features.\(feature)",
          sentence: "\(Answers(old).who) \(loses ? "loses" : "gains") held items of `\(feature)`, "
            + (loses ? "which are blocked" : "which are no longer blocked"),
          rule: new.rule(of: feature), isPaying: customer.isPaying(old, at: instant)), instant)
    }
  }

  /// Counts a fact that the new blueprint would not have let happen, as far as a fact alone shows it.
  private mutating func judge(_ fact: Fact, at instant: Instant) {
    switch fact {
    case .use(let use): judge(useOf: use.feature, use.key, at: instant)
    case .spend(let spend): judge(useOf: spend.feature, spend.key, at: instant)
    case .reservation(let reservation): judge(useOf: reservation.feature, at: instant)
    case .item(let change) where change.isHeld:
      judge(useOf: change.feature, change.key, at: instant)
    case .size(let size): judge(size, at: instant)
    case .trialStarted(let start): judge(start, at: instant)
    case .signedUp where customer.account == nil: judgeStart(with: .signUp, fact, at: instant)
    case .device where customer.knownDevices.isEmpty:
      judgeStart(with: .firstSeen, fact, at: instant)
    case .milestone(let reached) where customer.reached(reached.milestone) == nil:
      judgeStart(with: .milestone(reached.milestone), fact, at: instant)
    default: break
    }
  }

  /// Counts a use that is refused, unless its reservation or what it spends was judged: both count until the use does.
  private mutating func judge(
    useOf feature: Feature.ID, _ key: Idempotency.Key, at instant: Instant
  ) {
    if judged.contains(JudgedUse(feature: feature, key: key)) { return }
    judge(useOf: feature, at: instant)
  }

  private mutating func judge(useOf feature: Feature.ID, at instant: Instant) {
    // What the current blueprint refuses too was allowed by an earlier one, or used without a network.
    guard whatIf.old.handle(of: feature) != nil else { return }
    let old = membership(whatIf.old, at: instant)
    guard !old.access(to: feature).isDenied else { return }
    let new = membership(whatIf.new, at: instant)
    guard case .denied(let denial) = new.access(to: feature) else { return }
    add(denial, of: feature, old, new, at: instant)
  }

  /// Counts a use that is refused for its size, or in its parent; one of any size and parent was counted as a use.
  private mutating func judge(_ size: UseSize, at instant: Instant) {
    guard whatIf.old.handle(of: size.feature) != nil else { return }
    let growth = customer.growth(to: size)
    guard growth > 0 else { return }
    let old = membership(whatIf.old, at: instant, in: size.parent)
    let new = membership(whatIf.new, at: instant, in: size.parent)
    let isNamed =
      whatIf.new.feature(size.feature)?.parentKind != nil && size.parent.map { $0 != "" } ?? false
    guard !old.access(to: size.feature, asking: growth).isDenied,
      isNamed || !new.access(to: size.feature).isDenied,
      case .denied(let denial) = new.access(to: size.feature, asking: growth)
    else { return }
    add(denial, of: size.feature, old, new, at: instant)
  }

  private mutating func add(
    _ denial: Denial, of feature: Feature.ID, _ old: Membership, _ new: Membership,
    at instant: Instant
  ) {
    let reason =
      switch denial.reason {
      case .limitReached: "the limit is reached"
      case .notIncluded: "it is not included"
      }
    add(
      WhatIfReport.Key(
        kind: .refused, subject: "features.\(feature)",
        sentence: "\(Answers(old).who) is refused a use of `\(feature)`: \(reason)",
        rule: new.rule(of: feature), isPaying: customer.isPaying(old, at: instant)), instant)
  }

  private mutating func judge(_ start: TrialStart, at instant: Instant) {
    if start.isAddOn { return judgeAddOn(start, at: instant) }
    guard let old = whatIf.old.definition.trial, old.id == start.trial,
      old.startsWithPurchase == (start.purchase != nil)
    else { return }
    if let new = whatIf.new.definition.trial, new.id == start.trial,
      new.startsWithPurchase == (start.purchase != nil), new.start.event == old.start.event
    {
      if new.terms != old.terms {
        addTrial(start.trial, "starts with other terms; those recorded are kept", at: instant)
      } else if new.when != old.when {
        addTrial(start.trial, "starts for others; those recorded continue", at: instant)
      }
    } else {
      addTrial(start.trial, "does not start; those recorded continue", at: instant)
    }
  }

  private mutating func judgeAddOn(_ start: TrialStart, at instant: Instant) {
    func written(_ blueprint: Blueprint) -> AddOnTrial? {
      blueprint.definition.addOnTrials.first { $0.id == start.trial }
    }
    guard let old = written(whatIf.old) else { return }
    guard let new = written(whatIf.new), new.start == old.start else {
      return addTrial(start.trial, "does not start; those recorded continue", at: instant)
    }
    if new.terms != old.terms {
      addTrial(start.trial, "starts with other terms; those recorded are kept", at: instant)
    } else if new.when != old.when {
      addTrial(start.trial, "starts for others; those recorded continue", at: instant)
    }
  }

  /// Notes that the new blueprint's trial starts with what happens, and the old one's did not.
  private mutating func judgeStart(
    with event: AddOnTrial.Start, _ fact: Fact, at instant: Instant
  ) {
    guard let new = whatIf.new.definition.trial, new.start.event == event else { return }
    if let old = whatIf.old.definition.trial, old.start.event == event {
      if old.when == new.when { return }
      var after = customer
      after.join(fact)
      guard !whatIf.old.meetsTrial(after, at: instant), whatIf.new.meetsTrial(after, at: instant)
      else { return }
    }
    let words =
      switch event {
      case .signUp: "sign-up"
      case .firstSeen, .milestone: event.words
      }
    addTrial(new.id, "starts at \(words); it is not replayed", at: instant)
  }

  private mutating func addTrial(_ trial: Trial.ID, _ words: String, at instant: Instant) {
    let old = membership(whatIf.old, at: instant)
    add(
      WhatIfReport.Key(
        kind: .trial, subject: "trial", sentence: "the trial `\(trial)` \(words)", rule: nil,
        isPaying: customer.isPaying(old, at: instant)), instant)
  }

  private mutating func add(_ key: WhatIfReport.Key, _ instant: Instant) {
    instants[key, default: []].append(instant)
  }

  /// What a blueprint gives at an instant, without what shows.
  private func membership(
    _ blueprint: Blueprint, at instant: Instant, in parent: Parent.ID? = nil
  ) -> Membership {
    Membership(unchangingFor: customer, in: blueprint, parent: parent, plans: false, at: instant)
  }

  private static func rule(of subject: String, _ membership: Membership) -> Int? {
    let prefix = "features."
    guard subject.hasPrefix(prefix) else { return nil }
    return membership.rule(of: Feature.ID(String(subject.dropFirst(prefix.count))))
  }
}

extension Trial {
  /// Whether a purchase starts it.
  fileprivate var startsWithPurchase: Bool {
    start.event == nil
  }
}

extension Customer {
  /// Whether the customer has something that was bought: a subscription after its trial, or anything else in force.
  fileprivate func isPaying(_ membership: Membership, at instant: Instant) -> Bool {
    switch membership.phase {
    // A grant alone is not paid for.
    case .subscribed: if membership.subscription?.isActive ?? false { return true }
    case .trial, .unknown: return false
    case .onboarding, .blocked, .trialExpired, .lapsed, .free: break
    }
    return storeTransactions.contains { transaction in
      transaction.revokedAt == nil && !transaction.isUpgraded && transaction.purchasedAt <= instant
        && transaction.expiresAt.map { instant < $0 } ?? true
        && membership.blueprint.definition.products.contains {
          $0.id == transaction.product && !$0.entitlements.isEmpty
        }
    }
  }
}
