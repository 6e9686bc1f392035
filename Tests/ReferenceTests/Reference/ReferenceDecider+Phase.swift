import Tollgate

/// What conditions ask about a subscription.
struct AskedSubscription {
  let condition: StoreCondition
  /// Nil unless it gives access.
  let willRenew: Bool?
  /// The product that gives access; nil if none does.
  let product: CatalogProduct.ID?
}

extension ReferenceDecider {
  /// The plan is what the blueprint names, or else one group of subscriptions, with whatever gives all that one of them
  /// gives.
  ///
  /// Of several groups it is the one that gives all that the trial gives, or else part of it. Without subscriptions, what
  /// is bought once stands for the group.
  func isPlan(_ product: CatalogProduct) -> Bool {
    guard product.kind != .consumable, !product.entitlements.isEmpty else { return false }
    if !blueprint.plan.isEmpty { return gives(product, blueprint.plan) }
    return tiers.contains { tier in tier.entitlements.allSatisfy(product.entitlements.contains) }
  }

  /// The products that the plan is made of, where the blueprint names none.
  private var tiers: [CatalogProduct] {
    let sold = blueprint.products.filter { $0.kind != .consumable && !$0.entitlements.isEmpty }
    let renewables = sold.filter { $0.kind == .autoRenewable }
    let choice = renewables.isEmpty ? sold : renewables
    let own = blueprint.trial.map(entitlements) ?? []
    let family = { (product: CatalogProduct) in product.group?.rawValue ?? product.id.rawValue }
    let nests = sold.allSatisfy { one in
      sold.allSatisfy { other in
        one.entitlements.allSatisfy(other.entitlements.contains)
          || other.entitlements.allSatisfy(one.entitlements.contains)
      }
    }
    if renewables.isEmpty ? nests : Set(renewables.map(family)).count == 1 { return choice }
    let full = choice.filter { product in
      !own.isEmpty && own.allSatisfy(product.entitlements.contains)
    }
    let tried = Set((full.isEmpty ? choice.filter { gives($0, own) } : full).map(family))
    return tried.isEmpty ? choice : choice.filter { tried.contains(family($0)) }
  }

  /// The entitlements that are the plan when they are granted: those of the plan that no add-on gives, or else all.
  var grantedPlan: [Entitlement.ID] {
    let tried = blueprint.trial?.terms.entitlements ?? []
    let named = blueprint.plan
    let all = named.isEmpty ? tiers.flatMap(\.entitlements) + tried : named
    let others = blueprint.products.filter { $0.kind != .consumable && !isPlan($0) }
      .flatMap(\.entitlements)
    let own = all.filter { !others.contains($0) || tried.contains($0) }
    return own.isEmpty ? all : own
  }

  /// What a trial gives; by default what its products give: those that it names, or those that have its offer.
  private func entitlements(of trial: Trial) -> [Entitlement.ID] {
    if !trial.terms.entitlements.isEmpty { return trial.terms.entitlements }
    let named = blueprint.products.filter { trial.products.contains($0.id) }
    let offered = blueprint.products.filter { $0.introductoryOffer?.payment == .freeTrial }
    return (named.isEmpty ? offered : named).flatMap(\.entitlements)
  }

  private func gives(_ product: CatalogProduct, _ entitlements: [Entitlement.ID]) -> Bool {
    product.entitlements.contains { entitlements.contains($0) }
  }

  /// What a customer is entitled to: everything paid for that is running, in a grace period or renewing late, every
  /// grant, the trial, and add-on trials.
  func entitlements(at now: Instant) -> [Entitlement.ID] {
    var all = runs(at: now).filter { $0.isActive(at: now) }.flatMap(\.terms.entitlements)
    all += planned(at: now).flatMap(\.entitlements) + addOnEntitlements(at: now)
    for run in runs(at: now) where run.periods.contains(where: { $0.isActive(at: now) }) {
      let product = run.periods.first { $0.isActive(at: now) }?.product
      let sold = product?.entitlements ?? []
      // The last use ends the trial's own entitlement; the rest of what was bought holds.
      if run.isActive(at: now) {
        all += sold
      } else {
        all += sold.filter { !run.terms.entitlements.contains($0) }
      }
    }
    var unique: [Entitlement.ID] = []
    for entitlement in all where !unique.contains(entitlement) { unique.append(entitlement) }
    return unique
  }

  /// What gives access now apart from trials: paid periods, grace periods, late renewals, grants and seats of
  /// teams.
  private func planned(at now: Instant) -> [Span] {
    spans(at: now).filter { $0.start <= now && now < $0.end }
      + lines.compactMap { line in
        guard let state = state(of: line, at: now), !state.isPaid, let product = state.gives
        else { return nil }
        return Span(
          start: now, end: Self.never, entitlements: product.entitlements, isPlan: isPlan(product))
      }
  }

  /// A span of time in which something other than a trial gave, or will give, entitlements.
  private struct Span {
    let start: Instant
    let end: Instant
    let entitlements: [Entitlement.ID]
    let isPlan: Bool
  }

