import Tollgate

extension HistoryState {
  /// How long each action takes, in milliseconds, so that no two happen at one instant.
  private static let tick: Int64 = 1000

  /// Returns the state after a step; nil if it does nothing.
  ///
  /// - Parameter watch: Called at each instant on the way at which the store does something.
  /// - Returns: The state after it, or nil if nothing happens.
  func performing(_ step: HistoryStep, _ rules: Rules, watch: (HistoryState) -> Void = { _ in })
    -> HistoryState?
  {
    var next = self
    return next.perform(step, rules, watch) ? next : nil
  }

  /// Takes a step; false if it does nothing, in which case the state is to be discarded.
  private mutating func perform(
    _ step: HistoryStep, _ rules: Rules, _ watch: (HistoryState) -> Void
  ) -> Bool {
    let store = people[active].store.rawValue
    depth += 1
    if !step.isTime { pass(to: now.adding(milliseconds: Self.tick), rules, watch) }
    switch step {
    case .signUp: signUp(rules)
    case .reach(let milestone): reach(milestone, rules)
    case .set(let settings): set(settings, rules)
    case .move(let zone): return move(to: zone, rules)
    case .use(let feature, let times): return use(feature, times, rules)
    case .useSized(let feature, let size): return use(feature, size: size, rules)
    case .release(let feature): return release(feature)
    case .buy(let id, let leavesOutOffer):
      guard let product = rules.product(id) else { return false }
      let isRunning = stores[store].subscription(of: product)?.isRunning ?? false
      let bought = stores[store].buy(product, leavingOutOffer: leavesOutOffer, at: now)
      guard let notification = bought else { return false }
      post(notification, isRestore: false, rules)
      let isReplaced =
        subscription(notification.line)?.periods.dropLast().last?.signed.isUpgraded ?? false
      hasUnposted = hasUnposted || isRunning && isReplaced
    case .cancel: notify(stores[store].setRenewal(false, at: now), rules)
    case .resume: notify(stores[store].setRenewal(true, at: now), rules)
    case .failBilling(let grace): stores[store].failCard(with: grace)
    case .fixBilling: notify(stores[store].fixCard(at: now), rules)
    case .extendTrial(let days): return changeTrial(.extend(days: days), rules)
    case .pauseTrial: return changeTrial(.pause, rules)
    case .resumeTrial: return changeTrial(.resume, rules)
    case .grant(let entitlement): grant(entitlement)
    case .revokeGrant(let entitlement): return revokeGrant(of: entitlement)
    case .give(let name): return give(name, rules)
    case .refund(let product, let isFirst):
      guard let notification = stores[store].refund(product, isFirst: isFirst, at: now) else {
        return false
      }
      notify([notification], rules)
    case .holdNews: holdsNotifications = true
    case .deliverNotifications: deliverNotifications(rules)
    case .restore:
      let lines = stores[store].lines
      for line in lines {
        post(
          UnsignedStore.Notification(line: line, facts: stores[store].everything(of: line)),
          isRestore: true,
          rules)
      }
      hasUnposted = false
    case .secondAccount(let sharesStore): startSecond(sharesStore: sharesStore, rules)
    case .wait(let instant): pass(to: instant, rules, watch)
    case .waitAlmost(let instant): pass(to: instant.adding(milliseconds: -60_000), rules, watch)
    }
    switch step {
    case .wait: lastMinute = nil
    case .waitAlmost: lastMinute = 0
    case .holdNews: break
    case .signUp, .reach, .set, .move, .use, .useSized, .release, .buy, .cancel, .resume,
      .failBilling,
      .fixBilling, .extendTrial, .pauseTrial, .resumeTrial, .grant, .revokeGrant, .give,
      .refund, .deliverNotifications, .restore, .secondAccount:
      lastMinute = lastMinute.map { $0 + 1 }
    }
    return true
  }

  /// Returns the state a moment later, in place of a step that does nothing.
  func idling(_ rules: Rules) -> HistoryState {
    var next = self
    next.depth += 1
    next.pass(to: now.adding(milliseconds: Self.tick), rules) { _ in }
    return next
  }

