public import Tollgate

/// What a search covered of what a blueprint allows, and what it left out.
public struct SearchExtent: Hashable, Sendable {
  /// Something that histories can contain, beside purchases and phases.
  public enum Event: String, Hashable, Sendable, CaseIterable {
    case signUp = "sign-ups"
    case milestone = "milestones"
    case report = "attributes and device properties"
    case move = "changes of the time zone"
    case use = "uses up to a limit"
    case planChange = "changes of plan"
    case renewal = "renewals"
    case cancellation = "cancellations"
    case gracePeriod = "grace periods"
    case billingRetry = "failed payments"
    case refund = "refunds"
    case restore = "restored purchases"
    case trialChange = "trials changed by support"
    case grant = "grants"
    case planGrant = "grants of the plan"
    case secondAccount = "second accounts"
    case secondStoreAccount = "second store accounts"
    case lateNotification = "late notifications"
    case lastMinute = "the minute before a change"
    // No search has the following.
    case offer = "purchases with offers"
    case credits
    case elsewhere = "rights bought elsewhere"
    case waitingGrant = "purchases beside grants that wait for them"
    case team = "members of teams"
    case priceIncrease = "price increases"
    case familySharing = "family sharing"
    case offlineUse = "offline use"
    case clock = "clocks set back"
  }

  /// Products, phases and events.
  public struct Part: Hashable, Sendable {
    /// The products that are bought.
    public internal(set) var products: Set<CatalogProduct.ID> = []
    /// The phases that a customer is in.
    public internal(set) var phases: Set<Phase> = []
    /// What else happens.
    public internal(set) var events: Set<Event> = []
  }

  /// What some history contained.
  public internal(set) var searched = Part()
  /// What the blueprint allows and no history contained.
  public internal(set) var leftOut = Part()
}

extension SearchExtent {
  /// What was searched, as a list.
  public var searchedWords: String {
    Self.words([
      leftOut.products.isEmpty && !searched.products.isEmpty
        ? ["all products"] : searched.products.sorted().map(\.rawValue),
      leftOut.phases.isEmpty ? ["all phases"] : searched.phaseNames, searched.eventNames,
    ])
  }

  /// What was not searched, as a list.
  public var leftOutWords: String {
    Self.words([
      leftOut.products.sorted().map(\.rawValue), leftOut.phaseNames, leftOut.eventNames,
    ])
  }

  private static func words(_ groups: [[String]]) -> String {
    groups.filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: "; ")
  }

  /// Adds what another search covered.
  mutating func add(_ other: SearchExtent) {
    searched.formUnion(other.searched)
    leftOut.formUnion(other.leftOut)
    leftOut.subtract(searched)
  }
}

extension SearchExtent.Part {
  /// The phases, in the order of a customer's life.
  public var phaseNames: [String] { Phase.allCases.filter(phases.contains).map(\.rawValue) }

  /// The events, in a fixed order.
  public var eventNames: [String] {
    SearchExtent.Event.allCases.filter(events.contains).map(\.rawValue)
  }

  fileprivate mutating func formUnion(_ other: Self) {
    products.formUnion(other.products)
    phases.formUnion(other.phases)
    events.formUnion(other.events)
  }

  fileprivate mutating func subtract(_ other: Self) {
    products.subtract(other.products)
    phases.subtract(other.phases)
    events.subtract(other.events)
  }
}

extension SearchExtent.Part {
  /// Notes a step of a history.
  ///
  /// - Parameter state: The state after it.
  mutating func note(_ step: HistoryStep, to state: HistoryState, _ rules: Rules) {
    switch step {
    case .signUp: events.insert(.signUp)
    case .reach: events.insert(.milestone)
    case .set: events.insert(.report)
    case .move: events.insert(.move)
    case .use, .useSized, .release: events.insert(.use)
    case .buy(let id, _):
      products.insert(id)
      let subscription = rules.product(id).flatMap { state.store.subscription(of: $0) }
      if subscription?.changesPlan ?? false { events.insert(.planChange) }
    case .cancel, .resume: events.insert(.cancellation)
    case .extendTrial, .pauseTrial, .resumeTrial: events.insert(.trialChange)
    case .grant(let name), .revokeGrant(let name): events.insert(rules.event(ofGranting: name))
    case .give(let id):
      let terms = rules.definition.grants.first { $0.id == id }
      events.formUnion((terms?.entitlements ?? []).map { rules.event(ofGranting: $0) })
    case .refund: events.insert(.refund)
    case .holdNews, .deliverNotifications: events.insert(.lateNotification)
    case .restore: events.insert(.restore)
    case .secondAccount(let sharesStore):
      events.insert(sharesStore ? .secondAccount : .secondStoreAccount)
    case .waitAlmost: events.insert(.lastMinute)
    case .wait:
      if !events.contains(.renewal), state.store.subscriptions.contains(where: \.hasRenewed) {
        events.insert(.renewal)
      }
    // Whether a payment fails shows in what the customer then has.
    case .failBilling, .fixBilling: break
    }
  }