  private func spans(at now: Instant) -> [Span] {
    let introductory = runs(at: now).flatMap { $0.periods.map(\.transaction) }
    let paid = paidTimes.filter { !introductory.contains($0.transaction) }.map {
      Span(
        start: $0.start, end: $0.end, entitlements: $0.product.entitlements,
        isPlan: isPlan($0.product))
    }
    let plan = grantedPlan
    let granted = grants.filter { $0.lasts == nil }.map { grant in
      Span(
        start: grant.startsAt, end: min(grant.endsAt ?? Self.never, grant.revokedAt ?? Self.never),
        entitlements: grant.entitlements, isPlan: grant.entitlements.contains { plan.contains($0) })
    }
    let shared = seats.flatMap(\.rights).map { right in
      Span(
        start: right.startsAt, end: right.endsAt ?? Self.never, entitlements: [right.entitlement],
        isPlan: plan.contains(right.entitlement))
    }
    let waited = waitingTimes().flatMap { time in
      time.runs.map {
        Span(
          start: $0.start, end: $0.end, entitlements: time.grant.entitlements,
          isPlan: time.grant.entitlements.contains { plan.contains($0) })
      }
    }
    return paid + granted + shared + waited
  }

  /// The customer's phase: only the plan decides.
  func phase(at now: Instant) -> Phase {
    if planned(at: now).contains(where: \.isPlan) { return .subscribed }
    if shownRun(at: now)?.isActive(at: now) ?? false { return .trial }
    let planEnd = lastPlanEnd(at: now)
    let trialEnd =
      runs(at: now).filter { !$0.isActive(at: now) }.map { min($0.end, now) }.max()
      ?? forfeitedAt(by: now)
    if let trialEnd {
      return planEnd.map { $0 < trialEnd } ?? true ? .trialExpired : .lapsed
    }
    if let onboarding = blueprint.onboarding, !isReached(onboarding, at: now) {
      return .onboarding
    }
    if planEnd != nil { return .lapsed }
    return blueprint.hasFreeTier ? .free : .blocked
  }

  func isReached(_ milestone: Milestone.ID, at now: Instant) -> Bool {
    reachedAt(milestone).map { $0 <= now } ?? false
  }

  /// The instant at which the plan last gave something, apart from trials.
  func lastPlanEnd(at now: Instant) -> Instant? {
    let spans = spans(at: now).filter {
      $0.start <= $0.end && max($0.start, $0.end) <= now && $0.isPlan
    }
    return spans.map { max($0.start, $0.end) }.max()
  }

  /// The subscription that represents the plan: first one that gives access, then one from production, then, if they
  /// give access, the higher level and the customer's own, then the one that ends last.
  func planSubscription(at now: Instant) -> Answer.Subscription? {
    guard let best = decidingState(at: now) else { return nil }
    let givesAccess = best.gives != nil
    return Answer.Subscription(
      purchase: best.purchase, product: best.current.product.id, condition: best.condition,
      expiresAt: givesAccess ? best.current.signedEnd : nil,
      willRenew: givesAccess ? spoken(of: best.current)?.willRenew ?? true : nil)
  }

  /// What conditions ask about the subscription that represents the plan.
  func askedSubscription(at now: Instant) -> AskedSubscription? {
    guard let best = decidingState(at: now) else { return nil }
    return AskedSubscription(
      condition: best.condition,
      willRenew: best.gives == nil ? nil : spoken(of: best.current)?.willRenew ?? true,
      product: best.gives?.id)
  }

  /// What conditions ask about the subscriptions that give access and are not the plan.
  func addOnSubscriptions(at now: Instant) -> [AskedSubscription] {
    lines.compactMap { state(of: $0, at: now) }.compactMap { line in
      guard let product = line.gives, product.kind == .autoRenewable,
        !product.entitlements.isEmpty, !isPlan(product)
      else { return nil }
      return AskedSubscription(
        condition: line.condition, willRenew: spoken(of: line.current)?.willRenew ?? true,
        product: product.id)
    }
  }

  func decidingState(at now: Instant) -> LineState? {
    let states = lines.compactMap { state(of: $0, at: now) }
      .filter { isPlan($0.current.product) }
    return states.max { one, other in
      let (left, right) = (order(of: one), order(of: other))
      return left == right
        ? one.purchase < other.purchase : left.lexicographicallyPrecedes(right)
    }
  }

  private func order(of state: LineState) -> [Int64] {
    let environment: Int64
    switch state.purchase.environment {
    case .production: environment = 2
    case .sandbox: environment = 1
    case .xcode: environment = 0
    }
    let level = Int64(-(state.current.product.level ?? .max))
    let isOwn: Int64 = state.current.transaction.ownership == .purchased ? 1 : 0
    let rank: [Int64] = state.gives == nil ? [] : [level, isOwn]
    return [state.gives == nil ? 0 : 1, environment, self.rank(of: state.condition)] + rank
      + [state.current.signedEnd.milliseconds]
  }

  /// Paid access comes before a grace period, and what may still resume before what is over.
  private func rank(of condition: StoreCondition) -> Int64 {
    switch condition {
    case .active: 5
    case .grace: 4
    case .billingRetry: 3
    case .paused: 2
    case .expired: 1
    case .revoked: 0
    }
  }
}