  /// Lets somebody else open the app on the device and sign up, who becomes the active customer.
  private mutating func startSecond(sharesStore: Bool, _ rules: Rules) {
    let account: StoreAccountID = sharesStore ? .first : .other
    if !sharesStore {
      stores.append(UnsignedStore(account: .other, products: rules.onSale))
    }
    people.append(Self.person(people.count, store: account, at: now))
    active = people.count - 1
    open(rules)
    signUp(rules)
  }

  /// Lets time pass; what the store does on the way happens at its own instants.
  private mutating func pass(to target: Instant, _ rules: Rules, _ watch: (HistoryState) -> Void) {
    while let due = stores.compactMap(\.due).min(), due <= target {
      now = max(now, due)
      for index in stores.indices {
        let notification = stores[index].pass(to: now)
        if !notification.isEmpty { notify(notification, rules) }
      }
      if now < target { watch(self) }
    }
    now = max(now, target)
  }

  /// Reports a time zone; false if the server ignores it, as it does within a day of another.
  private mutating func move(to zone: String, _ rules: Rules) -> Bool {
    let facts = rules.blueprint.set(
      [DeviceProperty.timeZone.attribute: .some(.string(zone))], by: .device,
      for: people[active].recorded.customer, at: now
    ).facts
    if facts.isEmpty { return false }
    people[active].join(facts)
    people[active].zones.append(BookedZone(at: now, name: zone))
    return true
  }

  /// The greatest number of consecutive uses that are all decided.
  private static let mostDecided = 200

  /// Returns whether only the first and the last two of uses in a row need to be decided, because between them nothing
  /// changes but a number: nothing else depends on it and as many are left, or they are very many.
  private func isRepeated(_ feature: Feature, _ times: Int, _ rules: Rules) -> Bool {
    if times > Self.mostDecided { return true }
    guard times > 3, rules.repeated.contains(feature.id) else { return false }
    let membership = Membership(
      unchangingFor: reading(of: active, rules).customer, in: rules.blueprint, plans: false, at: now
    )
    return useCounts(of: feature, rules, membership).first.map { times <= $0 } ?? false
  }

  /// Uses a feature; false if the first use is refused already.
  private mutating func use(_ feature: Feature.ID, _ times: Int, _ rules: Rules) -> Bool {
    guard let handle = rules.blueprint.handle(of: feature),
      let written = rules.definition.features.first(where: { $0.id == feature })
    else { return false }
    let isHolding = written.holdsItems
    let isRepeated = isRepeated(written, times, rules)
    let counter = counter(of: feature, by: active, rules)
    var last: Decision?
    var repeated: [Fact] = []
    for number in 0..<times {
      let item: Item.ID? = isHolding ? Item.ID("item-\(keys + 1)") : nil
      if let last, isRepeated, number < times - 2, let booked = uses.last {
        let key = nextKey()
        repeated += last.facts.compactMap { $0.again(key, item) }
        uses.append(booked)
        if booked.isRecorded { bookEarnedDays(by: .use(feature), rules) }
      } else {
        take(repeated, countedBy: counter)
        repeated = []
        do {
          let decision = try rules.blueprint.use(
            handle, by: reading(of: active, rules).customer, id: people[active].id,
            key: nextKey(), item: item, at: now)
          bookUse(of: feature, decision, rules)
          take(decision.facts, countedBy: counter)
          last = decision
        } catch {
          return last != nil
        }
      }
      if let item { people[active].items[feature, default: []].append(item) }
    }
    return true
  }

  /// Uses a feature once with a size, false if it is refused; an item of more than 1 begins with 1 and grows.
  private mutating func use(_ feature: Feature.ID, size: Int, _ rules: Rules) -> Bool {
    guard let handle = rules.blueprint.handle(of: feature),
      let written = rules.definition.features.first(where: { $0.id == feature })
    else { return false }
    let counter = counter(of: feature, by: active, rules)
    let item: Item.ID? = written.holdsItems ? Item.ID("item-\(keys + 1)") : nil
    let grows = item != nil && size > 1 && !written.rules.contains { $0.allowance.countsSizes }
    for cost in grows ? [1, size] : [size] {
      do {
        let decision = try rules.blueprint.use(
          handle, by: reading(of: active, rules).customer, id: people[active].id, key: nextKey(),
          item: item, cost: cost, at: now)
        if !grows || cost == 1 { bookUse(of: feature, size: size, decision, rules) }
        take(decision.facts, countedBy: counter)
      } catch {
        return false
      }
    }
    if let item {
      people[active].items[feature, default: []].append(item)
      people[active].itemSizes[item] = size
    }
    return true
  }

