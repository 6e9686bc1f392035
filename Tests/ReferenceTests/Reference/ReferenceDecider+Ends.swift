import Tollgate

extension ReferenceDecider {
  /// When something that runs ends, whether it renews or not; nil if it does not run or no end is known.
  ///
  /// Generated blueprints ask for no end of an introductory offer.
  func end(of anchor: Ending.Anchor, at now: Instant) -> Instant? {
    switch anchor {
    case .trialEnd:
      guard let trial = trialStatus(at: now), trial.isActive else { return nil }
      return trial.endsAt
    case .periodEnd:
      if let state = decidingState(at: now), state.condition == .active {
        let renews = spoken(of: state.current)?.willRenew ?? true
        let end = state.current.signedEnd
        let given = state.gives?.entitlements ?? []
        return !renews && isContinued(given, from: end, at: now) ? nil : end
      }
      if ownsPlan(at: now) { return nil }
      let passes = paidTimes.filter {
        $0.product.kind == .nonRenewing && isPlan($0.product) && $0.transaction.purchasedAt <= now
          && $0.start < $0.end && now < $0.end && $0.end != Self.never
      }
      guard let last = passes.max(by: { $0.end < $1.end }) else { return nil }
      return isContinued(last.product.entitlements, from: last.end, at: now) ? nil : last.end
    case .grantEnd: return grantEnd(at: now)
    case .introductoryOfferEnd: return nil
    }
  }

  /// The last end of the grants that give the plan, of those that run and those that follow without a gap; nil if one
  /// of them never ends, or if somebody shares the plan.
  private func grantEnd(at now: Instant) -> Instant? {
    let plan = grantedPlan
    var times: [(start: Instant, end: Instant, entitlements: [Entitlement.ID])] = []
    for grant in grants where grant.lasts == nil {
      let end = min(grant.endsAt ?? Self.never, grant.revokedAt ?? Self.never)
      if grant.startsAt < end { times.append((grant.startsAt, end, grant.entitlements)) }
    }
    for time in waitingTimes() where time.runs.contains(where: { $0.start <= now && now < $0.end })
    {
      times.append((now, time.runs.last?.end ?? now, time.grant.entitlements))
    }
    let giving = times.filter { now < $0.end && $0.entitlements.contains(where: plan.contains) }
    var last = now
    while let further = giving.filter({ $0.start <= last && last < $0.end }).map({ $0.end }).max() {
      last = further
    }
    let isShared = seats.flatMap(\.rights).contains {
      plan.contains($0.entitlement) && $0.startsAt <= now && now < $0.endsAt ?? Self.never
    }
    if last == now || last == Self.never || isShared || ownsPlan(at: now) { return nil }
    let given = giving.filter { $0.end == last }.flatMap { $0.entitlements }
    return isContinued(given, from: last, at: now) ? nil : last
  }

  /// Whether the plan was bought once and for good.
  private func ownsPlan(at now: Instant) -> Bool {
    paidTimes.contains {
      $0.product.kind == .nonConsumable && isPlan($0.product)
        && $0.transaction.purchasedAt <= now && $0.end == Self.never
    }
  }

  /// Whether grants that wait give all of something from an instant on.
  private func isContinued(
    _ given: [Entitlement.ID], from end: Instant, at now: Instant
  ) -> Bool {
    let ids = Set(waiting(at: now).map { $0.id })
    let next = waitingTimes().filter { time in
      ids.contains(time.grant.id) && time.runs.map { $0.start }.filter { now < $0 }.min() == end
    }.flatMap(\.grant.entitlements)
    return !given.isEmpty && given.allSatisfy(next.contains)
  }
}
