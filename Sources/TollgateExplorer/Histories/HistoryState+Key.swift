import AppStoreSimulator
import Tollgate

extension HistoryState {
  /// Returns what distinguishes this state from states with a different future.
  ///
  /// Instants are left out but for their order: two states that differ only in how long ago something began have the
  /// same future, until counts come near an edge. Two states that are taken for one although they differ cost a
  /// finding; two that are told apart without need cost time.
  ///
  /// - Parameter memberships: What each customer sees in the state.
  func fingerprint(_ memberships: [Membership], _ rules: Rules) -> Fingerprint {
    var key = Fingerprint()
    key.mix(people.count)
    key.mix(active)
    for person in people.indices {
      mixAnswers(of: memberships[person], into: &key)
      mix(people[person], rules, into: &key)
      mixPast(of: person, memberships[person], rules, into: &key)
    }
    for store in stores { mix(store, into: &key) }
    mixKnowledge(rules, into: &key)
    mixOrder(memberships, rules, into: &key)
    return key
  }

  /// Adds what is recorded about a customer: milestones that matter, and items between their edges.
  private func mix(_ person: Person, _ rules: Rules, into key: inout Fingerprint) {
    key.mix(person.hasAccount)
    // Of what has ended it matters that it was bought, not how often.
    for name in Set(person.lines.map(name(of:))).sorted() { key.mix(name) }
    key.mix(person.calledForTrialAt != nil)
    key.mix(person.trial != nil)
    key.mix(person.trial?.pausedAt != nil)
    key.mix(person.trial.map { $0.hasMoreTime(at: now) } ?? false)
    for (position, earned) in (rules.terms?.earned ?? []).enumerated() {
      key.mix(person.earnedDays[position, default: 0] < earned.most)
    }
    for trial in rules.definition.addOnTrials {
      let own = person.addOnTrials[trial.id]
      key.mix(own != nil)
      key.mix(own?.endsAt.map { now < $0 } ?? false)
    }
    for entitlement in person.revocable.sorted() { key.mix(entitlement.rawValue) }
    for gift in person.gifts where !gift.isOver(at: now) {
      key.mix(gift.name.rawValue)
      key.mix(gift.startsAt <= now)
    }
    // How many were given matters as long as more can be.
    if depth <= Self.planGrantDepth { key.mix(person.gifts.count) }
    for milestone in rules.milestones {
      key.mix(person.recorded.customer.reached(milestone) != nil)
    }
    for test in rules.audienceTests { key.mix(person.audience.contains(test)) }
    for zone in person.zones { key.mix(zone.name) }
    for (feature, edges) in rules.itemEdges {
      let items = person.items[feature]?.count ?? 0
      key.mix(edges.count { $0 <= items })
    }
    for (feature, edges) in rules.sizeEdges {
      let size = person.heldSize(of: feature)
      key.mix(edges.count { $0 <= size })
    }
  }

  /// Adds which tests of the past and of what is left hold, and how often what they count has happened, up to their bounds.
  private func mixPast(
    of person: Int, _ membership: Membership, _ rules: Rules, into key: inout Fingerprint
  ) {
    for test in rules.leftTests { key.mix(membership.holds(test)) }
    if rules.pastTests.isEmpty { return }
    let book = PastBook(state: self, person: person, rules: rules)
    for test in rules.pastTests {
      key.mix(membership.holds(test))
      if let counted = book.uses(countedBy: test) { key.mix(counted) }
      if let memory = book.memory(of: test, in: membership.phase) { key.mix(memory) }
    }
  }

  /// Adds a store account: its offers, subscriptions, and for each product whether it is owned and was refunded.
  private func mix(_ store: UnsignedStore, into key: inout Fingerprint) {
    key.mix(store.cardFails)
    if store.cardFails { key.mix(store.grace?.rawValue ?? "") }
    for group in store.introduced.sorted() { key.mix(group) }
    for subscription in store.subscriptions.sorted(by: { $0.group < $1.group }) {
      mix(subscription, into: &key)
    }
    var owned: [CatalogProduct.ID: (Int, Int)] = [:]
    for bought in store.purchases {
      let (kept, refunded) = owned[bought.signed.product] ?? (0, 0)
      owned[bought.signed.product] =
        bought.signed.revokedAt == nil ? (1, refunded) : (kept, min(2, refunded + 1))
    }
    for (product, counts) in owned.sorted(by: { $0.key < $1.key }) {
      key.mix(product.rawValue)
      key.mix(counts.0 * 3 + counts.1)
    }
  }