  /// Records the facts of uses with the customer whose uses they count among.
  private mutating func take(_ facts: [Fact], countedBy counter: Int) {
    if counter == active { return people[active].join(facts) }
    people[counter].join(facts.filter(\.isOfUse))
    people[active].join(facts.filter { !$0.isOfUse })
  }

  /// Grants the active customer an entitlement, as the server does for support.
  private mutating func grant(_ entitlement: Entitlement.ID) {
    people[active].grants[entitlement] = BookedGrant(startsAt: now)
    record(people[active].grants[entitlement], of: entitlement)
  }

  /// Revokes a grant, as the server does for support; false if none is in force.
  private mutating func revokeGrant(of entitlement: Entitlement.ID) -> Bool {
    guard people[active].revocable.contains(entitlement) else { return false }
    people[active].grants[entitlement]?.revokedAt = now
    record(people[active].grants[entitlement], of: entitlement)
    return true
  }

  /// Gives a grant that the blueprint lists, as the server does for the app's backend; false if it is refused.
  private mutating func give(_ name: GrantTerms.ID, _ rules: Rules) -> Bool {
    guard let terms = rules.definition.grants.first(where: { $0.id == name }) else { return false }
    let isDue = mayHave(terms, rules)
    let grant: Grant
    do throws(GrantRefusal) {
      grant = try rules.blueprint.give(
        name, by: .support, to: people[active].recorded.customer,
        as: Grant.ID("gift-\(people[active].gifts.count)"), at: now)
    } catch {
      return false
    }
    if isDue {
      people[active].gifts.append(
        BookedGift(terms, after: people[active].gifts, at: now))
    }
    people[active].join([.grant(grant)])
    return true
  }

  /// Whether the active customer meets the condition of a grant, by the books; they do not say what is left.
  private func mayHave(_ grant: GrantTerms, _ rules: Rules) -> Bool {
    grant.when.parts.contains { !$0.left.isEmpty }
      || grant.when.holds(in: circumstances(of: active, .reported, rules))
  }

  private mutating func record(_ booked: BookedGrant?, of entitlement: Entitlement.ID) {
    guard let booked else { return }
    let grant = Grant(
      id: Grant.ID("grant-\(entitlement)"), entitlements: [entitlement],
      startsAt: booked.startsAt, endsAt: nil, revokedAt: booked.revokedAt)
    people[active].join([.grant(grant)])
  }

  /// Releases the newest item of a feature; false if none is held.
  private mutating func release(_ feature: Feature.ID) -> Bool {
    guard let item = people[active].items[feature]?.popLast() else { return false }
    let released = people[active].recorded.customer.releasing(
      item, of: feature, preferring: people[active].id, at: now)
    people[active].join(released)
    return true
  }
}

extension Fact {
  /// Whether it is a use that counts toward limits, or the size of one.
  var isOfUse: Bool {
    switch self {
    case .use(let use): !use.isUnlimited
    case .size(let size): size.item == nil
    default: false
    }
  }

  /// Returns the same fact of another use; nil if only the first of several uses has it.
  fileprivate func again(_ key: Idempotency.Key, _ item: Item.ID?) -> Fact? {
    switch (self, item) {
    case (.use(let use), _):
      .use(
        Use(
          feature: use.feature, key: key, origin: use.origin, isUnlimited: use.isUnlimited,
          at: use.at))
    case (.spend(let spend), _):
      .spend(spend.moved(to: key, at: spend.at))
    case (.item(let change), let item?):
      .item(
        ItemChange(
          feature: change.feature, item: item, key: key, isHeld: change.isHeld,
          origin: change.origin, at: change.at))
    case (.size(let size), _):
      .size(
        UseSize(
          feature: size.feature, key: key, item: size.item == nil ? nil : item,
          origin: size.origin, amount: size.amount, parent: size.parent, at: size.at))
    default: nil
    }
  }
}