  /// Notes what a customer has.
  mutating func note(_ membership: Membership) {
    phases.insert(membership.phase)
    switch membership.subscription?.condition {
    case .grace: events.insert(.gracePeriod)
    case .billingRetry: events.insert(.billingRetry)
    case .active, .paused, .expired, .revoked, nil: break
    }
  }

  /// Returns what a search covered that noted this.
  ///
  /// One that ran to its end has visited whatever its bounds allow.
  func extent(isComplete: Bool, isQuick: Bool, _ rules: Rules) -> SearchExtent {
    let possible = Set(SearchExtent.Event.allCases.filter(rules.canHappen))
    let within = possible.filter { $0.isSearched(isQuick: isQuick) }
    var searched = self
    searched.events = isComplete ? within : within.intersection(events)
    var leftOut = Self(
      products: Set(rules.definition.products.map(\.id)),
      phases: isComplete ? [] : rules.possiblePhases, events: possible)
    leftOut.subtract(searched)
    return SearchExtent(searched: searched, leftOut: leftOut)
  }
}

extension SearchExtent.Event {
  /// Whether a search looks at it.
  fileprivate func isSearched(isQuick: Bool) -> Bool {
    switch self {
    case .signUp, .milestone, .report, .move, .use, .planChange, .renewal, .cancellation,
      .gracePeriod, .billingRetry, .refund, .restore, .trialChange, .grant, .secondAccount:
      true
    case .planGrant, .secondStoreAccount, .lateNotification, .lastMinute: !isQuick
    case .offer, .credits, .elsewhere, .waitingGrant, .team, .priceIncrease, .familySharing,
      .offlineUse, .clock:
      false
    }
  }
}

extension Rules {
  /// The event that a grant of an entitlement is.
  fileprivate func event(ofGranting name: Entitlement.ID) -> SearchExtent.Event {
    plan.granted.contains(name) ? .planGrant : .grant
  }

  /// The phases that a customer can be in.
  fileprivate var possiblePhases: Set<Phase> {
    var phases: Set<Phase> = [definition.hasFreeTier ? .free : .blocked]
    if definition.onboarding != nil { phases.insert(.onboarding) }
    if definition.trial != nil { phases.formUnion([.trial, .trialExpired]) }
    if !plan.entitlements.isEmpty { phases.formUnion([.subscribed, .lapsed]) }
    return phases
  }

  /// Returns whether the blueprint leaves room for an event.
  fileprivate func canHappen(_ event: SearchExtent.Event) -> Bool {
    let renewing = offered.filter { $0.kind == .autoRenewable }
    switch event {
    case .offlineUse, .clock: return true
    case .signUp: return hasSignUp
    case .milestone: return !milestones.isEmpty
    case .report: return !audiences.combinations.isEmpty
    case .move: return definition.app.usesCustomerTimeZone
    case .use:
      return definition.trial?.terms.uses != nil || !definition.countedFeatures.isEmpty
        || definition.features.flatMap(\.rules).contains { !$0.allowance.quotas.isEmpty }
    case .planChange: return Set(renewing.map(\.groupName)).count < renewing.count
    case .renewal, .cancellation, .gracePeriod, .billingRetry, .lateNotification, .priceIncrease:
      return !renewing.isEmpty
    case .refund, .restore, .familySharing: return !offered.isEmpty
    case .trialChange:
      return definition.trial?.start.event != nil && definition.trial?.terms.lasts != nil
    case .grant:
      let listed = definition.grants.filter { !$0.isElsewhere }.flatMap(\.entitlements)
      return !grantable.isEmpty
        || listed.contains { isTested($0) && !plan.granted.contains($0) }
    case .planGrant: return !plan.granted.isEmpty
    case .secondAccount, .secondStoreAccount, .lastMinute:
      return !offered.isEmpty || definition.trial != nil || !definition.addOnTrials.isEmpty
    case .offer: return definition.products.contains { !$0.offers.isEmpty }
    case .credits: return !definition.credits.isEmpty
    case .elsewhere: return definition.grants.contains(where: \.isElsewhere)
    case .waitingGrant:
      return !offered.isEmpty && definition.grants.contains { $0.waitsFor == .purchases }
    case .team: return !definition.teams.isEmpty
    }
  }
}

extension UnsignedSubscription {
  /// Whether a period followed another one of the same product.
  fileprivate var hasRenewed: Bool {
    zip(periods, periods.dropFirst()).contains { $0.signed.product == $1.signed.product }
  }

  /// Whether it has changed to another product, or will.
  fileprivate var changesPlan: Bool {
    guard let product = current?.signed.product else { return false }
    return renewsTo != product || periods.contains { $0.signed.product != product }
  }
}