  /// Adds a subscription: its condition, and which of its periods could still be refunded.
  private func mix(_ subscription: UnsignedSubscription, into key: inout Fingerprint) {
    key.mix(subscription.group)
    mixCondition(subscription, into: &key)
    let periods = subscription.periods
    key.mix(periods.count > 1 && periods.first?.signed.revokedAt == nil)
    key.mix(periods.contains { $0.signed.revokedAt != nil && !$0.signed.isUpgraded })
  }

  /// Adds what the store says about a subscription.
  private func mixCondition(_ subscription: UnsignedSubscription, into key: inout Fingerprint) {
    switch subscription.condition {
    case .active: key.mix(1)
    case .grace: key.mix(2)
    case .retrying: key.mix(3)
    case .expired: key.mix(4)
    case .revoked: key.mix(5)
    }
    key.mix(subscription.willRenew)
    key.mix(subscription.renewsTo.rawValue)
    key.mix(subscription.current?.signed.product.rawValue ?? "")
    key.mix(subscription.current?.isIntroductory ?? false)
    key.mix(subscription.offerPeriodsLeft)
  }

  /// Adds what was reported to the server, and who has which purchase.
  ///
  /// What does not renew and has ended counts once, however often it was bought.
  private func mixKnowledge(_ rules: Rules, into key: inout Fingerprint) {
    key.mix(holdsNotifications)
    key.mix(min(3, heldNotifications.count))
    key.mix(hasUnposted)
    var ended: Set<String> = []
    // What was bought is the same no matter which came first.
    for (line, owners) in holders.sorted(by: {
      (name(of: $0.key), $0.key) < (name(of: $1.key), $1.key)
    }) {
      if let bought = purchase(line), let end = endsAt(bought, rules), end <= now,
        !ended.insert("\(bought.signed.product) \(owners)").inserted
      {
        continue
      }
      for owner in owners { key.mix(owner) }
      guard let known = reported[line] else { continue }
      mixCondition(known, into: &key)
      key.mix(known.current?.signed.id == subscription(line)?.current?.signed.id)
    }
  }

  /// The group or the product of a line, by which lines are sorted.
  private func name(of line: StoreTransaction.OriginalID) -> String {
    subscription(line)?.group ?? purchase(line)?.signed.product.rawValue ?? ""
  }

  /// Adds the order of what happens next by itself, and which of it coincides.
  private func mixOrder(
    _ memberships: [Membership], _ rules: Rules, into key: inout Fingerprint
  ) {
    var coming: [(at: Instant, label: Int)] = []
    for (index, store) in stores.enumerated() {
      let subscriptions = store.subscriptions.sorted { $0.group < $1.group }
      for (number, subscription) in subscriptions.enumerated() {
        if let due = subscription.due { coming.append((due, 100 * (index + 1) + number)) }
      }
      for bought in store.purchases where bought.state.kind == .nonRenewing {
        let position = rules.definition.products.firstIndex { $0.id == bought.signed.product } ?? 0
        if let end = endsAt(bought, rules) { coming.append((end, 20_000 + 100 * index + position)) }
      }
    }
    let lines = reported.sorted { ($0.value.group, $0.key) < ($1.value.group, $1.key) }
    for (number, known) in lines.enumerated() {
      // While the server knows what the store does, the store's own instants are all there is.
      guard let current = known.value.current,
        holdsNotifications || current.signed.id != subscription(known.key)?.current?.signed.id
      else { continue }
      coming.append((current.end, 1000 + number))
      coming.append((rules.lateDeadline(from: current.start, to: current.end), 1100 + number))
    }
    for (index, person) in people.enumerated() {
      if let end = person.trial?.scheduledEnd { coming.append((end, 2000 + index)) }
      for (position, gift) in person.gifts.enumerated() {
        coming.append((gift.startsAt, 30_000 + 100 * index + position))
        if let end = gift.endsAt { coming.append((end, 40_000 + 100 * index + position)) }
      }
      for zone in person.zones { coming.append((zone.settlesAt, 4000 + index)) }
      for (position, trial) in rules.definition.addOnTrials.enumerated() {
        guard let end = person.addOnTrials[trial.id]?.endsAt else { continue }
        coming.append((end, 10_000 + 100 * index + position))
      }
      if rules.pastTests.isEmpty { continue }
      let own = membership(of: index, in: memberships, rules)
      let book = PastBook(state: self, person: index, rules: rules)
      for (at, test) in book.changes(in: own) {
        coming.append((at, 3000 + 100 * index + test))
      }
    }
    coming = coming.filter { $0.at > now }.sorted { ($0.at, $0.label) < ($1.at, $1.label) }
    var last = now
    for (at, label) in coming {
      key.mix(label)
      key.mix(at == last)
      last = at
    }
    key.mix(lastMinute ?? -1)
  }
}

