extension Customer {
  /// Takes a fact in; answers whether anything is known now that was not before.
  @discardableResult
  public mutating func join(_ fact: Fact) -> Bool {
    switch fact {
    case .signedUp(let fact): accounts.keepEarliest(fact.at, of: fact.account)
    case .device(let fact):
      devices.keepEarliest(fact.at, of: DeviceKey(device: fact.device, origin: fact.origin))
    case .milestone(let fact): milestones.keepEarliest(fact.at, of: fact.milestone)
    case .trialStarted(let fact): trials.keep(fact, of: fact.trial) { $0.outranks($1) }
    case .trialForfeited(let fact):
      forfeits.keepEarliest(fact.at, of: ForfeitKey(trial: fact.trial, device: fact.device))
    case .transaction(let fact): transactions.keep(fact, of: fact.id) { $0.outranks($1) }
    case .renewal(let fact): renewals.keep(fact, of: fact.purchase) { $0.outranks($1) }
    case .transfer(let fact): transfers.keep(fact, of: fact.purchase) { $0.outranks($1) }
    case .use(let fact):
      uses[fact.feature, default: [:]].keepEarliest(
        fact.at, of: UseKey(origin: fact.origin, key: fact.key))
    case .item(let fact):
      items[fact.feature, default: [:]][
        ItemKey(item: fact.item, origin: fact.origin), default: Holding()
      ].join(
        Holding(
          takenAt: fact.isHeld ? fact.at : nil, releasedAt: fact.isHeld ? nil : fact.at))
    case .dismissal(let fact):
      dismissals[fact.prompt, default: [:]].keepEarliest(fact.at, of: fact.key)
    case .paywall(let fact):
      paywalls.keepEarliest(
        fact.at,
        of: PaywallKey(
          paywall: fact.paywall, action: fact.action, key: fact.key, feature: fact.feature,
          placement: fact.placement))
    case .nudge(let fact):
      nudges.keepEarliest(
        fact.at, of: NudgeKey(nudge: fact.nudge, occurrence: fact.occurrence))
    case .grant(let fact):
      grants.keep(fact.joined(with: grants[fact.id]), of: fact.id) { $0 != $1 }
    case .profile(let fact): profile.keep(fact, of: ProfileKey(fact)) { $0.outranks($1) }
    }
  }

  /// Takes in everything known of another customer, who is then the same one.
  public mutating func join(_ other: Customer) {
    for fact in other.facts { join(fact) }
  }

  /// The fewest facts whose fold is this customer, in a fixed order.
  public var facts: [Fact] {
    var facts: [Fact] = []
    facts += accounts.inOrder { .signedUp(SignUp(account: $0, at: $1)) }
    facts += devices.sorted { $0.key.order < $1.key.order }
      .map { .device(DeviceUse(device: $0.key.device, origin: $0.key.origin, at: $0.value)) }
    facts += milestones.inOrder { .milestone(MilestoneReached(milestone: $0, at: $1)) }
    facts += trials.inOrder { .trialStarted($1) }
    facts += forfeits.sorted { ($0.key.trial, $0.key.device) < ($1.key.trial, $1.key.device) }
      .map {
        .trialForfeited(TrialForfeit(trial: $0.key.trial, device: $0.key.device, at: $0.value))
      }
    facts += transactions.inOrder { .transaction($1) }
    facts += renewals.inOrder { .renewal($1) }
    facts += transfers.inOrder { .transfer($1) }
    for (feature, uses) in uses.sorted(by: { $0.key < $1.key }) {
      facts += uses.sorted { ($0.key.origin, $0.key.key) < ($1.key.origin, $1.key.key) }
        .map {
          .use(Use(feature: feature, key: $0.key.key, origin: $0.key.origin, at: $0.value))
        }
    }
    for (feature, items) in items.sorted(by: { $0.key < $1.key }) {
      for (key, holding) in items.sorted(by: {
        ($0.key.item, $0.key.origin) < ($1.key.item, $1.key.origin)
      }) {
        if let at = holding.takenAt {
          facts.append(
            .item(
              ItemChange(feature: feature, item: key.item, isHeld: true, origin: key.origin, at: at)
            ))
        }
        if let at = holding.releasedAt {
          facts.append(
            .item(
              ItemChange(
                feature: feature, item: key.item, isHeld: false, origin: key.origin, at: at)))
        }
      }
    }
    for (prompt, dismissals) in dismissals.sorted(by: { $0.key < $1.key }) {
      facts += dismissals.inOrder { .dismissal(Dismissal(prompt: prompt, key: $0, at: $1)) }
    }
    facts +=
      paywalls
      .sorted {
        ($0.key.paywall, $0.key.action.rawValue, $0.key.key)
          < ($1.key.paywall, $1.key.action.rawValue, $1.key.key)
      }
      .map {
        .paywall(
          PaywallEvent(
            paywall: $0.key.paywall, action: $0.key.action, key: $0.key.key,
            feature: $0.key.feature, placement: $0.key.placement, at: $0.value))
      }
    facts += nudges.sorted {
      ($0.key.nudge, $0.key.occurrence) < ($1.key.nudge, $1.key.occurrence)
    }.map {
      .nudge(NudgeDelivery(nudge: $0.key.nudge, occurrence: $0.key.occurrence, at: $0.value))
    }
    facts += grants.inOrder { .grant($1) }
    facts += profile.values.sorted { ($0.table, $0.row) < ($1.table, $1.row) }.map(Fact.profile)
    return facts
  }
}

extension Customer.Holding {
  fileprivate mutating func join(_ other: Self) -> Bool {
    let before = self
    takenAt = earliest(takenAt, other.takenAt)
    releasedAt = earliest(releasedAt, other.releasedAt)
    return self != before
  }
}

extension Grant {
  /// The shortest reading of two reports of one grant, so that one taken back stays taken back.
  fileprivate func joined(with other: Grant?) -> Grant {
    guard let other else { return self }
    let first = min(entitlement, other.entitlement)
    return Grant(
      id: id, entitlement: first, startsAt: max(startsAt, other.startsAt),
      endsAt: earliest(endsAt, other.endsAt), revokedAt: earliest(revokedAt, other.revokedAt))
  }
}

private func earliest(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left else { return right }
  guard let right else { return left }
  return min(left, right)
}

extension Dictionary where Value == Instant {
  fileprivate mutating func keepEarliest(_ instant: Instant, of key: Key) -> Bool {
    keep(instant, of: key) { $0 < $1 }
  }
}

extension Dictionary {
  fileprivate mutating func keep(
    _ value: Value, of key: Key, where outranks: (Value, Value) -> Bool
  ) -> Bool {
    func replace(_ standing: inout Value?) -> Bool {
      if let standing, !outranks(value, standing) { return false }
      standing = value
      return true
    }
    return replace(&self[key])
  }
}

extension Dictionary where Key: Comparable {
  fileprivate func inOrder(_ fact: (Key, Value) -> Fact) -> [Fact] {
    sorted { $0.key < $1.key }.map { fact($0.key, $0.value) }
  }
}