extension HistoryState {
  /// Adds everything that a customer sees, apart from numbers that only count, such as days left.
  func mixAnswers(of membership: Membership, into key: inout Fingerprint) {
    key.mix(membership.phase.rawValue)
    for entitlement in membership.entitlements { key.mix(entitlement.rawValue) }
    for handle in membership.blueprint.handles {
      mix(membership.access(to: handle), into: &key)
      mix(membership.limitsAtOnce(of: handle), into: &key)
    }
    for placement in membership.blueprint.definition.placements {
      key.mix(membership.paywall(at: placement.id)?.rawValue ?? "")
    }
    for prompt in membership.prompts { key.mix(prompt.rawValue) }
    for nudge in membership.nudges { key.mix(nudge.id.rawValue) }
    key.mix(membership.trial?.isActive ?? false)
    key.mix(membership.trial?.ending?.rawValue ?? "")
    for trial in membership.addOnTrials {
      key.mix(trial.id.rawValue)
      key.mix(trial.isActive)
    }
    if let subscription = membership.subscription {
      key.mix(subscription.condition.rawValue)
      key.mix(subscription.willRenew)
      key.mix(subscription.isRenewalLate)
    }
    for paywall in membership.blueprint.definition.paywalls {
      for package in membership.packages(of: paywall.id) {
        key.mix(package.product.rawValue)
        key.mix(package.offer?.id.rawValue ?? "")
        key.mix(membership.offersIntroductory(package.product))
      }
    }
  }

  /// Adds what is left of limits that hold at once, in steps of the lowest: only that many uses lie between two answers.
  private func mix(_ limits: [Limit], into key: inout Fingerprint) {
    // Of a size, one use takes as much as is left.
    for limit in limits where limit.asked != nil {
      key.mix(limit.used == 0 ? 0 : min(limit.remaining, 2) + 1)
    }
    let counted = limits.filter { $0.asked == nil }
    guard let step = counted.map(\.limit).min(), step > 0 else { return }
    for limit in counted {
      key.mix(limit.used == 0 ? 0 : 1 + (limit.remaining + step - 1) / step)
    }
  }

  /// Adds access to a feature.
  private func mix(_ access: Access, into key: inout Fingerprint) {
    switch access {
    case .unknown: key.mix(1)
    case .allowed(let limit?):
      key.mix(2)
      // The balance of a wallet is only a number while it pays for a use.
      if limit.scope == .credits { break }
      // A count of uses matters near its edges: none used, one left, some.
      if limit.scope != .held { key.mix(limit.used == 0 ? 0 : limit.remaining == 1 ? 1 : 2) }
      key.mix(limit.limit)
    case .allowed(nil): key.mix(3)
    case .denied(let denial):
      key.mix(4)
      key.mix(denial.reason.rawValue)
      key.mix(denial.paywall?.rawValue ?? "")
      key.mix(denial.startsAt != nil)
      key.mix(denial.isManagedInStore)
    }
  }
}
